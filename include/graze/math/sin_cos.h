// SPDX-License-Identifier: MIT
// Sine and cosine of our own: equal bits on every machine, with a proven error.              [C2]
//
// libm's differ between systems and state no bound. These use only + - * on doubles, without fused
// operations, and live in one .cpp so that no user's compiler flags reach them.
#pragma once
#include <graze/math/interval.h>

namespace graze {

/// Radians up to which sin_cos is accurate, either sign.
inline constexpr double kSinCosLimit = 1e8;

/// |computed - true| <= kSinCosError * |computed| for the sine and for the cosine of every double
/// within kSinCosLimit (plus half of the smallest double for a denormal sine). That is at most 0.9
/// of a unit in the last place.
inline constexpr double kSinCosError = 0x1.dp-53;

struct SinCos {
  double sin = 0.0;
  double cos = 1.0;
  double error = 0.0;  ///< bounds the absolute error of each: kSinCosError, or 2 beyond the limit
};

/// Beyond kSinCosLimit, for infinity and NaN: {0, 1} with error 2, a sound if useless answer.
SinCos sin_cos(double radians);

struct IntervalSinCos {
  Interval sin, cos;
};

/// Contain sine and cosine of every angle in `radians`; [-1, 1] if an end lies beyond kSinCosLimit.
/// Bounds are at most three doubles outside the exact ones; 0 gives exactly {0, 1}.
IntervalSinCos sin_cos(const Interval& radians);

inline Interval sin(const Interval& radians) { return sin_cos(radians).sin; }
inline Interval cos(const Interval& radians) { return sin_cos(radians).cos; }

/// Angle of the vector (x, y) in [-pi, pi]; 0 for the zero vector. Equal bits on every machine;
/// relative error at most 2^-51 in a million trials (tested, not proved: it makes motion
/// parameters, on whose digits no proof depends). Needs finite arguments whose quotient does not
/// underflow.
double atan2(double y, double x);

}  // namespace graze
