// SPDX-License-Identifier: MIT
// Motions whose coordinates are quotients of polynomials, and ways to build them.              [B1]
//
// The rotation is a polynomial curve of quaternions that need not have unit length: whatever the
// control points, the motion is exactly rigid. Every rational rotation has this form (up to a
// common factor). Such motions work with every method; `analytic` answers for boxes under them in
// closed form. Stretching and shearing motions are not a `Motion`: see affine_motion.h.
#pragma once
#include <graze/motion/motion_kinds.h>

#include <vector>

namespace graze {

inline constexpr int kMaxRotationDegree = 8;      ///< of the quaternion's polynomial
inline constexpr int kMaxTranslationDegree = 16;  ///< of the translation and its weight

/// A formula run through during [span.lo, span.hi], seconds.
struct RationalPiece {
  Interval span;
  RationalFormula formula;
};

/// Throws InputError if a number is not finite, a degree is too high, or |q| or the weight falls
/// below 1e-4 and 1e-8 of its largest control point somewhere in [0, 1].
Motion rational_motion(const RationalFormula& formula, const Interval& domain = {0.0, 1.0},
                       Outside outside = Outside::kHold);

/// Pieces one after the other; each begins when the one before ends (InputError otherwise). Where
/// poses differ at a knot, even by a rounding, the motion jumps; the later one holds.
Motion rational_path(const std::vector<RationalPiece>& pieces, Outside outside = Outside::kHold);

/// Rows of x = (entry[.][0..2] p + entry[.][3]) / weight as polynomials of s in [0, 1], monomial
/// coefficients in ascending order. An empty entry is zero.
struct PolynomialMatrix {
  std::vector<double> entry[3][4];
  std::vector<double> weight{1.0};
};

/// The quaternion curve of a rational rotation matrix. Throws InputError unless the 3 x 3 part over
/// the weight is a rotation to 1e-6 at every s in [0, 1]; it is then replaced by a rotation that is
/// exact. Its degree is half that of the matrix where the matrix comes from a quaternion curve.
RationalFormula rational_from_matrix(const PolynomialMatrix& matrix);

/// A B-spline of quaternions and positions, degree 1 to 4: knots.size() = rotation.size() + degree
/// + 1, ascending; its domain is [knots[degree], knots[n]].
struct QuaternionSpline {
  int degree = 3;
  std::vector<double> knots;
  std::vector<Quat> rotation;     ///< control points, used as they are
  std::vector<Vec3> translation;  ///< as many
};
Motion spline_motion(const QuaternionSpline& spline, Outside outside = Outside::kHold);

/// A key of a cubic Hermite curve with its two tangents per second: glTF's CUBICSPLINE.
struct RotationKey {
  double time = 0.0;
  Quat value{1.0, 0.0, 0.0, 0.0}, in_tangent{0.0, 0.0, 0.0, 0.0}, out_tangent{0.0, 0.0, 0.0, 0.0};
};
struct PositionKey {
  double time = 0.0;
  Vec3 value = Vec3::Zero(), in_tangent = Vec3::Zero(), out_tangent = Vec3::Zero();
};

/// Both curves with their own times; before its first and after its last key a curve stays. One of
/// them may be empty. Quaternions are interpolated component by component and normalised, as glTF
/// says; signs are taken as they are.
Motion hermite_motion(const std::vector<RotationKey>& rotation,
                      const std::vector<PositionKey>& position, Outside outside = Outside::kHold);

/// Through all poses, quaternions with their nearer signs. Degree 1: straight between them. Degree
/// 3: velocities are continuous, too (tangents of Catmull and Rom for uneven times).
Motion rational_through(const std::vector<TimedPose>& poses, int degree = 3,
                        Outside outside = Outside::kHold);

/// A rational motion near another one. A body point at distance r from the body origin is at every
/// time within rotation_error * r + translation_error of its place in the original, proved.
struct RationalApproximation {
  Motion motion;
  double rotation_error = 0.0;     ///< rad
  double translation_error = 0.0;  ///< length
};

/// For tracks of still, screw, slerp and rational segments. `tolerance` (rad; in [1e-12, 0.1]) is
/// the largest angle between the two; a larger one gives fewer pieces. Throws InputError for other
/// motions, and for those that loop.
RationalApproximation rational_approximation(const Motion& motion, double tolerance = 1e-9);

}  // namespace graze
