// SPDX-License-Identifier: MIT
// Question   When does a linearly moving polygon first meet the origin?                       [C5]
// Source     docs/methods/linear.md.
// Guarantee  Everything before `now` and `found` is proved free, rounding included.
// Changed    No root is ever computed: fixed directions, turning directions and the coplanarity
//            cubic each prove a stretch of time free; the longest wins.
#include "methods/linear/search.h"

#include <algorithm>

namespace graze::linear {
namespace {
template <typename Real>
void move_to(Search<Real>& search, const Real& t) {
  search.now = instant_at(search.polygon, t);
  search.closest = closest_point(search.now.corners, search.polygon.is_triangle);
}

template <typename Real>
Real cubic_reach(Search<Real>& search) {
  if (!search.has_cubic) search.cubic = coplanar_cubic(search.polygon);
  search.has_cubic = true;
  return coplanar_reach(search.cubic, search.now.t, search.last.t);
}

/// Proves the end of what is left free, as far as the closest direction there goes.
template <typename Real>
void shorten(Search<Real>& search) {
  const ClosestPoint<Real> at_last = closest_point(search.last.corners, search.polygon.is_triangle);
  const Real begin = reach(search.polygon, search.last, search.now, at_last.direction);
  search.last = instant_at(search.polygon, begin);
}

/// A step by a direction that turns with the polygon; the stride adapts to how well that works.
template <typename Real>
Real turning_step(Search<Real>& search) {
  const Real t = std::min(search.last.t, search.now.t + search.stride);
  const Instant<Real> ahead = instant_at(search.polygon, t);
  const Vector<Real> there = closest_point(ahead.corners, search.polygon.is_triangle).direction;
  const Real reached = turning_reach(
      search.polygon, TurningDirection<Real>{search.now, ahead, search.closest.direction, there});
  const Real gained = reached - search.now.t;
  const bool all_the_way = gained >= t - search.now.t;
  search.stride = all_the_way ? Real(4.0) * search.stride
                              : std::max(Real(2.0) * gained, Real(0.25) * search.stride);
  return reached;
}

/// The latest time up to which everything from now on is proved free.
template <typename Real>
Real advance(Search<Real>& search) {
  Real reached = reach(search.polygon, search.now, search.last, search.closest.direction);
  if (reached >= search.last.t) return reached;
  // Not coplanar is not touching, but it may be near.
  if (search.polygon.gap == 0.0) reached = std::max(reached, cubic_reach(search));
  if (reached >= search.last.t) return reached;
  constexpr std::uint32_t kPlainSteps = 2;  // most queries are decided by them
  if (search.steps == 1) shorten(search);
  if (search.steps > kPlainSteps) reached = std::max(reached, turning_step(search));
  return reached;
}

template <typename Real>
void remember(Search<Real>& search) {
  search.has_found = true;
  search.found = search.now.t;
  search.found_closest = search.closest;
}
}  // namespace

template <typename Real>
Search<Real> start_search(const LinearQuery& query, const Interval& span, double gap) {
  Search<Real> search;
  search.polygon = difference_polygon<Real>(query);
  search.polygon.gap = gap;
  search.last = instant_at(search.polygon, Real(span.hi));
  move_to(search, Real(span.lo));
  return search;
}

template <typename Real>
Verdict run(Search<Real>& search, const Limits& limits) {
  std::uint32_t near_steps = 0;
  while (search.steps < limits.max_steps && near_steps < limits.near_steps) {
    ++search.steps;
    const double distance = distance_bound(search.polygon, search.closest);
    const bool is_near = distance <= limits.near;
    near_steps = is_near ? near_steps + 1 : 0;
    if (is_near) remember(search);
    if (distance <= limits.touching) break;
    const Real reached = advance(search);
    if (reached >= search.last.t) return Verdict::kFree;
    if (!(reached > search.now.t)) break;
    move_to(search, reached);
  }
  return search.has_found ? Verdict::kContact : Verdict::kOpen;
}

template Search<double> start_search(const LinearQuery&, const Interval&, double);
template Search<DoubleDouble> start_search(const LinearQuery&, const Interval&, double);
template Verdict run(Search<double>&, const Limits&);
template Verdict run(Search<DoubleDouble>&, const Limits&);

}  // namespace graze::linear
