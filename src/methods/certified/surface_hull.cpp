// SPDX-License-Identifier: MIT
// Question   For how long does one direction keep two moving convex hulls apart?
// Source     Second-order support bound (docs/methods/certified.md, section 2).
// Guarantee  The returned time is never too long; rounding and the poses' errors are covered.
// Changed    Any number of points: the bound is a concave function of time, so that being positive
//            at both ends of a step proves all of it.
#include "methods/certified/surface_hull.h"

#include <algorithm>

#include "math/unit_roundoff.h"
#include "methods/certified/bound_root.h"
#include "methods/certified/turning_axis.h"

namespace graze::certified {
namespace {

constexpr double kGrown = 1.0 + 0x1p-44;

void place_hull(const Hull& hull, const BodyMoment& body, const Vec3& origin, double error,
                PlacedHull& out) {
  const Vec3 reference = body.reference - body.position;
  out.count = hull.count;
  out.slack = hull.slack;
  for (std::size_t k = 0; k < static_cast<std::size_t>(hull.count); ++k) {
    const Vec3 arm = body.rotation * hull.points[k];
    out.at[k] = arm + origin;
    out.velocity[k] = body.velocity + body.spin.cross(arm);
    out.reach[k] = reach_of(body, arm - reference, error) + hull.slack;
  }
}

/// Along a direction: g(s) of all points of both, s seconds later, is at least value(s).
class Support {
 public:
  Support(const PlacedPair& placed, const Moment& moment, const Vec3& n, double threshold)
      : placed_(placed) {
    const double across_a = curvature_across(moment.a, n), across_b = curvature_across(moment.b, n);
    project(placed.a, moment.a, n, across_a, a_);
    project(placed.b, moment.b, n, across_b, b_);
    const double slack = placed.a.slack + placed.b.slack;
    threshold_ = threshold + slack + placed.position_error +
                 32.0 * kU * (size_ + std::abs(threshold) + slack);
    // A point of the body is a point of the hull and up to `slack` beside it, turning with it.
    drift_ =
        placed.velocity_error + 16.0 * kU * speed_ +
        kGrown * (moment.a.spin.norm() * placed.a.slack + moment.b.spin.norm() * placed.b.slack);
  }

  double value(double s) const {
    double low = kInfinity, high = -kInfinity;
    const double square = 0.5 * s * s;
    for (int k = 0; k < placed_.b.count; ++k) low = std::min(low, b_.at(k, s, -square));
    for (int k = 0; k < placed_.a.count; ++k) high = std::max(high, a_.at(k, s, square));
    const double rounding = 32.0 * kU * ((speed_ + drift_) * s + bend_ * square);
    return low - high - threshold_ - drift_ * s - rounding;
  }

  // The pair of points that is nearest now.
  double root_of_nearest(double gap) const {
    int i = 0, j = 0;
    for (int k = 1; k < placed_.a.count; ++k) i = a_.place[at(k)] > a_.place[at(i)] ? k : i;
    for (int k = 1; k < placed_.b.count; ++k) j = b_.place[at(k)] < b_.place[at(j)] ? k : j;
    return bound_root(gap, a_.speed[at(i)] - b_.speed[at(j)] + drift_,
                      a_.bend[at(i)] + b_.bend[at(j)]);
  }

  double least_parting_speed(double duration) const {
    double low = kInfinity, high = -kInfinity;
    for (int k = 0; k < placed_.b.count; ++k)
      low = std::min(low, b_.speed[at(k)] - b_.bend[at(k)] * duration);
    for (int k = 0; k < placed_.a.count; ++k)
      high = std::max(high, a_.speed[at(k)] + a_.bend[at(k)] * duration);
    return low - high - drift_;
  }

 private:
  struct Projected {
    std::array<double, 8> place, speed, bend;
    double at(int k, double s, double square) const {
      const auto i = static_cast<std::size_t>(k);
      return place[i] + speed[i] * s + bend[i] * square;
    }
  };
  static std::size_t at(int k) { return static_cast<std::size_t>(k); }

  void project(const PlacedHull& hull, const BodyMoment& body, const Vec3& n, double across,
               Projected& out) {
    for (std::size_t k = 0; k < static_cast<std::size_t>(hull.count); ++k) {
      out.place[k] = n.dot(hull.at[k]);
      out.speed[k] = n.dot(hull.velocity[k]);
      out.bend[k] = body.still ? 0.0 : (body.acceleration + across * hull.reach[k]) * kGrown;
      size_ = std::max(size_, hull.at[k].lpNorm<1>());
      speed_ = std::max(speed_, hull.velocity[k].lpNorm<1>());
      bend_ = std::max(bend_, out.bend[k]);
    }
  }

