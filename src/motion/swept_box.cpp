// SPDX-License-Identifier: MIT
// Question   Where can a moving box be during a span, and can it reach another?           [C2, C8]
// Source     Inequality (T) of docs/methods/certified.md about the middle of the span: along a
//            direction n a box that moves uniformly has a support that is convex in time, so its
//            ends decide; what bends away from uniform motion is at most sup |n . x''| half^2 / 2.
//            A ball about the box's centre bounds what is in both: its support does not change.
// Guarantee  Contains the truth, rounding included; `surely_apart` is a proof.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "graze/motion/motion_sample.h"
#include "motion/curves.h"
#include "motion/products.h"
#include "motion/rounding.h"

namespace graze {
namespace {
/// Four numbers as two registers that every x86-64 and ARM has.
typedef double Two __attribute__((vector_size(16)));
typedef long long TwoBits __attribute__((vector_size(16)));
struct Four {
  Two low, high;
  double last() const { return high[1]; }
};
Four operator+(const Four& a, const Four& b) { return {a.low + b.low, a.high + b.high}; }
Four operator-(const Four& a, const Four& b) { return {a.low - b.low, a.high - b.high}; }
Four operator*(double s, const Four& a) { return {s * a.low, s * a.high}; }

Four load(const double (&row)[4]) {
  Four v;
  std::memcpy(&v, row, sizeof v);
  return v;
}
void store(const Four& v, double (&row)[4]) { std::memcpy(row, &v, sizeof v); }

Two abs(Two v) { return (Two)((TwoBits)v & 0x7fffffffffffffffLL); }

/// |first| + |second| + |third|
double extent(const Four& v) {
  const Two low = abs(v.low), high = abs(v.high);
  return low[0] + low[1] + high[0];
}

constexpr double kSlack = 1e-14;         // 90 roundings: more than any sum below has
constexpr double kWorthAnAxis = 1e-3;    // in radii: smaller bends need no closer look
constexpr double kLeastLength = 1e-290;  // shorter axes have too few digits for a direction

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

/// >= the bend of any point's path along unit n, of which `along` is the part along the axis.
double bend_along(const SweptBox& box, double along) {
  // What is added covers that n and the axis are unit vectors up to 1e-14 only.
  const double rest = 1.0 - along * along;
  const double across = std::sqrt((rest > 0.0 ? rest : 0.0) + 1e-14) + 1e-13;
  return box.straight + (across < 1.001 ? across : 1.001) * box.turning;
}

double bend_along(const SweptBox& box, const Vec3& n) {
  if (box.turning == 0.0 || box.axis.isZero(0.0)) return box.straight + box.turning;
  return bend_along(box, dot(n, box.axis));
}

Four times(const Vec3& n, const SweptBox::Rows& rows) {
  return n.x() * load(rows[0]) + n.y() * load(rows[1]) + n.z() * load(rows[2]);
}

/// Along a direction, at the start and at the end of the span: the centre's place, and how far
/// points reach from it.
struct Shadow {
  double centre[2], reach[2];
};

Shadow shadow_of(const SweptBox& box, const Four& place, const Four& travel) {
  const Four begin = place - travel, end = place + travel;
  const double at_begin = extent(begin), at_end = extent(end);
  // Each bound holds for all of the span on its own; for both ends the same one must be taken.
  const bool is_round = at_begin + at_end > 2.0 * box.radius;
  return {{begin.last(), end.last()},
          {is_round ? box.radius : at_begin, is_round ? box.radius : at_end}};
}

/// Two boxes along a direction, |n| = 1 up to rounding.
class Direction {
 public:
  Direction(const Vec3& n, const SweptBox& a, const SweptBox& b)
      : n_(n), a_(a), b_(b), place_a_(times(n, a.place)), place_b_(times(n, b.place)) {}

  /// The boxes stay apart by more than `gap`.
  bool separates(double gap) const {
    const double needed = 1.000001 * (gap + a_.error + b_.error);
    // Gaps are concave in time: where there is none in the middle, there is none at an end.
    return distance() - reach() > needed && separates_ends(needed);
  }

  /// In the middle of the span the boxes overlap so much that other directions rarely help. Of
  /// 53,000 pairs of a crowd that only these prove apart, fewer than 1 in 100 are given up by this,
  /// and half of those that nothing separates end sooner.
  bool is_deep() const { return distance() < 0.75 * reach(); }

