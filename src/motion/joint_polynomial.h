// SPDX-License-Identifier: MIT
// A joint's value as a polynomial of s in [0, 1]: with errors at a parameter, with bounds over
// many.
#pragma once
#include <graze/math/interval.h>
#include <graze/motion/motion_kinds.h>

#include "motion/turn.h"

namespace graze {

/// Value and slope (per unit of s) with bounds of their errors against the polynomial in real
/// numbers.
struct JointValue {
  double value = 0.0;
  double slope = 0.0;
  double value_error = 0.0;
  double slope_error = 0.0;
};
JointValue value_of(const JointCoefficients& c, const Parameter& p);

/// Contain the value and its first two derivatives with respect to s.
struct JointBounds {
  Interval value;
  Interval slope;
  Interval bend;
};
JointBounds bounds_of(const JointCoefficients& c, const Interval& s);

}  // namespace graze
