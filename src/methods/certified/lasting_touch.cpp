// SPDX-License-Identifier: MIT
// Question   Until when have two bodies that touch at the start been in touch at every instant?
// Source     docs/methods/certified.md, section 6.
// Guarantee  At no instant before the returned time are they farther apart than twice the
//            tolerance: two points that are named keep near each other, by a bound of second order.
// Changed    -
#include "methods/certified/lasting_touch.h"

#include <algorithm>
#include <cmath>

#include "methods/certified/bound_root.h"

namespace graze::certified {
namespace {
constexpr double kParallelSquare = 1e-14;  // squared sine: below it rounding decides the foot
constexpr double kOnEdge = 1e-9;           // a weight that counts as none: only a guess needs it

constexpr double kU = 0x1p-53;
constexpr std::size_t kMostWitnesses = 256;
constexpr double kLeastRoom = 1.0 / 64.0;  // of the tolerance: nearer to the limit is parted

using Weights = std::array<double, 3>;  // of corners; those of a point sum up to 1, of a way to 0

Vec3 sum(const Corners& of, const Weights& weights) {
  return weights[0] * of[0] + weights[1] * of[1] + weights[2] * of[2];
}

// x and y that bring x u + y v nearest to w; nothing if u and v are parallel.
std::optional<Eigen::Vector2d> nearest_combination(const Vec3& u, const Vec3& v, const Vec3& w) {
  const double uu = u.squaredNorm(), vv = v.squaredNorm(), uv = u.dot(v);
  const double determinant = uu * vv - uv * uv;
  if (!(determinant > kParallelSquare * uu * vv)) return std::nullopt;
  const double uw = u.dot(w), vw = v.dot(w);
  return Eigen::Vector2d(vv * uw - uv * vw, uu * vw - uv * uw) / determinant;
}

Weights way_in_plane(const Corners& c, const Vec3& w) {
  const auto found = nearest_combination(c[1] - c[0], c[2] - c[0], w);
  if (!found) return {};
  return {-found->x() - found->y(), found->x(), found->y()};
}

// Of the point on the edge from corner `k` that is nearest to p.
Weights weights_on_edge(const Corners& c, std::size_t k, const Vec3& p) {
  const std::size_t next = (k + 1) % 3;
  const Vec3 edge = c[next] - c[k];
  const double square = edge.squaredNorm();
  const double s = square > 0.0 ? std::clamp((p - c[k]).dot(edge) / square, 0.0, 1.0) : 0.0;
  Weights weights{};
  weights[k] = 1.0 - s;
  weights[next] = s;
  return weights;
}

// Of a point of the triangle near p. The choice affects time, not correctness. The face's solution
// is poor for slivers, where an edge does as well.
Weights weights_of(const Corners& c, const Vec3& p) {
  Weights best = weights_on_edge(c, 0, p);
  const auto offer = [&](const Weights& other) {
    if ((sum(c, other) - p).squaredNorm() < (sum(c, best) - p).squaredNorm()) best = other;
  };
  offer(weights_on_edge(c, 1, p));
  offer(weights_on_edge(c, 2, p));
  if (const auto found = nearest_combination(c[1] - c[0], c[2] - c[0], p - c[0])) {
    const double one = std::max(0.0, found->x()), two = std::max(0.0, found->y());
    const double most = std::max(1.0, one + two);
    offer({std::max(0.0, 1.0 - (one + two) / most), one / most, two / most});
  }
  return best;
}

// The edge that a point is inside of, if it is.
std::optional<int> edge_of(const Weights& weights) {
  for (int k = 0; k < 3; ++k) {
    const auto at = [&](int i) { return weights[static_cast<std::size_t>((k + i) % 3)]; };
    if (at(2) < kOnEdge && at(0) > kOnEdge && at(1) > kOnEdge) return k;
  }
  return std::nullopt;
}

Weights along_edge(int edge, double by) {
  Weights way{};
  way[static_cast<std::size_t>(edge)] = -by;
  way[static_cast<std::size_t>((edge + 1) % 3)] = by;
  return way;
}

double reach(const Corners& corners, const Vec3& reference) {
  double most = 0.0;
  for (const Vec3& corner : corners) most = std::max(most, (corner - reference).norm());
  return most;
}

// How strongly points that rest on a triangle are accelerated at most; corners relative to
// `origin`.
double bend(const BodyMoment& body, const Corners& corners, const Vec3& origin, double error) {
  if (body.still) return 0.0;
  const double arm = reach(corners, body.reference - origin) * (1.0 + kFewRoundings) + 4.0 * error;
  return (body.acceleration + body.curvature * arm) * (1.0 + kFewRoundings);
}

/// Two points of two triangles at an instant, with room left between them.
class NearPoints {
 public:
  NearPoints(const PlacedTriangles& placed, const TriangleDistance& near, const Moment& now,
             const MovingPair& pair)
      : placed_(placed),
        pair_(pair),
        at_a_(weights_of(placed.a, near.point_a)),
        at_b_(weights_of(placed.b, near.point_b)),
        bend_(bend(now.a, placed.a, now.a.position, placed.position_error) +
              bend(now.b, placed.b, now.a.position, placed.position_error)) {
    const double size = reach(placed.a, Vec3::Zero()) + reach(placed.b, Vec3::Zero());
    const double between = (sum(placed.b, at_b_) - sum(placed.a, at_a_)).norm();
    room_ = pair.gap + 2.0 * pair.tolerance - between - placed.position_error - 32.0 * kU * size;
    approach_ = sum(placed.velocity_a, at_a_) - sum(placed.velocity_b, at_b_);
    resting_ = resting(near, now);
  }

