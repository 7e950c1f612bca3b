// SPDX-License-Identifier: MIT
// Question   When are two triangles of moving bodies nearest?
// Source     The distance changes at the speed of the closest points along their connection; its
//            sign says which way is down, and its root is bisected.
// Guarantee  None, except that the distance is the one at that instant.
// Changed    -
#include "methods/certified/closest_instant.h"

#include <algorithm>
#include <cmath>

namespace graze::certified {
namespace {

constexpr int kMostHalvings = 40;
constexpr double kFirstStep = 1.0 / 32.0;  // of the window

struct Slope {
  double t = 0.0;
  double distance = 0.0;
  double rate = 0.0;  ///< of the distance; length / s
};

class Descent {
 public:
  Descent(const WindowInput& input, const NearInstant& from)
      : input_(input),
        best_(from),
        corners_a_(input.tree_a->mesh().corners(from.at.triangle_a)),
        corners_b_(input.tree_b->mesh().corners(from.at.triangle_b)) {}

  NearInstant run() {
    Slope down = slope_at(best_.at.t);
    if (down.rate == 0.0) return best_;
    const bool forward = down.rate < 0.0;
    const double end = forward ? input_.window.hi : input_.window.lo;
    double step = kFirstStep * (input_.window.hi - input_.window.lo);
    while (down.t != end) {
      const double left = std::abs(end - down.t);
      const double t = step < left ? down.t + (forward ? step : -step) : end;
      const Slope next = slope_at(t);
      if (is_up(next, down, forward)) return halve(down, next, forward);
      down = next;
      step *= 2.0;
    }
    return best_;
  }

 private:
  static bool is_up(const Slope& x, const Slope& than, bool forward) {
    return x.distance > than.distance || (forward ? x.rate >= 0.0 : x.rate <= 0.0);
  }

  NearInstant halve(Slope down, Slope up, bool forward) {
    for (int k = 0; k < kMostHalvings && !is_settled(down, up); ++k) {
      const Slope middle = slope_at(0.5 * (down.t + up.t));
      (is_up(middle, down, forward) ? up : down) = middle;
    }
    return best_;
  }

  // What is left can lower the distance by little.
  bool is_settled(const Slope& down, const Slope& up) const {
    return std::abs(up.t - down.t) * std::abs(down.rate) <= 0.125 * input_.slack_of(best_.distance);
  }

  Slope slope_at(double t) {
    const Moment moment = moment_at(input_.pair, t);
    const PlacedCorners placed = place_corners(corners_a_, corners_b_, moment);
    const TriangleDistance near = triangle_distance(placed.a, placed.b);
    const double distance = near.distance();
    if (distance < best_.distance) {
      best_.distance = distance;
      best_.at.t = t;
    }
    const Vec3 between = moment.b.position - moment.a.position;
    const Vec3 velocity_a = moment.a.velocity + moment.a.spin.cross(near.point_a);
    const Vec3 velocity_b = moment.b.velocity + moment.b.spin.cross(near.point_b - between);
    const Vec3 way = near.point_b - near.point_a;
    return {t, distance, distance > 0.0 ? way.dot(velocity_b - velocity_a) / distance : 0.0};
  }

  const WindowInput& input_;
  NearInstant best_;
  Corners corners_a_, corners_b_;
};

}  // namespace

NearInstant closest_instant(const WindowInput& input, const NearInstant& from) {
  return Descent(input, from).run();
}

}  // namespace graze::certified
