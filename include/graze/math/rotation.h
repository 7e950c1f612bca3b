// SPDX-License-Identifier: MIT
// Rotations: matrices, quaternions, axis and angle, and how they turn into one another.    [C1, C2]
//
// Everything uses + - * / sqrt and our own sin_cos and atan2, in a fixed order, so results have
// equal bits on every machine. The functions that return doubles make motion parameters: what they
// return *is* the definition of a motion afterwards. Where a proof needs the rotation itself, the
// enclosures below contain it.
#pragma once
#include <graze/math/interval_pose.h>
#include <graze/math/sin_cos.h>

#include <optional>

namespace graze {

/// A rotation by `angle` radians about `axis`. Any number of turns.
struct AxisAngle {
  Vec3 axis = Vec3::UnitZ();  ///< unit up to rounding
  double angle = 0.0;         ///< rad
};

/// I + sin(angle) K + (1 - cos(angle)) K^2, K the cross product with the unit axis. The axis is
/// normalised first; a zero axis gives the identity.
Mat3 rotation_about(const Vec3& axis, double angle);

/// Contains that matrix for every axis and angle inside. The axes must be unit vectors (use
/// `normalized`): the formula is evaluated as it stands.
IntervalMat3 rotation_about(const IntervalVec3& unit_axis, const Interval& angle);

/// exp and log of the rotation group. The rotation vector is angle * axis; log has an angle in
/// [0, pi] and, for half a turn, the axis of the matrix's largest diagonal element, positive there.
Mat3 rotation_from_vector(const Vec3& rotation_vector);
Vec3 vector_from_rotation(const Mat3& rotation);

/// Axis and angle in [0, pi] of a rotation; axis z if the angle is 0. `q` need not be unit.
AxisAngle axis_angle(const Mat3& rotation);
AxisAngle axis_angle(const Quat& q);

/// The rotation that takes `from` to `to`, on the left: to = rotation * from. Its angle is the
/// angle of a slerp, its axis the slerp's axis in the world frame.
AxisAngle axis_angle_between(const Mat3& from, const Mat3& to);

/// Conversions. The quaternion has w >= 0 and unit length; the matrix is that of q / |q|.
Quat quaternion_from_rotation(const Mat3& rotation);
Mat3 rotation_from_quaternion(const Quat& q);

/// Frobenius norm of transpose(m) * m - I, up to rounding: 0 for an exact rotation or reflection.
double orthonormality_error(const Mat3& m);

/// A rotation up to `tolerance` of orthonormality_error, not a reflection.
bool is_rotation(const Mat3& m, double tolerance = 1e-12);

/// The rotation closest to `m` (Frobenius norm; polar factor by Newton's iteration), orthonormal to
/// a few ulps. Nothing if `m` is not finite or its determinant is not positive.
std::optional<Mat3> nearest_rotation(const Mat3& m);

}  // namespace graze
