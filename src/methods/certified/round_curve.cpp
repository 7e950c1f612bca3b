// SPDX-License-Identifier: MIT
// Question   How far does a rational Bezier curve leave a circle?
// Source     X / W, Y / W is within e of the circle of radius R if |X^2 + Y^2 - R^2 W^2| is at most
//            e R W^2; Bernstein coefficients bound both sides.
// Guarantee  Never too small.
// Changed    -
#include "methods/certified/round_curve.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "methods/certified/axis_face.h"

namespace graze::certified {
namespace {
double choose(int n, int k) {
  double value = 1.0;
  for (int i = 1; i <= k; ++i) value = value * (n - k + i) / i;
  return value;
}
}  // namespace

double off_circle(std::span<const Vec3> arms, std::span<const double> weights, const Vec3& axis,
                  double radius) {
  const int degree = static_cast<int>(arms.size()) - 1;
  const auto weight = [&](std::size_t k) { return weights.empty() ? 1.0 : weights[k]; };
  std::vector<double> sums(static_cast<std::size_t>(2 * degree + 1), 0.0);
  std::vector<Vec3> across;
  double least = kInfinity, size = radius * radius;
  for (std::size_t k = 0; k < arms.size(); ++k) {
    across.push_back(arms[k] - axis * axis.dot(arms[k]));
    least = std::min(least, weight(k));
    size = std::max(size, across.back().squaredNorm() + kLengthError * arms[k].norm());
  }
  double most_weight = 0.0;
  for (int i = 0; i <= degree; ++i) {
    for (int j = 0; j <= degree; ++j) {
      const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
      most_weight = std::max(most_weight, weight(a) * weight(b));
      sums[a + b] += choose(degree, i) * choose(degree, j) / choose(2 * degree, i + j) * weight(a) *
                     weight(b) * (across[a].dot(across[b]) - radius * radius);
    }
  }
  double most = 0.0;
  for (const double sum : sums) most = std::max(most, std::fabs(sum));
  const double rounding = kLengthError * most_weight * size * 2.0;
  return (most + rounding) / (least * least * radius);
}

}  // namespace graze::certified
