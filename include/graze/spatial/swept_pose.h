// SPDX-License-Identifier: MIT
// Where a rigid body goes during one step: the poses at both ends and how far it leaves the chord.
//                                                                                            [O5]
#pragma once
#include <graze/geometry/aabb.h>
#include <graze/math/pose.h>

#include <algorithm>

namespace graze {

/// At the share s in [0, 1] of the step, a body point p is within bulge_at(p) of
/// (1 - s) (begin * p) + s (end * p). So a direction that keeps two bodies apart by more than their
/// bulges at both ends keeps them apart in between. Rounding of the poses is part of the bulge.
struct SweptPose {
  Pose begin;                     ///< world from body at the start of the step
  Pose end;                       ///< world from body at its end
  Vec3 reference = Vec3::Zero();  ///< body frame
  double bulge = 0.0;             ///< of the reference point; >= 0, length
  double bulge_per_length = 0.0;  ///< added per unit of distance from it; >= 0

  double bulge_at(const Vec3& p_body) const {
    return bulge + bulge_per_length * (p_body - reference).norm();
  }
  /// The largest bulge of the points of a box: distance is convex, so a corner has it.
  double bulge_of(const Aabb& box_body) const;
};

/// A body that stays where it is.
inline SweptPose held(const Pose& pose) { return {pose, pose, Vec3::Zero(), 0.0, 0.0}; }

/// Contains every point of the body box during the whole step, grown by `margin`, rounding
/// included.
Aabb bounds_during(const SweptPose& sweep, const Aabb& box_body, double margin = 0.0);

/// Adds `distance` to every bulge: for padding, uncertainty or slack.
inline SweptPose grown(SweptPose sweep, double distance) {
  sweep.bulge += distance;
  return sweep;
}

}  // namespace graze
