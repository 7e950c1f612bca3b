// SPDX-License-Identifier: MIT
// A motion as quotients of polynomials, if it is one.                                        [B1]
#pragma once
#include <graze/math/bernstein.h>
#include <graze/motion/motion.h>

#include <array>
#include <optional>
#include <vector>

namespace graze {

/// R = matrix / norm_sq, x = translation / weight; both denominators are positive on [0, 1].
/// Coefficients are enclosures: every statement about them holds for the true ones.
struct PolynomialPose {
  std::array<IntervalBernstein, 9> matrix;  ///< row by row
  IntervalBernstein norm_sq;
  std::array<IntervalBernstein, 3> translation;
  IntervalBernstein weight;
};

/// The pose over a span of time, whose ends are s = 0 and s = 1 up to four units in the last place.
struct PolynomialPiece {
  Interval span;  ///< seconds
  PolynomialPose pose;
};

/// Still poses, straight slides without rotation, rational segments, and compositions of these, cut
/// where a motion is cut. Nothing for other motions, or if a composition's degree exceeds
/// kMaxBernsteinDegree. A span that is an instant gives constants.
std::optional<std::vector<PolynomialPiece>> polynomial_pieces(const Motion& motion,
                                                              const Interval& span);

/// True if polynomial_pieces() gives pieces; cheap.
bool is_rational(const Motion& motion);

}  // namespace graze
