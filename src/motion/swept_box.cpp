// SPDX-License-Identifier: MIT
// Question   Where can a moving box be during a span, and can it reach another?           [C2, C8]
// Source     Inequality (T) of docs/methods/certified.md about the middle of the span: along a
//            direction n a box that moves uniformly has a support that is convex in time, so its
//            ends decide; what bends away from uniform motion is at most sup |n . x''| half^2 / 2.
// Guarantee  Contains the truth, rounding included; `surely_apart` is a proof.
#include <algorithm>
#include <cmath>

#include "graze/motion/motion_sample.h"
#include "motion/curves.h"
#include "motion/rounding.h"

namespace graze {
namespace {
constexpr double kSlack = 1e-14;  // 90 roundings: more than any sum below has

Vec3 crossed(const Vec3& a, const Vec3& b) {
  return {a.y() * b.z() - a.z() * b.y(), a.z() * b.x() - a.x() * b.z(),
          a.x() * b.y() - a.y() * b.x()};
}

double dot(const Vec3& a, const Vec3& b) { return (a.x() * b.x() + a.y() * b.y()) + a.z() * b.z(); }

/// >= what positions computed for the middle and carried on uniformly can be off.
double error_of(const MotionState& m, double half, double reach) {
  const double spin = size_of(m.twist.angular);
  const double position = m.rotation_error * reach + m.translation_error;
  const double velocity =
      1.01 * (m.angular_error + spin * m.rotation_error) * reach + m.linear_error;
  const double size =
      reach + size_of(m.pose.translation) + half * (size_of(m.twist.linear) + spin * reach);
  return rounded_up(position + half * velocity + kSlack * size);
}

/// >= the bend of any point's path along unit n.
double bend_along(const SweptBox& box, const Vec3& n) {
  if (box.turning == 0.0 || box.axis.isZero(0.0)) return box.straight + box.turning;
  const double along = dot(n, box.axis);
  // What is added covers that n and the axis are unit vectors up to 1e-14 only.
  const double across = std::sqrt(std::fmax(0.0, 1.0 - along * along) + 1e-14) + 1e-13;
  return box.straight + std::fmin(1.001, across) * box.turning;
}

/// Half the extent along n at the end of the span (begin: negative half).
double reach_along(const SweptBox& box, const Vec3& n, double half) {
  double sum = 0.0;
  for (int k = 0; k < 3; ++k) {
    sum += std::fabs(dot(n, box.arms.col(k)) + half * dot(n, box.rates.col(k)));
  }
  return sum;
}

/// n keeps the boxes apart by more than `gap`. |n| is 1 up to rounding.
bool separates(const Vec3& n, const SweptBox& a, const SweptBox& b, double gap) {
  const double apart = dot(n, b.centre - a.centre), closing = dot(n, b.velocity - a.velocity);
  const double half = a.half > b.half ? a.half : b.half;  // one that stands still has none
  // Where `apart` is negative the other side of n is asked, which is the same as -n.
  const double middle = std::fabs(apart), rate = apart < 0.0 ? -closing : closing;
  const double needed = 1.000001 * (gap + a.error + b.error);
  const double first = middle - half * rate - reach_along(a, n, -half) - reach_along(b, n, -half);
  if (!(first > needed)) return false;
  const double last = middle + half * rate - reach_along(a, n, half) - reach_along(b, n, half);
  if (!(last > needed)) return false;
  const double least = first < last ? first : last;
  return least > needed + 1.000001 * (bend_along(a, n) + bend_along(b, n));
}
/// In the middle of the span the boxes overlap by so much along the line of their centres that
/// other directions rarely help: not worth asking. Of 53,000 pairs of a crowd that only these
/// prove apart, fewer than 1 in 100 are given up for it, and half of those that nothing separates
/// are done with sooner.
bool is_deep(const Vec3& n, double distance, const SweptBox& a, const SweptBox& b) {
  constexpr double kDeep = 0.25;
  return distance < (1.0 - kDeep) * (reach_along(a, n, 0.0) + reach_along(b, n, 0.0));
}
}  // namespace

SweptBox swept_box(const MotionSample& sample, const Box& box_body) {
  const MotionState& m = sample.middle;
  const MotionBounds& b = sample.bounds;
  SweptBox box;
  box.half = sample.half;
  const Vec3 arm = times(m.pose.rotation, box_body.centre);
  box.centre = arm + m.pose.translation;
  box.velocity = m.twist.linear + crossed(m.twist.angular, arm);
  for (int k = 0; k < 3; ++k) {
    const Vec3 half_axis = box_body.half_size[k] * Vec3(box_body.axes.col(k));
    const Vec3 turned = times(m.pose.rotation, half_axis);
    box.arms.col(k) = turned;
    box.rates.col(k) = crossed(m.twist.angular, turned);
  }
  const double reach = size_of(box_body.centre) + 1.75 * size_of(box_body.half_size);
  box.error = error_of(m, sample.half, reach);
  const Vec3 from_reference = box_body.centre - b.reference;
  const double slack = kSlack * (size_of(box_body.centre) + size_of(b.reference));
  const double radius = 1.000001 * box_body.radius();
  const double distance = rounded_up(from_reference.norm() + radius + slack);
  const double square = 0.5 * sample.half * sample.half;
  box.straight = rounded_up(b.acceleration * square);
  box.turning = rounded_up(b.curvature * square * distance);
  box.axis = Vec3::Zero();
  if (b.axis && b.axis_error <= 1e-14) {
    box.axis = *b.axis;
    const Vec3 axis_body = transpose_times(m.pose.rotation, *b.axis);
    const double off = 2.0 * (b.axis_error + m.rotation_error) + 16.0 * kU;
    const double to_axis =
        crossed(axis_body, from_reference).norm() + radius + slack + off * size_of(from_reference);
    box.turning = rounded_up(b.curvature * square * std::fmin(distance, to_axis));
  }
  box.ball_centre = m.pose * b.reference;
  box.ball_radius = rounded_up(distance + sample.half * b.speed + box.error +
                               m.rotation_error * size_of(b.reference) +
                               kSlack * (size_of(b.reference) + size_of(m.pose.translation)));
  return box;
}

Aabb bounds_of(const SweptBox& box, double padding) {
  Aabb bounds;
  for (int k = 0; k < 3; ++k) {
    const Vec3 n = Vec3::Unit(k);
    const double more = rounded_up(bend_along(box, n) + box.error + padding);
    double lo = kInfinity, hi = -kInfinity;
    for (const double half : {-box.half, box.half}) {
      const double middle = box.centre[k] + half * box.velocity[k];
      double reach = 0.0;
      for (int j = 0; j < 3; ++j) reach += std::fabs(box.arms(k, j) + half * box.rates(k, j));
      lo = std::fmin(lo, middle - reach);
      hi = std::fmax(hi, middle + reach);
    }
    const double ball = rounded_up(box.ball_radius + padding);
    bounds.lo[k] = std::fmax(round_down(lo - more), round_down(box.ball_centre[k] - ball));
    bounds.hi[k] = std::fmin(round_up(hi + more), round_up(box.ball_centre[k] + ball));
  }
  return bounds;
}

bool surely_apart(const SweptBox& a, const SweptBox& b, double gap) {
  const Vec3 between = b.centre - a.centre;
  const double distance = between.norm();
  if (distance > 0.0) {
    const Vec3 n = between / distance;
    if (separates(n, a, b, gap)) return true;
    if (is_deep(n, distance, a, b)) return false;
  }
  for (const SweptBox* box : {&a, &b}) {
    for (int k = 0; k < 3; ++k) {
      const Vec3 axis = box->arms.col(k);
      const double length = axis.norm();
      if (length > 0.0 && separates(axis / length, a, b, gap)) return true;
    }
  }
  return false;
}

}  // namespace graze
