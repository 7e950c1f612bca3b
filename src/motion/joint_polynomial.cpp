// SPDX-License-Identifier: MIT
// Question   What is a joint's value when it follows a polynomial, and how does it change?     [G3]
// Source     Horner's scheme; its error is below 2 n u sum |c_k| |s|^k (Higham 2002, section 5.1).
// Guarantee  Errors and enclosures are against the stored coefficients in real numbers.
// Changed    Enclosures by the mean value form: excess of second order in the span.
#include "motion/joint_polynomial.h"

#include <cmath>

#include "graze/math/interval_arithmetic.h"
#include "motion/rounding.h"

namespace graze {
namespace {

/// Small whole factors, so each coefficient is rounded once.
JointCoefficients derived(const JointCoefficients& c) {
  JointCoefficients next{};
  for (std::size_t k = 1; k < c.size(); ++k) next[k - 1] = double(k) * c[k];
  return next;
}

template <typename Number>
Number at(const JointCoefficients& c, const Number& s) {
  Number sum(c.back());
  for (std::size_t k = c.size() - 1; k-- > 0;) sum = sum * s + Number(c[k]);
  return sum;
}

/// The sum of the coefficients' sizes: bounds |value| for s in [0, 1].
double size_of_polynomial(const JointCoefficients& c) {
  double sum = 0.0;
  for (const double x : c) sum += std::fabs(x);
  return sum;
}

/// By its value in the middle and its slope: never worse than by intervals alone. Coefficients that
/// were rounded are off by `off` in all.
Interval enclosed(const JointCoefficients& c, const Interval& s, double off) {
  const Interval direct = at(c, s);
  const Interval middle(s.middle());
  const Interval mean = at(c, middle) + at(derived(c), s) * (s - middle);
  const Interval both = intersection(direct, mean).value_or(direct);
  const double slack = off + 4.0 * kU * size_of_polynomial(derived(c)) * s.width();
  return slack == 0.0 ? both : Interval(round_down(both.lo - slack), round_up(both.hi + slack));
}
}  // namespace

// Horner 10 u, the derivative's own coefficients u, s by its error; with room.
JointValue value_of(const JointCoefficients& c, const Parameter& p) {
  const JointCoefficients slope = derived(c), bend = derived(slope);
  const double slope_size = size_of_polynomial(slope), bend_size = size_of_polynomial(bend);
  return {at(c, p.s), at(slope, p.s),
          rounded_up(12.0 * kU * size_of_polynomial(c) + p.error * slope_size),
          rounded_up(14.0 * kU * slope_size + p.error * bend_size)};
}

JointBounds bounds_of(const JointCoefficients& c, const Interval& s) {
  const JointCoefficients slope = derived(c), bend = derived(slope);
  return {enclosed(c, s, 0.0), enclosed(slope, s, 2.0 * kU * size_of_polynomial(slope)),
          enclosed(bend, s, 4.0 * kU * size_of_polynomial(bend))};
}

}  // namespace graze