 private:
  double distance() const { return std::fabs(place_b_.last() - place_a_.last()); }
  double reach() const {
    return std::min(a_.radius, extent(place_a_)) + std::min(b_.radius, extent(place_b_));
  }

  bool separates_ends(double needed) const {
    const double half = a_.half > b_.half ? a_.half : b_.half;  // one that stands still has none
    const Shadow of_a = shadow_of(a_, place_a_, half * times(n_, a_.rate));
    const Shadow of_b = shadow_of(b_, place_b_, half * times(n_, b_.rate));
    const double begin = of_b.centre[0] - of_a.centre[0], end = of_b.centre[1] - of_a.centre[1];
    const double side = begin + end < 0.0 ? -1.0 : 1.0;  // where b is in the middle
    const double first = side * begin - of_a.reach[0] - of_b.reach[0];
    const double last = side * end - of_a.reach[1] - of_b.reach[1];
    const double least = first < last ? first : last;
    if (!(least > needed)) return false;
    return least > needed + 1.000001 * (bend_along(a_, n_) + bend_along(b_, n_));
  }

  Vec3 n_;
  const SweptBox &a_, &b_;
  Four place_a_, place_b_;  // in the middle of the span
};

Vec3 column(const SweptBox::Rows& rows, int k) { return {rows[0][k], rows[1][k], rows[2][k]}; }

/// Balls about the centres in the middle of the span, which nothing leaves, do not meet. Cheaper
/// than any direction, and enough for most bodies that are nearly round. Squares that vanish are of
/// lengths below 1e-160.
bool balls_apart(const SweptBox& a, const SweptBox& b, double distance_sq, double gap) {
  const double needed = 1.000001 * (gap + a.whole_radius + b.whole_radius);
  return distance_sq > 1e-300 && distance_sq > needed * needed;
}

/// The least that the box, cut to its ball, reaches from its centre along any direction.
double least_reach(const SweptBox& box) {
  return std::min(std::min(box.radius, box.lengths[0]), std::min(box.lengths[1], box.lengths[2]));
}

/// One of the half axes of `box`, which is a or b, separates them. Where the centres are not
/// farther apart along an axis than both boxes reach, no closer look is taken.
bool axes_separate(const SweptBox& box, const SweptBox& a, const SweptBox& b, const Vec3& between,
                   double gap) {
  const double other = least_reach(&box == &a ? b : a);
  for (int k = 0; k < 3; ++k) {
    const Vec3 axis = column(box.place, k);
    const double length = box.lengths[k];
    const double reach = std::min(length, box.radius) + other;
    if (!(std::fabs(dot(axis, between)) > length * reach) || length < kLeastLength) continue;
    // A given matrix is orthonormal up to 1e-12 only, a direction up to rounding.
    const Vec3 along = axis / length;
    if (Direction(along / std::sqrt(dot(along, along)), a, b).separates(gap)) return true;
  }
  return false;
}

/// Coordinate k of the half axes and the centre, in the body frame.
Four body_row(const Box& box, int k) {
  const Vec3& half = box.half_size;
  return {Two{half[0] * box.axes(k, 0), half[1] * box.axes(k, 1)},
          Two{half[2] * box.axes(k, 2), box.centre[k]}};
}

Four with_last(const Four& v, double last) { return {v.low, Two{v.high[0], last}}; }

/// Half axes and centre in the middle of the span, and their rates.
void place(const MotionState& m, const Box& box_body, SweptBox& box) {
  const Four body[3] = {body_row(box_body, 0), body_row(box_body, 1), body_row(box_body, 2)};
  const Mat3& r = m.pose.rotation;
  Four turned[3];
  for (int k = 0; k < 3; ++k) {
    turned[k] = r(k, 0) * body[0] + r(k, 1) * body[1] + r(k, 2) * body[2];
  }
  const Vec3& w = m.twist.angular;
  for (int k = 0; k < 3; ++k) {
    const int i = k == 2 ? 0 : k + 1, j = k == 0 ? 2 : k - 1;
    const Four rate = w[i] * turned[j] - w[j] * turned[i];
    store(with_last(rate, m.twist.linear[k] + rate.last()), box.rate[k]);
  }
  for (int k = 0; k < 3; ++k) {
    store(with_last(turned[k], turned[k].last() + m.pose.translation[k]), box.place[k]);
  }
}

void set_size(const Box& box_body, double radius, SweptBox& box) {
  const double corner_sq = box_body.half_size.squaredNorm();  // the root is rarely needed
  box.radius =
      radius * radius < corner_sq ? radius : std::min(radius, 1.000001 * box_body.radius());
  for (int k = 0; k < 3; ++k) box.lengths[k] = box_body.half_size[k];
}

double reach_of(const Box& box) { return size_of(box.centre) + 1.75 * size_of(box.half_size); }

/// How far paths bend, and the ball that they stay in.
void bound(const MotionSample& sample, const Box& box_body, SweptBox& box) {
  const MotionState& m = sample.middle;
  const MotionBounds& b = sample.bounds;
  const Vec3 from_reference = box_body.centre - b.reference;
  const double slack = kSlack * (size_of(box_body.centre) + size_of(b.reference));
  const double distance = rounded_up(from_reference.norm() + box.radius + slack);
  const double square = 0.5 * sample.half * sample.half;
  box.straight = rounded_up(b.acceleration * square);
  box.turning = rounded_up(b.curvature * square * distance);
  box.axis = Vec3::Zero();
  if (box.turning > kWorthAnAxis * box.radius && b.axis && b.axis_error <= 1e-14) {
    box.axis = *b.axis;
    const Vec3 axis_body = transpose_times(m.pose.rotation, *b.axis);
    const double off = 2.0 * (b.axis_error + m.rotation_error) + 16.0 * kU;
    const double to_axis = crossed(axis_body, from_reference).norm() + box.radius + slack +
                           off * size_of(from_reference);
    box.turning = rounded_up(b.curvature * square * std::min(distance, to_axis));
  }
  box.whole_radius = rounded_up(box.radius + box.straight + box.turning + box.error +
                                sample.half * column(box.rate, 3).norm());
  box.ball_centre = m.pose * b.reference;
  box.ball_radius = rounded_up(distance + sample.half * b.speed + box.error +
                               m.rotation_error * size_of(b.reference) +
                               kSlack * (size_of(b.reference) + size_of(m.pose.translation)));
}
}  // namespace

SweptBox swept_box(const MotionSample& sample, const Box& box_body, double radius) {
  SweptBox box;
  box.half = sample.half;
  set_size(box_body, radius, box);
  place(sample.middle, box_body, box);
  box.error = error_of(sample.middle, sample.half, reach_of(box_body));
  bound(sample, box_body, box);
  return box;
}

SweptBox resting_box(const Box& box_body, double radius) {
  SweptBox box;
  for (int k = 0; k < 3; ++k) {
    store(body_row(box_body, k), box.place[k]);
    store({Two{}, Two{}}, box.rate[k]);
  }
  set_size(box_body, radius, box);
  box.axis = Vec3::Zero();
  box.error = rounded_up(kSlack * reach_of(box_body));
  box.ball_centre = box_body.centre;
  box.ball_radius = box.whole_radius = rounded_up(box.radius + box.error);
  return box;
}

// Of the last roundings, `error` and the ball cover those of places, rounded_up those of what is
// added.
Aabb bounds_of(const SweptBox& box, double padding) {
  Aabb bounds;
  const double ball = rounded_up(box.ball_radius + padding);
  const bool has_axis = box.turning != 0.0 && !box.axis.isZero(0.0);
  for (int k = 0; k < 3; ++k) {
    const double bend = has_axis ? bend_along(box, box.axis[k]) : box.straight + box.turning;
    const double more = rounded_up(bend + box.error + padding);
    const Four row = load(box.place[k]), travel = box.half * load(box.rate[k]);
    const Shadow s = shadow_of(box, row, travel);
    const double lo = std::min(s.centre[0] - s.reach[0], s.centre[1] - s.reach[1]);
    const double hi = std::max(s.centre[0] + s.reach[0], s.centre[1] + s.reach[1]);
    bounds.lo[k] = std::max(lo - more, box.ball_centre[k] - ball);
    bounds.hi[k] = std::min(hi + more, box.ball_centre[k] + ball);
  }
  return bounds;
}

bool surely_apart(const SweptBox& a, const SweptBox& b, double gap) {
  const Vec3 between = column(b.place, 3) - column(a.place, 3);
  const double distance_sq = between.squaredNorm();
  if (balls_apart(a, b, distance_sq, gap)) return true;
  if (distance_sq > 0.0) {
    const Direction between_centres(between / std::sqrt(distance_sq), a, b);
    if (between_centres.separates(gap)) return true;
    if (between_centres.is_deep()) return false;
  }
  return axes_separate(a, a, b, between, gap) || axes_separate(b, a, b, between, gap);
}

}  // namespace graze