  double longest(double duration) const {
    double best = std::min(resting_, duration);
    if (best >= duration || !(room_ > kLeastRoom * pair_.tolerance)) return best;
    const Weights still{};
    best = std::max(best, lasting(still, way_in_plane(placed_.b, approach_), duration));
    best = std::max(best, lasting(way_in_plane(placed_.a, -approach_), still, duration));
    return std::max(best, along_edges(duration));
  }

 private:
  // Of the closest points themselves, wherever in their triangles they are: no weights are needed,
  // which are poor for slivers.
  double resting(const TriangleDistance& near, const Moment& now) const {
    const double room =
        pair_.gap + 2.0 * pair_.tolerance - near.distance() - placed_.distance_error;
    if (!(room > kLeastRoom * pair_.tolerance)) return 0.0;
    const Vec3 arm_b = near.point_b - (now.b.position - now.a.position);
    const Vec3 spin_a = now.a.spin.cross(near.point_a), spin_b = now.b.spin.cross(arm_b);
    const double speed =
        now.a.velocity.norm() + now.b.velocity.norm() + spin_a.norm() + spin_b.norm();
    const double error = placed_.velocity_error + 32.0 * kU * speed +
                         2.0 * (now.a.spin.norm() + now.b.spin.norm()) * placed_.distance_error;
    const Vec3 parting = now.b.velocity + spin_b - now.a.velocity - spin_a;
    return bound_root(room, parting.norm() + error, bend_);
  }

  double along_edges(double duration) const {
    const auto edge_a = edge_of(at_a_), edge_b = edge_of(at_b_);
    if (!edge_a || !edge_b) return 0.0;
    const Weights one_a = along_edge(*edge_a, 1.0), one_b = along_edge(*edge_b, 1.0);
    const auto by = nearest_combination(-sum(placed_.a, one_a), sum(placed_.b, one_b), approach_);
    if (!by) return 0.0;
    return lasting(along_edge(*edge_a, by->x()), along_edge(*edge_b, by->y()), duration);
  }

