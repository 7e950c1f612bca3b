// SPDX-License-Identifier: MIT
// Control nets of parts of rational Bezier curves and patches, by de Casteljau over intervals.
#pragma once
#include <array>
#include <vector>

#include "graze/math/interval_pose.h"

namespace graze::surface {

/// A control point times its weight, and the weight.
struct WeightedPoint {
  IntervalVec3 point;
  Interval weight = 1.0;
};

/// As many points in each of `rows` rows; row by row.
struct ControlNet {
  int rows = 1, columns = 1;
  std::vector<WeightedPoint> points;
  WeightedPoint& at(int row, int column) {
    return points[static_cast<std::size_t>(row * columns + column)];
  }
  const WeightedPoint& at(int row, int column) const {
    return points[static_cast<std::size_t>(row * columns + column)];
  }
};

/// The part over a sub-interval of [0, 1] along the columns (the index within a row), the rows.
void restrict_columns(ControlNet& net, const Interval& t);
void restrict_rows(ControlNet& net, const Interval& t);

/// Places of the control points: with positive weights the curve is in their convex hull. A weight
/// that is not has its point anywhere.
IntervalVec3 place(const WeightedPoint& p);

/// >= how far a rational curve or patch gets from the bilinear one through the corners (lo, lo),
/// (hi, lo), (lo, hi), (hi, hi), at the same parameters. Control points alone are not enough:
/// weights move the points of a flat patch, too.
double farthest_from_bilinear(const ControlNet& net, const std::array<IntervalVec3, 4>& corners);

}  // namespace graze::surface
