// SPDX-License-Identifier: MIT
// A motion in the middle of a span with bounds over all of it, and what boxes on it do.   [C2, C8]
//
// The cheapest second-order statement about a moving box: one pose, one twist, one bound of the
// acceleration. Samples compose in constant time, so that all links of a chain cost O(links).
// Derivation: docs/methods/motions.md, section 10.
#pragma once
#include <graze/geometry/aabb.h>
#include <graze/motion/motion.h>

#include <optional>

namespace graze {

struct MotionSample {
  MotionState middle;   ///< in the middle of the span
  MotionBounds bounds;  ///< over the whole span
  double half = 0.0;    ///< seconds; no instant of the span is farther from the middle
};

/// Nothing if the motion has no derivative bounds or is not smooth on the span.
std::optional<MotionSample> sample_over(const Motion& motion, const Interval& span);
/// The same, written to the caller's sample; false if there is none.
bool sample_over(const Motion& motion, const Interval& span, MotionSample& sample);

/// outer * inner, both sampled over the same span. Bounds are those of the product rule; composed
/// from the innermost motion outwards they are as tight as bounds_over of the composition.
MotionSample composed(const MotionSample& outer, const MotionSample& inner);

/// A box on a sampled motion, or that part of it which is in a ball about its centre: where it is
/// in the middle, how it moves, and how far its points can be from moving uniformly. All in the
/// frame of the motion.
struct SweptBox {
  /// Row k is coordinate k of the three half axes and, last, of the centre.
  using Rows = double[3][4];
  Rows place;                 ///< in the middle of the span
  Rows rate;                  ///< their rates of change
  double lengths[3];          ///< of the half axes, up to rounding
  double radius = 0.0;        ///< no point is farther from the centre
  double half = 0.0;          ///< seconds
  double straight = 0.0;      ///< length: bend of any path along any direction n is at most
  double turning = 0.0;       ///< |n| straight + |n x axis| turning, without an axis |n| both
  Vec3 axis;                  ///< zero: none
  double error = 0.0;         ///< length; of positions at any instant, rounding included
  double whole_radius = 0.0;  ///< no point is ever farther from the centre's place in the middle
  Vec3 ball_centre;           ///< no point ever leaves this ball
  double ball_radius = 0.0;
};

/// What is in the box and no farther than `radius` from its centre.
SweptBox swept_box(const MotionSample& sample, const Box& box_body, double radius = kInfinity);

/// The same for a body that stands still at the origin.
SweptBox resting_box(const Box& box, double radius = kInfinity);

/// Contains it at every instant of the span, grown by `padding`.
Aabb bounds_of(const SweptBox& box, double padding = 0.0);

/// True only if the boxes are farther apart than `gap` at every instant of the span; both must be
/// swept over the same span in the same frame. Tries seven directions.
bool surely_apart(const SweptBox& a, const SweptBox& b, double gap = 0.0);

}  // namespace graze
