// SPDX-License-Identifier: MIT
// Question   Which polynomials are the numerators of a rational motion's pose and velocities?  [B1]
// Source     docs/methods/motions.md, section 9: R = N / |q|^2, w = 2 Im(q' q*) / |q|^2, x = X / v.
// Guarantee  Coefficients are enclosed by interval arithmetic; |q| and v are proved positive.
#include "motion/rational_polynomials.h"

#include <graze/base/error.h>

#include <algorithm>

namespace graze {
namespace {
constexpr double kLeastNormSq = 1e-8;  // of the largest control point's, so |q| >= 1e-4 of it
constexpr double kLeastWeight = 1e-8;

IntervalBernstein from_values(std::size_t count, const auto& value) {
  IntervalBernstein p{std::vector<Interval>(count)};
  for (std::size_t i = 0; i < count; ++i) p.coefficients[i] = value(i);
  return p;
}

template <std::size_t kCount>
Rows<kCount> rows_of(const std::array<IntervalBernstein, kCount>& p) {
  std::size_t size = 1;
  for (const IntervalBernstein& one : p) size = std::max(size, one.coefficients.size());
  Rows<kCount> rows{std::vector<std::array<double, kCount>>(size), 0.0};
  for (std::size_t k = 0; k < kCount; ++k) {
    const IntervalBernstein raised = elevated(p[k], int(size) - 1);
    for (std::size_t i = 0; i < size; ++i) {
      const Interval& c = raised.coefficients[i];
      rows.c[i][k] = c.middle();
      rows.error = std::fmax(rows.error, c.is_point() ? 0.0 : rounded_up(c.width()));
    }
  }
  return rows;
}

Rows<1> rows_of(const IntervalBernstein& p) { return rows_of(std::array<IntervalBernstein, 1>{p}); }

/// Imaginary part of p q*: q0 p - p0 q + q x p, in the vectors' components.
std::array<IntervalBernstein, 3> imaginary(const QuaternionCurve& p, const QuaternionCurve& q) {
  const auto component = [&](std::size_t a, std::size_t b, std::size_t c) {
    return (q[0] * p[a] - p[0] * q[a]) + (q[b] * p[c] - q[c] * p[b]);
  };
  return {component(1, 2, 3), component(2, 3, 1), component(3, 1, 2)};
}

QuaternionCurve slope_of(const QuaternionCurve& q) {
  return {derivative(q[0]), derivative(q[1]), derivative(q[2]), derivative(q[3])};
}

/// A lower bound on [0, 1] that is at least `wanted`, or zero if there is none.
double proved_least(const IntervalBernstein& p, double wanted, int depth = 40) {
  const double least = range(p).lo;
  if (least >= wanted) return least;
  const bool ends_below =
      p.coefficients.front().lo < wanted || p.coefficients.back().lo < wanted || depth == 0;
  if (ends_below) return 0.0;
  const auto [left, right] = split(p);
  const double first = proved_least(left, wanted, depth - 1);
  return first > 0.0 ? std::fmin(first, proved_least(right, wanted, depth - 1)) : 0.0;
}

template <typename Point, typename Size>
CurveSizes sizes_of(const std::vector<Point>& c, const Size& size) {
  CurveSizes sizes;
  const auto n = double(c.size() - 1);
  for (std::size_t i = 0; i < c.size(); ++i) {
    sizes.value = std::fmax(sizes.value, rounded_up(size(c[i])));
    if (i >= 1) sizes.first = std::fmax(sizes.first, rounded_up(n * size(c[i] - c[i - 1])));
    if (i >= 2) {
      const double bend = size((c[i] - c[i - 1]) - (c[i - 1] - c[i - 2]));
      // The differences' own rounding: a few ulps of the values.
      const double fuzz = 8.0 * kU * (size(c[i]) + 2.0 * size(c[i - 1]) + size(c[i - 2]));
      sizes.second = std::fmax(sizes.second, rounded_up(n * (n - 1.0) * (bend + fuzz)));
    }
  }
  return sizes;
}

void set_rotation(RationalPolynomials& polynomials, const RationalFormula& f) {
  const QuaternionCurve q = quaternion_curve(f.rotation), slope = slope_of(q);
  const IntervalBernstein norm_sq = norm_sq_of(q);
  std::vector<Eigen::Vector4d> control;
  for (const Quat& c : f.rotation) control.emplace_back(c.w(), c.x(), c.y(), c.z());
  polynomials.q = sizes_of(control, [](const Eigen::Vector4d& c) { return c.norm(); });
  polynomials.matrix = rows_of(matrix_of(q));
  polynomials.norm_sq = rows_of(norm_sq);
  polynomials.norm_sq_slope = rows_of(derivative(norm_sq));
  polynomials.spin = rows_of(imaginary(slope, q));
  polynomials.spin_slope = rows_of(imaginary(slope_of(slope), q));
  polynomials.least_norm_sq =
      proved_least(norm_sq, kLeastNormSq * polynomials.q.value * polynomials.q.value);
  if (polynomials.least_norm_sq == 0.0)
    throw InputError({"rotation", "quaternions that vanish, or nearly so, on the way",
                      "a curve of quaternions that stays 1e-4 of its size away from zero",
                      "negate one end's quaternion, or cut the motion into more pieces"});
}

void set_weight(RationalPolynomials& polynomials, const IntervalBernstein& v) {
  polynomials.weight = rows_of(v);
  polynomials.weight_slope = rows_of(derivative(v));
  polynomials.has_weight_slope = v.degree() > 0;
  polynomials.least_weight = proved_least(v, kLeastWeight * range(v).hi);
  if (!(polynomials.least_weight > 0.0))
    throw InputError({"weight", "a weight that vanishes, or nearly so, on the way",
                      "a weight above 1e-8 of its largest control point", ""});
}

void set_translation(RationalPolynomials& polynomials, const RationalFormula& f) {
  const IntervalBernstein v =
      from_values(f.weight.size(), [&](std::size_t i) { return Interval(f.weight[i]); });
  polynomials.x = sizes_of(f.translation, [](const Vec3& x) { return x.norm(); });
  polynomials.v = sizes_of(f.weight, [](double w) { return std::fabs(w); });
  set_weight(polynomials, v);
  std::array<IntervalBernstein, 3> position, speed, speed_slope;
  const IntervalBernstein v1 = derivative(v), v2 = derivative(v1);
  for (std::size_t k = 0; k < 3; ++k) {
    position[k] = from_values(f.translation.size(),
                              [&](std::size_t i) { return Interval(f.translation[i][int(k)]); });
    const IntervalBernstein x1 = derivative(position[k]), x2 = derivative(x1);
    speed[k] = polynomials.has_weight_slope ? x1 * v - position[k] * v1 : x1;
    speed_slope[k] = polynomials.has_weight_slope ? x2 * v - position[k] * v2 : x2;
  }
  polynomials.position = rows_of(position);
  polynomials.speed = rows_of(speed);
  polynomials.speed_slope = rows_of(speed_slope);
}
}  // namespace

QuaternionCurve quaternion_curve(const std::vector<Quat>& control) {
  const auto component = [&](const auto& of) {
    return from_values(control.size(), [&](std::size_t i) { return Interval(of(control[i])); });
  };
  return {component([](const Quat& q) { return q.w(); }),
          component([](const Quat& q) { return q.x(); }),
          component([](const Quat& q) { return q.y(); }),
          component([](const Quat& q) { return q.z(); })};
}

std::array<IntervalBernstein, 9> matrix_of(const QuaternionCurve& q) {
  std::array<std::array<IntervalBernstein, 4>, 4> p;  // products
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = i; j < 4; ++j) p[i][j] = q[i] * q[j];
  const auto twice = [](IntervalBernstein a) {
    for (Interval& c : a.coefficients) c = 2.0 * c;
    return a;
  };
  return {(p[0][0] + p[1][1]) - (p[2][2] + p[3][3]),
          twice(p[1][2] - p[0][3]),
          twice(p[1][3] + p[0][2]),
          twice(p[1][2] + p[0][3]),
          (p[0][0] + p[2][2]) - (p[1][1] + p[3][3]),
          twice(p[2][3] - p[0][1]),
          twice(p[1][3] - p[0][2]),
          twice(p[2][3] + p[0][1]),
          (p[0][0] + p[3][3]) - (p[1][1] + p[2][2])};
}

IntervalBernstein norm_sq_of(const QuaternionCurve& q) {
  return (q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]);
}

RationalPolynomials rational_polynomials(const RationalFormula& formula) {
  RationalPolynomials polynomials;
  set_rotation(polynomials, formula);
  set_translation(polynomials, formula);
  return polynomials;
}

}  // namespace graze
