// SPDX-License-Identifier: MIT
// Question   What is the angle of a vector, with the same bits on every machine?               [C2]
// Source     One correction step: if a is near the angle, sin(angle - a) = y cos a - x sin a.
// Guarantee  Equal bits everywhere. Relative error at most 2^-51, by test.
// Changed    Nothing to compare with: rests on our sin_cos, sqrt and + - * / alone.
#include "graze/math/sin_cos.h"

namespace graze {
namespace {

constexpr double kPiHigh = 0x1.921fb54442d18p+1;
constexpr double kPiLow = 0x1.1a62633145c07p-53;

/// Angle of (x, y) with 0 <= y <= x, x > 0: in [0, pi/4].
double first_octant(double y, double x) {
  const double t = y / x;
  const double guess = t / (1.0 + 0.28125 * t * t);  // off by less than 0.005
  const double length = std::sqrt(1.0 + t * t);
  const SinCos at = sin_cos(guess);
  const double d = (t * at.cos - at.sin) / length;
  const double z = d * d;
  return guess + (d + d * z * (1.0 / 6.0 + z * 0.075));  // asin; the next term is below 1e-17
}

}  // namespace

double atan2(double y, double x) {
  const double ax = std::fabs(x);
  const double ay = std::fabs(y);
  if (ax == 0.0 && ay == 0.0) return 0.0;
  double angle =
      ay <= ax ? first_octant(ay, ax) : (0.5 * kPiHigh - first_octant(ax, ay)) + 0.5 * kPiLow;
  if (x < 0.0) angle = (kPiHigh - angle) + kPiLow;
  return y < 0.0 ? -angle : angle;
}

}  // namespace graze