  // While the weights stay positive and the room is not used up. A point that slides with the
  // velocity u on a body that turns with w is accelerated by 2 |w| |u| more.
  double lasting(const Weights& way_a, const Weights& way_b, double duration) const {
    double time = duration, rates = 0.0;
    for (std::size_t k = 0; k < 3; ++k) {
      rates += std::abs(way_a[k]) + std::abs(way_b[k]);
      if (way_a[k] < 0.0) time = std::min(time, at_a_[k] / -way_a[k]);
      if (way_b[k] < 0.0) time = std::min(time, at_b_[k] / -way_b[k]);
    }
    const Vec3 slide_a = sum(placed_.a, way_a), slide_b = sum(placed_.b, way_b);
    const double speed = slide_a.norm() + slide_b.norm();
    const double error = placed_.velocity_error + 32.0 * kU * (speed + approach_.norm()) +
                         placed_.position_error * rates;
    const double parting = (slide_b - slide_a - approach_).norm() + error;
    const double turning = 2.0 * (pair_.bounds_a.angular_speed * slide_a.norm() +
                                  pair_.bounds_b.angular_speed * slide_b.norm());
    const double bends = (bend_ + turning) * (1.0 + kFewRoundings);
    return std::min(time * (1.0 - kFewRoundings), bound_root(room_, parting, bends));
  }

  const PlacedTriangles& placed_;
  const MovingPair& pair_;
  Weights at_a_, at_b_;
  double bend_;
  double room_ = 0.0;
  double resting_ = 0.0;
  Vec3 approach_;  // of a's point to b's: what b's point has to follow
};

}  // namespace

double near_for(const PlacedTriangles& placed, const TriangleDistance& near, const Moment& now,
                const MovingPair& pair, double duration) {
  return NearPoints(placed, near, now, pair).longest(duration);
}

void LastingTouch::enter(const WindowInput& window) {
  window_ = &window;
  const double begin = window.window.lo;
  if (is_followed_ && !has_parted_) follow(begin);
  if (until_ < begin) has_parted_ = true;
  if (is_followed_ && !has_parted_) followed_ = window;
}

double LastingTouch::lasts_until(double wanted) {
  if (!is_followed_) followed_ = *window_;
  is_followed_ = true;
  return follow(wanted);
}

double LastingTouch::follow(double wanted) {
  while (until_ < wanted && !has_parted_ && !watch_.spend()) advance(wanted);
  return std::min(until_, wanted);
}

void LastingTouch::advance(double wanted) {
  const Moment now = moment_at(followed_.pair, until_);
  ++stats_.poses;
  double step = witness_ ? step_of(*witness_, now, wanted) : 0.0;
  if (step < wanted - until_ && step <= 0.25 * found_step_) step = best_step(now, wanted);
  const double next = std::min(wanted, until_ + step);
  has_parted_ = !(next > until_);
  until_ = std::max(until_, next);
}

double LastingTouch::step_of(const Witness& witness, const Moment& now, double wanted) const {
  const PlacedTriangles placed = place(followed_.tree_a->mesh().corners(witness.triangle_a),
                                       followed_.tree_b->mesh().corners(witness.triangle_b), now);
  return near_for(placed, triangle_distance(placed.a, placed.b), now, followed_.pair,
                  wanted - now.t);
}

double LastingTouch::best_step(const Moment& now, double wanted) {
  const TreesAtInstant trees{followed_.tree_a, followed_.tree_b, now, followed_.scale};
  const double limit = followed_.pair.gap + 2.0 * followed_.pair.tolerance;
  found_step_ = 0.0;
  for (const NearPair& near : near_pairs(trees, limit, kMostWitnesses, test_, stats_)) {
    const Witness witness{near.triangle_a, near.triangle_b};
    const double step = step_of(witness, now, wanted);
    if (step <= found_step_) continue;
    found_step_ = step;
    witness_ = witness;
  }
  return found_step_;
}

}  // namespace graze::certified
