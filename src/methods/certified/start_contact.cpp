// SPDX-License-Identifier: MIT
// Question   May triangles that touch at the start of a span stay in touch, and for how long?
// Source     docs/methods/certified.md, section 6.
// Guarantee  A direction is kept only while the second-order bound proves the separation along it
//            above its threshold, and the bodies are proved to have been in touch all the time;
//            depth never grows from one query to the next by more than rounding.
// Changed    The paper has no rule for this: any touch stops the motion at t = 0.
#include "methods/certified/start_contact.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze::certified {
namespace {
constexpr double kBelowOne = 1.0 - 0x1p-50;  // keeps a turned unit vector no longer than one

constexpr std::size_t kMostPairs = 100'000;
constexpr std::size_t kFewPairs = 16;
constexpr double kSameDirection = 1e-9;  // difference of unit vectors

}  // namespace

void StartContact::look() {
  if (looked_) return;
  looked_ = true;
  if (!all_overlaps_ && finds_overlap_among_few()) return;
  const std::vector<NearPair> pairs =
      near_pairs(trees_, pair_.gap + pair_.tolerance, kMostPairs, test_, stats_);
  if (!pairs.empty()) state_ = StartState::kTouching;
  for (const NearPair& near : pairs) judge(near);
}

// Where bodies overlap, most of the pairs that are near show it: a few are asked before all are
// looked for.
bool StartContact::finds_overlap_among_few() {
  for (const NearPair& near :
       near_pairs(trees_, pair_.gap + pair_.tolerance, kFewPairs, test_, stats_)) {
    judge(near);
    if (state_ == StartState::kOverlapping) return true;
  }
  directions_.clear();
  return false;
}

// Normals say which way is out, except where faces meet at a sharp edge: a blade that lies flat
// touches with an edge whose upper face looks away. If no direction at all limits the depth to the
// tolerance, it is an overlap. Where only the back of a face is left as a way out, as for bodies at
// one place, the pair touches and nothing is allowed.
void StartContact::judge(const NearPair& near) {
  const PlacedTriangles placed =
      place(trees_.tree_a->mesh().corners(near.triangle_a),
            trees_.tree_b->mesh().corners(near.triangle_b), trees_.moment);
  const double noise = 16.0 * placed.distance_error;
  const double deepest = pair_.gap - pair_.tolerance;
  const ContactDirection front = contact_direction(placed, near.distance, noise + pair_.gap);
  if (front.separation >= deepest) return add_direction(front, noise);
  const ContactDirection any = widest_direction(placed, near.distance, Outside::kAnywhere);
  // Points and segments in one line have no direction, and no depth.
  if ((std::isfinite(any.separation) ? any.separation : 0.0) < deepest - noise) {
    state_ = StartState::kOverlapping;
    overlaps_.push_back(near);
    return;
  }
  const ContactDirection out = widest_direction(placed, near.distance, Outside::kNotBehind);
  if (out.separation >= deepest) add_direction(out, noise);
}

// The threshold is half of what is left of a gap; for bodies in touch a depth of half the
// tolerance, or the present depth if that is more. Whichever body a direction of both goes with, it
// is a proof: of a ball that is carried around another one, in the frame of what carries it.
void StartContact::add_direction(const ContactDirection& best, double noise) {
  const double left = best.separation - pair_.gap;
  const double depth = left > noise ? 0.5 * left : std::min(-0.5 * pair_.tolerance, left - noise);
  const double threshold = pair_.gap + depth;
  const Mat3 &a = trees_.moment.a.rotation, &b = trees_.moment.b.rotation;
  if (best.of != FeaturesOf::kB) keep({a.transpose() * best.n, true, threshold});
  if (best.of != FeaturesOf::kA) keep({b.transpose() * best.n, false, threshold});
}

void StartContact::keep(const Direction& direction) {
  for (Direction& known : directions_) {
    if (known.fixed_to_a != direction.fixed_to_a) continue;
    if ((known.n - direction.n).norm() > kSameDirection) continue;
    known.threshold = std::min(known.threshold, direction.threshold);
    return;
  }
  directions_.push_back(direction);
}

StartState StartContact::state() {
  look();
  return state_;
}

const std::vector<NearPair>& StartContact::overlaps() {
  look();
  return overlaps_;
}

double StartContact::allowed_for(const TrianglePair& triangles, const PlacedTriangles& placed,
                                 const Moment& now, double duration) {
  look();
  double apart = 0.0, excused = 0.0;
  for (const Direction& direction : directions_) {
    const Mat3& rotation = direction.fixed_to_a ? now.a.rotation : now.b.rotation;
    const Vec3 n = kBelowOne * (rotation * direction.n);
    double& longest = direction.threshold >= pair_.gap ? apart : excused;
    longest = std::max(longest, triangles.separated_for(placed, n, direction.threshold, duration));
    if (apart >= duration) return apart;
  }
  return excused > apart ? std::max(apart, while_in_touch(now.t, excused)) : apart;
}

bool StartContact::allows(const NearPair& near, const Moment& now) {
  const TrianglePair triangles(trees_.tree_a->mesh().corners(near.triangle_a),
                               trees_.tree_b->mesh().corners(near.triangle_b), now);
  return allowed_for(triangles, triangles.first(), now, std::numeric_limits<double>::min()) > 0.0;
}

double StartContact::while_in_touch(double t, double duration) {
  const double until = touch_.lasts_until(t + duration);
  return until < t + duration ? until - t : duration;
}

}  // namespace graze::certified
