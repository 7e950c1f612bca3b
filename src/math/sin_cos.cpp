// SPDX-License-Identifier: MIT
// Question   What are sine and cosine of a double, with the same bits on every machine?        [C2]
// Source     Cody and Waite 1980 (reduction by parts of pi/2), Taylor polynomials on [-pi/4, pi/4].
// Guarantee  Relative error at most kSinCosError up to kSinCosLimit; docs/methods/
//            interval_arithmetic.md has the proof. Interval results contain the true range.
// Changed    Five parts of pi/2 and error-free differences: the reduced angle is right to 2^-70 of
//            itself even next to a multiple of pi/2, so the quadrant of a double is known for sure.
#include "graze/math/sin_cos.h"

#include <cstdint>

#include "graze/math/interval_arithmetic.h"

namespace graze {
namespace {

// pi/2 = sum of kPiHalf. The first four have 27 bits, so their products with |k| < 2^26 are exact.
constexpr double kPiHalf[5] = {0x1.921fb54p+0, 0x1.10b461p-30, 0x1.a62633p-58, 0x1.45c06ep-86,
                               0x1.cd129024e088ap-115};
constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
constexpr double kRounder = 0x1.8p52;  // adding and subtracting it rounds to an integer

// Taylor coefficients, (-1)^k / n!, rounded to nearest.
constexpr double kSin[8] = {-0x1.5555555555555p-3,  0x1.1111111111111p-7,   -0x1.a01a01a01a01ap-13,
                            0x1.71de3a556c734p-19,  -0x1.ae64567f544e4p-26, 0x1.6124613a86d09p-33,
                            -0x1.ae7f3e733b81fp-41, 0x1.952c77030ad4ap-49};
constexpr double kCos[7] = {0x1.5555555555555p-5,   -0x1.6c16c16c16c17p-10, 0x1.a01a01a01a01ap-16,
                            -0x1.27e4fb7789f5cp-22, 0x1.1eed8eff8d898p-29,  -0x1.93974a8c07c9dp-37,
                            0x1.ae7f3e733b81fp-45};

/// angle = turns * pi/2 + hi + lo, |hi + lo| <= pi/4 (1 + 2^-20), lo at most half an ulp of hi.
struct ReducedAngle {
  std::int64_t turns;
  double hi, lo;
};

/// value - amount = difference + error exactly, for any two doubles (Knuth).
double subtract_exactly(double value, double amount, double& error) {
  const double difference = value - amount;
  const double virtual_amount = value - difference;
  const double virtual_value = difference + virtual_amount;
  error += (value - virtual_value) + (virtual_amount - amount);
  return difference;
}

ReducedAngle reduce(double x) {
  const double k = (x * kTwoOverPi + kRounder) - kRounder;
  if (k == 0.0) return {0, x, 0.0};
  double lo = 0.0;
  double hi = x;
  for (const double part : kPiHalf) hi = subtract_exactly(hi, k * part, lo);
  const double sum = hi + lo;
  return {static_cast<std::int64_t>(k), sum, lo - (sum - hi)};
}

template <std::size_t count>
double polynomial(const double (&coefficients)[count], double z) {
  double value = coefficients[count - 1];
  for (std::size_t i = count - 1; i-- > 0;) value = value * z + coefficients[i];
  return value;
}

double sin_reduced(const ReducedAngle& r) {
  const double z = r.hi * r.hi;
  return r.hi + ((z * r.hi) * polynomial(kSin, z) + r.lo * (1.0 - 0.5 * z));
}

double cos_reduced(const ReducedAngle& r) {
  const double z = r.hi * r.hi;
  const double half = 0.5 * z;
  const double head = 1.0 - half;
  return head + (((1.0 - head) - half) + ((z * z) * polynomial(kCos, z) - r.hi * r.lo));
}

SinCos sin_cos_reduced(const ReducedAngle& r) {
  const double s = sin_reduced(r);
  const double c = cos_reduced(r);
  const bool swapped = (r.turns & 1) != 0;
  const double sine = swapped ? c : s;
  const double cosine = swapped ? s : c;
  return {(r.turns & 2) != 0 ? -sine : sine, ((r.turns + 1) & 2) != 0 ? -cosine : cosine,
          kSinCosError};
}

/// The double x lies in [q pi/2, (q + 1) pi/2]: the sign of the reduced angle is certain.
std::int64_t quadrant(const ReducedAngle& r) { return r.hi < 0.0 ? r.turns - 1 : r.turns; }

/// Quadrants from `first` to `last` have a boundary j pi/2 between them with j = residue mod 4.
bool passes(std::int64_t first, std::int64_t last, std::int64_t residue) {
  return ((residue - first - 1) & 3) < last - first;
}

/// Contains the true value of which `computed` is the approximation. The term is 1 to 2 ulps.
Interval enclose(double computed) {
  const double error = 0x1p-52 * std::fabs(computed) + kSmallestDouble;
  return {std::max(-1.0, computed - error), std::min(1.0, computed + error)};
}

Interval between(double at_lo, double at_hi, bool through_minus_one, bool through_one) {
  const Interval ends = hull(enclose(at_lo), enclose(at_hi));
  return {through_minus_one ? -1.0 : ends.lo, through_one ? 1.0 : ends.hi};
}

bool in_range(double x) { return std::fabs(x) <= kSinCosLimit; }  // false for NaN

}  // namespace

SinCos sin_cos(double radians) {
  if (!in_range(radians)) return {0.0, 1.0, 2.0};
  return sin_cos_reduced(reduce(radians));
}

IntervalSinCos sin_cos(const Interval& radians) {
  if (radians.lo == 0.0 && radians.hi == 0.0) return {0.0, 1.0};
  if (!in_range(radians.lo) || !in_range(radians.hi)) return {{-1.0, 1.0}, {-1.0, 1.0}};
  const ReducedAngle lo = reduce(radians.lo);
  const ReducedAngle hi = radians.is_point() ? lo : reduce(radians.hi);
  const SinCos at_lo = sin_cos_reduced(lo);
  const SinCos at_hi = radians.is_point() ? at_lo : sin_cos_reduced(hi);
  const std::int64_t first = quadrant(lo);
  const std::int64_t last = quadrant(hi);
  return {between(at_lo.sin, at_hi.sin, passes(first, last, 3), passes(first, last, 1)),
          between(at_lo.cos, at_hi.cos, passes(first, last, 2), passes(first, last, 0))};
}

}  // namespace graze
