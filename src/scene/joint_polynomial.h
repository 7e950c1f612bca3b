// SPDX-License-Identifier: MIT
// A joint's value as polynomials of time: with error bounds at an instant, with bounds over a span.
#pragma once
#include <vector>

#include "graze/math/interval.h"
#include "graze/scene/joint_trajectory.h"

namespace graze {

/// Value and rate with bounds of their errors against the polynomial in real numbers.
struct JointValue {
  double value = 0.0;
  double rate = 0.0;  ///< per second
  double value_error = 0.0;
  double rate_error = 0.0;
};

/// At a knot the later piece, with errors that cover the earlier one, too.
JointValue value_at(const std::vector<JointPolynomial>& pieces, double t);

/// Contain what the value, its rate and its second derivative are during the span, in all pieces
/// that have more than an end in common with it.
struct JointBounds {
  Interval value;
  Interval rate;      ///< per second
  Interval rate_dot;  ///< per second squared
};
JointBounds bounds_over(const std::vector<JointPolynomial>& pieces, const Interval& span);

}  // namespace graze
