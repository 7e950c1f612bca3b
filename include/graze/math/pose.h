// SPDX-License-Identifier: MIT
// A rigid placement. Names say the frames: `world_from_body * p_body` is p_world.
#pragma once
#include <graze/math/vec.h>

namespace graze {

/// Rotation and translation: p -> rotation * p + translation. `rotation` is orthonormal up to
/// rounding; who builds a pose from user input checks it.
struct Pose {
  Mat3 rotation = Mat3::Identity();
  Vec3 translation = Vec3::Zero();
};

inline Vec3 operator*(const Pose& pose, const Vec3& p) {
  return pose.rotation * p + pose.translation;
}

inline Pose operator*(const Pose& a_from_b, const Pose& b_from_c) {
  return {a_from_b.rotation * b_from_c.rotation, a_from_b * b_from_c.translation};
}

inline Pose inverse(const Pose& a_from_b) {
  const Mat3 transposed = a_from_b.rotation.transpose();
  return {transposed, -(transposed * a_from_b.translation)};
}

}  // namespace graze
