// SPDX-License-Identifier: MIT
// An oriented box.
#pragma once
#include <graze/math/pose.h>

namespace graze {

/// All points centre + axes * s with |s_k| <= half_size_k. The columns of `axes` are orthonormal up
/// to rounding; half sizes are >= 0.
struct Box {
  Vec3 centre = Vec3::Zero();
  Mat3 axes = Mat3::Identity();
  Vec3 half_size = Vec3::Zero();

  double radius() const { return half_size.norm(); }  ///< of the sphere about `centre`, rounded
};

inline Box operator*(const Pose& a_from_b, const Box& box) {
  return {a_from_b * box.centre, a_from_b.rotation * box.axes, box.half_size};
}

}  // namespace graze
