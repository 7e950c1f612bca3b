// SPDX-License-Identifier: MIT
// Question   What is a joint's value when it follows polynomials, and how fast does it change? [G3]
// Source     Horner's scheme; its error is below 2 n u sum |c_k| |s|^k (Higham 2002, section 5.1).
// Guarantee  Errors and enclosures are against the stored coefficients in real numbers.
// Changed    Enclosures by the mean value form: excess of second order in the span.
#include "scene/joint_polynomial.h"

#include <algorithm>
#include <cmath>

#include "graze/math/interval_arithmetic.h"

namespace graze {
namespace {
constexpr double kU = kUnitRoundoff;
constexpr int kDegree = 5;

/// Coefficients of the n-th derivative with respect to s; small whole factors, so each is rounded
/// once.
struct Derivative {
  double c[kDegree + 1] = {};
};

Derivative derived(const Derivative& d) {
  Derivative next;
  for (int k = 1; k <= kDegree; ++k) next.c[k - 1] = k * d.c[k];
  return next;
}

Derivative value_of(const JointPolynomial& p) {
  Derivative d;
  std::copy(std::begin(p.c), std::end(p.c), std::begin(d.c));
  return d;
}

double at(const Derivative& d, double s) {
  double sum = d.c[kDegree];
  for (int k = kDegree; k-- > 0;) sum = sum * s + d.c[k];
  return sum;
}

Interval at(const Derivative& d, const Interval& s) {
  Interval sum(d.c[kDegree]);
  for (int k = kDegree; k-- > 0;) sum = sum * s + Interval(d.c[k]);
  return sum;
}

/// The sum of the coefficients' sizes: bounds |value| for s in [0, 1].
double size_of(const Derivative& d) {
  double sum = 0.0;
  for (const double c : d.c) sum += std::fabs(c);
  return sum;
}

JointValue value_in(const JointPolynomial& piece, double t) {
  const double width = piece.span.hi - piece.span.lo;
  const double s = std::clamp((t - piece.span.lo) / width, 0.0, 1.0);
  const Derivative value = value_of(piece), rate = derived(value), bend = derived(rate);
  JointValue result;
  result.value = at(value, s);
  result.rate = at(rate, s) / width;
  // Horner 10 u, s itself 3 u times the slope, the derivative's own coefficients u; with room.
  result.value_error = 1.01 * kU * (12.0 * size_of(value) + 4.0 * size_of(rate));
  result.rate_error = 1.01 * kU * (14.0 * size_of(rate) + 4.0 * size_of(bend)) / width +
                      4.0 * kU * std::fabs(result.rate);
  return result;
}

/// Index of the piece that holds at t: at a knot the later one.
std::size_t piece_at(const std::vector<JointPolynomial>& pieces, double t) {
  const auto after =
      std::upper_bound(pieces.begin(), pieces.end(), t,
                       [](double x, const JointPolynomial& p) { return x < p.span.lo; });
  return after == pieces.begin() ? 0 : static_cast<std::size_t>(after - pieces.begin()) - 1;
}

void cover(const JointValue& other, JointValue& value) {
  value.value_error =
      std::max(value.value_error, std::fabs(other.value - value.value) + other.value_error);
  value.rate_error =
      std::max(value.rate_error, std::fabs(other.rate - value.rate) + other.rate_error);
}

/// d over s by its value in the middle and its slope: never worse than by intervals alone.
Interval enclosed(const Derivative& d, const Interval& s) {
  const Interval direct = at(d, s);
  const Interval middle(s.middle());
  const Interval mean = at(d, middle) + at(derived(d), s) * (s - middle);
  return intersection(direct, mean).value_or(direct);
}

JointBounds bounds_in(const JointPolynomial& piece, const Interval& span) {
  const Interval width = Interval(piece.span.hi) - Interval(piece.span.lo);
  const Interval lo = (Interval(span.lo) - Interval(piece.span.lo)) / width;
  const Interval hi = (Interval(span.hi) - Interval(piece.span.lo)) / width;
  const Interval s(std::clamp(lo.lo, 0.0, 1.0), std::clamp(hi.hi, 0.0, 1.0));
  const Derivative value = value_of(piece), rate = derived(value), bend = derived(rate);
  // Derivatives' coefficients are rounded once each: u of their size.
  const auto inflated_by = [](const Interval& x, double by) {
    return Interval(round_down(x.lo - by), round_up(x.hi + by));
  };
  return {enclosed(value, s), inflated_by(enclosed(rate, s), 2.0 * kU * size_of(rate)) / width,
          inflated_by(enclosed(bend, s), 4.0 * kU * size_of(bend)) / width / width};
}
}  // namespace

JointValue value_at(const std::vector<JointPolynomial>& pieces, double t) {
  const std::size_t k = piece_at(pieces, t);
  JointValue value = value_in(pieces[k], t);
  if (k > 0 && t == pieces[k].span.lo) cover(value_in(pieces[k - 1], t), value);
  return value;
}

JointBounds bounds_over(const std::vector<JointPolynomial>& pieces, const Interval& span) {
  std::size_t k = piece_at(pieces, span.lo);
  JointBounds all =
      bounds_in(pieces[k], {span.lo, std::min(span.hi, std::max(span.lo, pieces[k].span.hi))});
  for (++k; k < pieces.size() && pieces[k].span.lo < span.hi; ++k) {
    const JointBounds more =
        bounds_in(pieces[k], {pieces[k].span.lo, std::min(span.hi, pieces[k].span.hi)});
    all = {hull(all.value, more.value), hull(all.rate, more.rate),
           hull(all.rate_dot, more.rate_dot)};
  }
  return all;
}

}  // namespace graze
