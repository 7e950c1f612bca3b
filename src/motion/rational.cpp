// SPDX-License-Identifier: MIT
// Question   Where is a body whose pose is a quotient of polynomials, and how fast and how bent is
//            its way?                                                                          [B1]
// Source     RationalFormula in motion_kinds.h; docs/methods/motions.md, section 9.
// Guarantee  Errors, enclosures and bounds are against the formula in real numbers.
// Changed    Bounds over a span are those of control polygons cut to the span: no sampling.
#include <algorithm>
#include <cmath>

#include "motion/curves.h"
#include "motion/rational_polynomials.h"
#include "motion/rounding.h"

namespace graze {
namespace {
using Vec4 = Eigen::Vector4d;

/// Value and derivative of a curve with control points of kSize components, by de Casteljau.
template <int kSize>
struct Jet {
  Eigen::Matrix<double, kSize, 1> value, slope;
};

template <int kSize, typename At>
Jet<kSize> jet_of(std::size_t count, const At& at, double s) {
  Eigen::Matrix<double, kSize, 1> c[kMaxTranslationDegree + 1];
  for (std::size_t i = 0; i < count; ++i) c[i] = at(i);
  for (std::size_t last = count - 1; last > 1; --last)
    for (std::size_t i = 0; i < last; ++i) c[i] = (1.0 - s) * c[i] + s * c[i + 1];
  if (count == 1) return {c[0], Eigen::Matrix<double, kSize, 1>::Zero()};
  return {(1.0 - s) * c[0] + s * c[1], double(count - 1) * (c[1] - c[0])};
}

/// Errors of a computed value and slope: 3.01u an entry and level, entries as a vector at most
/// twice the longest control point; and what the parameter's error does.
struct JetError {
  double value, slope;
};

JetError error_of(const CurveSizes& sizes, std::size_t count, const Parameter& p) {
  if (count == 1) return {0.0, 0.0};
  const double levels = 6.1 * double(count - 1) * kU * sizes.value;
  const double slope = count == 2 ? 2.1 * kU * sizes.first
                                  : 2.0 * double(count - 1) * levels + p.error * sizes.second;
  return {rounded_up(levels + p.error * sizes.first), rounded_up(slope)};
}

void set_rotation(MotionState& state, const RationalCurve& curve, const Parameter& p) {
  const auto& control = curve.formula.rotation;
  const auto at = [&](std::size_t i) {
    return Vec4(control[i].w(), control[i].x(), control[i].y(), control[i].z());
  };
  const auto [q, d] = jet_of<4>(control.size(), at, p.s);
  const JetError off = error_of(curve.polynomials->q, control.size(), p);
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  const double norm_sq = (w * w + x * x) + (y * y + z * z);
  const double scale = 2.0 / norm_sq;
  const double xx = scale * x * x, yy = scale * y * y, zz = scale * z * z;
  const double xy = scale * x * y, xz = scale * x * z, yz = scale * y * z;
  const double wx = scale * w * x, wy = scale * w * y, wz = scale * w * z;
  state.pose.rotation << 1.0 - (yy + zz), xy - wz, xz + wy, xy + wz, 1.0 - (xx + zz), yz - wx,
      xz - wy, yz + wx, 1.0 - (xx + yy);
  state.twist.angular = scale * Vec3((w * d[1] - d[0] * x) + (y * d[3] - z * d[2]),
                                     (w * d[2] - d[0] * y) + (z * d[1] - x * d[3]),
                                     (w * d[3] - d[0] * z) + (x * d[2] - y * d[1]));
  const double length = std::sqrt(norm_sq) - 1.01 * off.value;  // <= |q|, positive by construction
  const double relative = off.value / length;
  const double slope = (std::fabs(d[0]) + std::fabs(d[1])) + (std::fabs(d[2]) + std::fabs(d[3]));
  state.rotation_error = rounded_up(2.2 * relative + 40.0 * kU);
  state.angular_error =
      rounded_up(2.0 * (off.slope + (slope + off.slope) * (3.3 * relative + 20.0 * kU)) / length);
}

void set_translation(MotionState& state, const RationalCurve& curve, const Parameter& p) {
  const RationalFormula& f = curve.formula;
  const auto [X, X1] = jet_of<3>(
      f.translation.size(), [&](std::size_t i) { return f.translation[i]; }, p.s);
  const auto [v_, v1_] = jet_of<1>(
      f.weight.size(), [&](std::size_t i) { return Eigen::Matrix<double, 1, 1>(f.weight[i]); },
      p.s);
  const double v = v_[0], v1 = v1_[0];
  const JetError x_off = error_of(curve.polynomials->x, f.translation.size(), p);
  const JetError v_off = error_of(curve.polynomials->v, f.weight.size(), p);
  state.pose.translation = X / v;
  state.twist.linear = (X1 - state.pose.translation * v1) / v;
  const double least = v - 1.01 * v_off.value;
  const double x = size_of(state.pose.translation), speed = size_of(state.twist.linear);
  const bool exact = v == 1.0 && f.weight.size() == 1;
  state.translation_error =
      rounded_up((x_off.value + x * v_off.value) / least + (exact ? 0.0 : 1.01 * kU * x));
  const double numerator = x_off.slope + x * v_off.slope +
                           1.01 * state.translation_error * (std::fabs(v1) + v_off.slope) +
                           (exact ? 0.0 : 4.0 * kU * (size_of(X1) + x * std::fabs(v1)));
  state.linear_error = rounded_up(numerator / least +
                                  speed * (1.01 * v_off.value / least + (exact ? 0.0 : 2.1 * kU)));
}

/// To the range of an entry of a rotation, plus an ulp: an oracle may round, too.
Interval clamped(const Interval& x) {
  constexpr double kMost = 1.0 + 0x1p-52;
  return {std::fmax(x.lo, -kMost), std::fmin(x.hi, kMost)};
}

/// x has a fixed direction of rotation if all quaternions turn about one coordinate axis.
std::optional<Vec3> coordinate_axis(const std::vector<Quat>& control) {
  for (int axis = 0; axis < 3; ++axis) {
    const auto turns_about = [&](const Quat& q) {
      return q.vec()[(axis + 1) % 3] == 0.0 && q.vec()[(axis + 2) % 3] == 0.0;
    };
    if (std::all_of(control.begin(), control.end(), turns_about)) return Vec3(Vec3::Unit(axis));
  }
  return std::nullopt;
}

void bound_rotation(MotionBounds& b, const RationalCurve& curve, const Interval& s) {
  const RationalPolynomials& p = *curve.polynomials;
  if (curve.formula.rotation.size() == 1) {
    b.curvature = 0.0;
    return;
  }
  const double least = std::fmax(part_of(p.norm_sq, s).range(0).lo, p.least_norm_sq);
  b.angular_speed = rounded_up(2.0 * part_of(p.spin, s).most() / least);
  b.angular_acceleration = rounded_up((2.0 * part_of(p.spin_slope, s).most() +
                                       b.angular_speed * part_of(p.norm_sq_slope, s).most()) /
                                      least);
  if (const auto axis = coordinate_axis(curve.formula.rotation)) b.axis = axis;
}

void bound_translation(MotionBounds& b, const RationalCurve& curve, const Interval& s) {
  const RationalPolynomials& p = *curve.polynomials;
  const double v = std::fmax(part_of(p.weight, s).range(0).lo, p.least_weight);
  const double first = part_of(p.speed, s).most(), second = part_of(p.speed_slope, s).most();
  if (!p.has_weight_slope) {
    b.speed = rounded_up(first / v);
    b.acceleration = rounded_up(second / v);
    return;
  }
  b.speed = rounded_up(first / (v * v));
  b.acceleration =
      rounded_up(second / (v * v) + 2.0 * b.speed * part_of(p.weight_slope, s).most() / v);
}
}  // namespace

RationalCurve make_curve(const RationalFormula& formula) {
  return {formula, std::make_shared<const RationalPolynomials>(rational_polynomials(formula))};
}

MotionState state_of(const RationalCurve& curve, const Parameter& p) {
  MotionState state;
  set_rotation(state, curve, p);
  set_translation(state, curve, p);
  return state;
}

IntervalPose pose_over(const RationalCurve& curve, const Interval& s) {
  const RationalPolynomials& p = *curve.polynomials;
  const auto at_least = [](Interval range, double least) {
    return Interval(std::fmax(range.lo, least), std::fmax(range.hi, least));
  };
  const Interval norm_sq = at_least(part_of(p.norm_sq, s).range(0), p.least_norm_sq);
  const Interval weight = at_least(part_of(p.weight, s).range(0), p.least_weight);
  const PartRows<9> matrix = part_of(p.matrix, s);
  const PartRows<3> position = part_of(p.position, s);
  IntervalPose pose;
  for (std::size_t k = 0; k < 9; ++k)
    pose.rotation(int(k / 3), int(k % 3)) = clamped(matrix.range(k) / norm_sq);
  for (std::size_t k = 0; k < 3; ++k) {
    const Interval range = position.range(k);
    pose.translation[int(k)] = weight.is_point() && weight.lo == 1.0 ? range : range / weight;
  }
  return pose;
}

IntervalVec3 point_over(const RationalCurve& curve, const Interval& s, const IntervalVec3& p) {
  return pose_over(curve, s) * p;
}

MotionBounds bounds_of(const RationalCurve& curve, const Interval& s) {
  MotionBounds b;
  bound_rotation(b, curve, s);
  bound_translation(b, curve, s);
  return b;
}

}  // namespace graze
