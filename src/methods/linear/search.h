// SPDX-License-Identifier: MIT
// Certified steps through time, from the left, until contact or the end.
#pragma once
#include "methods/linear/closest_point.h"
#include "methods/linear/coplanar_time.h"
#include "methods/linear/direction_reach.h"

namespace graze::linear {

/// How near counts, and how long to try.
struct Limits {
  double near = 0.0;      ///< a contact if it cannot be proved free within `near_steps`
  double touching = 0.0;  ///< a contact at once
  std::uint32_t near_steps = 0;
  std::uint32_t max_steps = 0;
};

enum class Verdict {
  kFree,     ///< proved: no contact up to the end
  kContact,  ///< at `found` the distance is at most `near`, and nothing touches before it
  kOpen,     ///< out of steps: nothing touches before `now`
};

/// What is not yet proved free is [now.t, last.t].
template <typename Real>
struct Search {
  MovingPolygon<Real> polygon;
  CoplanarCubic<Real> cubic;
  bool has_cubic = false;
  Instant<Real> now;
  Instant<Real> last;
  ClosestPoint<Real> closest;  ///< at now
  Real stride{1.0};            ///< how far ahead the turning direction looks
  std::uint32_t steps = 0;

  Real found{};                      ///< the latest time seen with a distance of at most `near`
  ClosestPoint<Real> found_closest;  ///< the closest point then
  bool has_found = false;
};

/// Asks for a distance of `gap` instead of contact, if that is > 0.
template <typename Real>
Search<Real> start_search(const LinearQuery& query, const Interval& span, double gap);

template <typename Real>
Verdict run(Search<Real>& search, const Limits& limits);

/// Upper bound of the distance from a closest point of this polygon.
template <typename Real>
double distance_bound(const MovingPolygon<Real>& polygon, const ClosestPoint<Real>& closest) {
  // The point's coordinates are off by at most 31u size + uncertainty: 54u size + 1.74 of it.
  return round_up(to_double(closest.distance) + 4.0 * polygon.dot_error);
}

}  // namespace graze::linear
