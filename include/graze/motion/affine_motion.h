// SPDX-License-Identifier: MIT
// Motions that stretch and shear as well as move: x = (N(s) p + T(s)) / w(s).             [B1, B6]
//
// A `Motion` is rigid by its contract (twists, distances kept, trees of boxes that do not deform);
// boxes under affine motion have this type of their own, for the `analytic` method.
#pragma once
#include <graze/motion/rational_motion.h>

#include <vector>

namespace graze {

/// Control points in Bernstein form; degrees at most kMaxTranslationDegree.
struct AffineFormula {
  std::vector<Mat3> matrix{Mat3::Identity()};
  std::vector<Vec3> translation{Vec3::Zero()};
  std::vector<double> weight{1.0};  ///< of both; positive on [0, 1]
};

struct AffinePiece {
  Interval span;  ///< seconds
  AffineFormula formula;
};

/// Pieces one after the other.
struct AffineMotion {
  std::vector<AffinePiece> pieces;
};

/// Throws InputError unless numbers are finite, degrees low enough, the weight and the determinant
/// of the matrix away from zero everywhere, and each piece begins when the one before ends.
void check(const AffineMotion& motion);

/// A rational motion of a body that is stretched along its own axes first: R(s) diag(scale(s)) p +
/// x(s). `scale` holds control points of a polynomial. The products are rounded to doubles, which
/// then define the motion.
AffineFormula scaled(const RationalFormula& motion, const std::vector<Vec3>& scale);

/// The matrix as it stands, whether or not it is a rotation. Coefficients are rounded to doubles,
/// which then define the motion. Throws InputError for numbers that are not finite and degrees that
/// are too high; check() says whether it is a motion.
AffineFormula affine_from_matrix(const PolynomialMatrix& matrix);

/// The place of a body point at time t (held outside the pieces), rounded.
Vec3 place_at(const AffineMotion& motion, double t, const Vec3& p);

}  // namespace graze
