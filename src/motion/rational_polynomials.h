// SPDX-License-Identifier: MIT
// The polynomials behind a rational motion, with bounds of their errors, and what they are on a
// part of [0, 1].
#pragma once
#include <graze/math/bernstein.h>
#include <graze/motion/rational_motion.h>

#include <array>
#include <cmath>
#include <vector>

#include "motion/rounding.h"

namespace graze {

/// The highest degree of all below: that of x' times the weight squared.
inline constexpr int kMaxRowDegree = 2 * kMaxTranslationDegree;

/// kCount polynomials of one degree in Bernstein form: row i holds their i-th coefficients. Each
/// stored number is within `error` of the true one.
template <std::size_t kCount>
struct Rows {
  std::vector<std::array<double, kCount>> c{{}};
  double error = 0.0;
};

/// The same on a part of [0, 1], without an allocation.
template <std::size_t kCount>
struct PartRows {
  std::array<std::array<double, kCount>, kMaxRowDegree + 1> c;
  std::size_t size = 1;
  double error = 0.0;

  Interval range(std::size_t k) const {
    double lo = c[0][k], hi = c[0][k];
    for (std::size_t i = 1; i < size; ++i) lo = std::fmin(lo, c[i][k]), hi = std::fmax(hi, c[i][k]);
    return {round_down(lo - error), round_up(hi + error)};
  }
  /// >= the length of the vector of all kCount values, everywhere on the part.
  double most() const {
    double most_sq = 0.0;
    for (std::size_t i = 0; i < size; ++i) {
      double sq = 0.0;
      for (const double x : c[i]) sq += x * x;
      most_sq = std::fmax(most_sq, sq);
    }
    const bool zero = most_sq == 0.0 && error == 0.0;
    return zero ? 0.0 : rounded_up(std::sqrt(most_sq) + 2.0 * error);
  }
};

/// Two cuts of de Casteljau. A blend costs at most 3.01u of the largest coefficient, the second
/// cut's place lo / hi is off by u of itself: together at most 9 u n max|c|.
template <std::size_t kCount>
PartRows<kCount> part_of(const Rows<kCount>& rows, const Interval& s) {
  PartRows<kCount> part;
  part.size = rows.c.size();
  double largest = 0.0;
  for (std::size_t i = 0; i < part.size; ++i) {
    part.c[i] = rows.c[i];
    for (const double x : part.c[i]) largest = std::fmax(largest, std::fabs(x));
  }
  const auto blend_into = [&](std::size_t target, std::size_t i, double at) {
    for (std::size_t k = 0; k < kCount; ++k)
      part.c[target][k] = (1.0 - at) * part.c[i - 1][k] + at * part.c[i][k];
  };
  for (std::size_t level = 1; level < part.size && s.hi < 1.0; ++level)
    for (std::size_t i = part.size - 1; i >= level; --i) blend_into(i, i, s.hi);
  const double at = s.hi > 0.0 ? s.lo / s.hi : 0.0;
  for (std::size_t last = part.size - 1; last > 0 && at > 0.0; --last)
    for (std::size_t i = 1; i <= last; ++i) blend_into(i - 1, i, at);
  part.error = rows.error == 0.0 && largest == 0.0
                   ? 0.0
                   : rounded_up(rows.error + 9.0 * double(part.size) * kU * largest);
  return part;
}

/// Largest lengths of control points of a curve and of its first two derivatives' curves.
struct CurveSizes {
  double value = 0.0, first = 0.0, second = 0.0;
};

struct RationalPolynomials {
  Rows<9> matrix;  ///< |q|^2 R, row by row
  Rows<1> norm_sq, norm_sq_slope;
  Rows<3> spin;         ///< Im(q' q*): half the angular velocity times |q|^2
  Rows<3> spin_slope;   ///< its derivative Im(q'' q*)
  Rows<3> position;     ///< weight x
  Rows<3> speed;        ///< weight^2 x' = X' v - X v'; without a weight's slope weight x'
  Rows<3> speed_slope;  ///< its derivative
  Rows<1> weight, weight_slope;
  bool has_weight_slope = false;
  double least_norm_sq = 0.0, least_weight = 0.0;  ///< proved lower bounds on [0, 1]
  CurveSizes q, x, v;
};

/// Throws InputError as rational_motion() does.
RationalPolynomials rational_polynomials(const RationalFormula& formula);

/// The quaternion's components w, x, y, z, and the matrix |q|^2 R row by row, as polynomials.
using QuaternionCurve = std::array<IntervalBernstein, 4>;
QuaternionCurve quaternion_curve(const std::vector<Quat>& control);
std::array<IntervalBernstein, 9> matrix_of(const QuaternionCurve& q);
IntervalBernstein norm_sq_of(const QuaternionCurve& q);

}  // namespace graze
