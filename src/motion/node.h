// SPDX-License-Identifier: MIT
// What a Motion points to: segments in time, a chain of motions, or the user's own.
#pragma once
#include <graze/motion/motion_kinds.h>
#include <graze/motion/motion_sample.h>

#include <variant>
#include <vector>

#include "motion/curves.h"

namespace graze {

/// A curve run through during [span.lo, span.hi].
struct Segment {
  Interval span;
  Sense sense = Sense::kForward;
  Curve curve;
};

/// Segments that share their ends; never empty. Only the first and the last may be instants.
struct Track {
  Interval domain;
  Outside outside = Outside::kHold;
  std::vector<Segment> segments;
};

/// parts[0] * parts[1] * …; at least two parts, none of them a chain.
struct Chain {
  Interval domain;
  Outside outside = Outside::kHold;
  std::vector<Motion> parts;
};

struct Motion::Node {
  std::variant<Track, Chain, CustomMotion> form;
};

Motion make_motion(Track track);
Motion make_motion(Chain chain);
Motion make_motion(CustomMotion custom);

/// A segment and the time it runs, which for loops is not the stored one.
struct Occurrence {
  const Segment* segment = nullptr;
  Interval span;
  Sense sense = Sense::kForward;  ///< kAtBegin or kAtEnd where the motion holds
};

/// What the track does at time t: at a knot the later segment, at the ends of a domain that does
/// not loop its first and its last. Throws InputError outside a domain that refuses.
Occurrence occurrence_at(const Track& track, double t);

/// What the track does during a span, in order of time; `spans` of the result are cut to it. Every
/// instant of the span is in a visit that holds there; at a knot within it the earlier visit ends
/// with the limit from before. Instants of their own are the ends of steps and a knot at the span's
/// end, of which nothing is known but that the next segment begins.
struct Visit {
  Occurrence occurrence;
  Interval span;  ///< part of the asked span
};
std::vector<Visit> visits_during(const Track& track, const Interval& span);

/// s at time t, and over a span, clamped to [0, 1].
Parameter parameter_at(const Occurrence& occurrence, double t);
Interval parameters_over(const Occurrence& occurrence, const Interval& span);

/// |ds/dt| as a rounded number with its sign, and its relative error.
struct Rate {
  double value = 0.0;
  double error = 0.0;
};
Rate rate_of(const Occurrence& occurrence);

/// The kinds' own answers; see motion.h for what they mean. A span for bounds lies in one piece.
MotionState state_of(const Track& track, double t);
MotionState state_of(const Chain& chain, double t);
MotionState state_of(const CustomMotion& custom, double t);
Pose pose_of(const Track& track, double t);
Pose pose_of(const Chain& chain, double t);
Pose pose_of(const CustomMotion& custom, double t);
MotionBounds bounds_of(const Track& track, const Interval& span);
/// state_of in the middle of the span and bounds_of over it, for the price of little more than one.
void set_sample(const Track& track, const Interval& span, MotionSample& sample);
MotionBounds bounds_of(const Chain& chain, const Interval& span);
MotionBounds bounds_of(const CustomMotion& custom, const Interval& span);
IntervalPose pose_over(const Track& track, const Interval& span);
IntervalPose pose_over(const Chain& chain, const Interval& span);
IntervalPose pose_over(const CustomMotion& custom, const Interval& span);
IntervalVec3 point_over(const Track& track, const Interval& span, const IntervalVec3& p);
IntervalVec3 point_over(const Chain& chain, const Interval& span, const IntervalVec3& p);
IntervalVec3 point_over(const CustomMotion& custom, const Interval& span, const IntervalVec3& p);

/// A curvature is at most what the angular speed and acceleration make of it.
void limit_curvature(MotionBounds& bounds);

/// The smallest enclosure of both.
IntervalPose hull_of(const IntervalPose& a, const IntervalPose& b);

}  // namespace graze
