// SPDX-License-Identifier: MIT
// A rigid placement. Names say the frames: `world_from_body * p_body` is p_world.
//
// Products are written out instead of using Eigen's, which fuse operations on some machines: equal
// bits everywhere need one order of one kind of operation.
#pragma once
#include <graze/math/vec.h>

namespace graze {

/// Rotation and translation: p -> rotation * p + translation. `rotation` is orthonormal up to
/// rounding; code that builds a pose from user input checks that.
struct Pose {
  Mat3 rotation = Mat3::Identity();
  Vec3 translation = Vec3::Zero();
};

/// m * p, each component (m0 p0 + m1 p1) + m2 p2.
inline Vec3 times(const Mat3& m, const Vec3& p) {
  const auto component = [&](int row) {
    return (m(row, 0) * p.x() + m(row, 1) * p.y()) + m(row, 2) * p.z();
  };
  return {component(0), component(1), component(2)};
}

/// transpose(m) * p.
inline Vec3 transpose_times(const Mat3& m, const Vec3& p) {
  const auto component = [&](int column) {
    return (m(0, column) * p.x() + m(1, column) * p.y()) + m(2, column) * p.z();
  };
  return {component(0), component(1), component(2)};
}

inline Mat3 times(const Mat3& a, const Mat3& b) {
  Mat3 product;
  for (int column = 0; column < 3; ++column) product.col(column) = times(a, Vec3(b.col(column)));
  return product;
}

inline Vec3 operator*(const Pose& pose, const Vec3& p) {
  return times(pose.rotation, p) + pose.translation;
}

inline Pose operator*(const Pose& a_from_b, const Pose& b_from_c) {
  return {times(a_from_b.rotation, b_from_c.rotation), a_from_b * b_from_c.translation};
}

inline Pose inverse(const Pose& a_from_b) {
  return {a_from_b.rotation.transpose(), -transpose_times(a_from_b.rotation, a_from_b.translation)};
}

}  // namespace graze