  const PlacedPair& placed_;
  Projected a_, b_;
  double size_ = 0.0, speed_ = 0.0, bend_ = 0.0, threshold_ = 0.0, drift_ = 0.0;
};

// Of a hull to the line through `point` along the unit vector `axis`; the nearer one is a support
// along the direction of the closest point.
AxisDistances axis_distances(const PlacedHull& hull, const Vec3& point, const Vec3& axis) {
  PlacedPair across;
  across.a.count = 1;
  across.a.at[0] = Vec3::Zero();
  across.b.count = hull.count;
  AxisDistances result;
  for (std::size_t k = 0; k < static_cast<std::size_t>(hull.count); ++k) {
    const Vec3 arm = hull.at[k] - point;
    across.b.at[k] = arm - axis * axis.dot(arm);
    result.far = std::max(result.far, across.b.at[k].norm());
  }
  const Vec3 n = closest_shares(across).way.stableNormalized();
  result.near = kInfinity;
  for (std::size_t k = 0; k < static_cast<std::size_t>(hull.count); ++k) {
    result.near = std::min(result.near, n.dot(across.b.at[k]));
  }
  result.far += hull.slack;
  result.near -= hull.slack;
  return result;
}

}  // namespace

bool apart_at_any_angle(const PlacedPair& placed, const Moment& moment, double gap,
                        double duration) {
  const auto axis = turning_axis(moment);
  if (!axis) return false;
  const Vec3& line = axis->turning.axis;
  return apart_at_any_angle(*axis, axis_distances(placed.a, axis->point, line),
                            axis_distances(placed.b, axis->point, line),
                            {placed.position_error, placed.velocity_error}, gap, duration);
}

double least_parting_speed(const PlacedPair& placed, const Moment& moment, const Vec3& n,
                           double duration) {
  return Support(placed, moment, n, 0.0).least_parting_speed(duration);
}

Vec3 normal_across(const std::array<Vec3, 8>& p, int count) {
  if (count != 3 && count != 4) return Vec3::Zero();
  const Vec3 normal =
      count == 4 ? Vec3((p[3] - p[0]).cross(p[2] - p[1])) : Vec3((p[1] - p[0]).cross(p[2] - p[0]));
  return normal.stableNormalized();
}

Hull moved_by(const Vec3& way, Hull hull) {
  for (std::size_t k = 0; k < static_cast<std::size_t>(hull.count); ++k) hull.points[k] += way;
  return hull;
}

Hull swept_along(const Vec3& way, const Hull& hull) {
  Hull swept = hull;
  swept.count = 2 * hull.count;
  for (std::size_t k = 0; k < static_cast<std::size_t>(hull.count); ++k)
    swept.points[k + static_cast<std::size_t>(hull.count)] = hull.points[k] + way;
  return swept;
}

double distance_from_middle(const Hull& hull, const Vec3& point) {
  Vec3 middle = Vec3::Zero();
  for (std::size_t k = 0; k < static_cast<std::size_t>(hull.count); ++k) middle += hull.points[k];
  return (middle / hull.count - point).norm();
}

PlacedPair place(const Hull& a, const Hull& b, const Moment& moment) {
  PlacedPair placed;
  placed.position_error = moment.a.position_error + moment.b.position_error;
  placed.velocity_error = moment.a.velocity_error + moment.b.velocity_error;
  place_hull(a, moment.a, Vec3::Zero(), placed.position_error, placed.a);
  place_hull(b, moment.b, moment.b.position - moment.a.position, placed.position_error, placed.b);
  return placed;
}

// The bound is concave: it is above its chords, and positive wherever it is at both ends.
HullStep separated_for(const PlacedPair& placed, const Moment& moment, const Vec3& n,
                       double threshold, double duration) {
  const Support support(placed, moment, n, threshold);
  HullStep result;
  result.gap = support.value(0.0);
  if (!(result.gap > 0.0)) return result;
  result.at_best = std::min(duration, support.root_of_nearest(result.gap));
  double lo = 0.0, at_lo = result.gap, hi = result.at_best;
  double at_hi = support.value(hi);
  for (int k = 0; k < 4 && !(at_hi > 0.0) && lo < hi; ++k) {
    const double chord = lo + (hi - lo) * (at_lo / (at_lo - at_hi)) * (1.0 - 0x1p-20);
    const double at_chord = support.value(chord);
    if (!(at_chord > 0.0) || !(chord > lo)) break;
    lo = chord, at_lo = at_chord;
    const double middle = 0.5 * (lo + hi), at_middle = support.value(middle);
    if (at_middle > 0.0) {
      lo = middle, at_lo = at_middle;
    } else {
      hi = middle, at_hi = at_middle;
    }
  }
  result.step = at_hi > 0.0 ? hi : lo;
  return result;
}

}  // namespace graze::certified
