// SPDX-License-Identifier: MIT
// Question   When do a vertex and a triangle, or two edges, that move linearly first touch?   [C5]
// Source     docs/methods/linear_ccd.md: certified steps from the left, Newton-like.
// Guarantee  Everything before `time.lo` is proved free; the distance at `time.hi` is at most the
//            tolerance; both with rounding included.
// Changed    No root is ever computed: fixed directions, turning directions and the coplanarity
//            cubic each prove a stretch of time free, the longest wins.
#include <algorithm>
#include <cmath>
#include <string>

#include "detect/linear_ccd/closest_point.h"
#include "detect/linear_ccd/coplanar_time.h"
#include "detect/linear_ccd/direction_reach.h"
#include "graze/base/error.h"

namespace graze {
namespace linear_ccd {
namespace {

/// What is not yet proved free: [now.t, last.t].
struct Search {
  MovingPolygon polygon;
  CoplanarCubic cubic;
  bool has_cubic = false;
  Instant now;
  Instant last;
  ClosestPoint closest;  ///< at now
  double stride = 1.0;   ///< how far ahead the turning direction looks
};

void move_to(Search& search, double t) {
  search.now = instant_at(search.polygon, t);
  search.closest = closest_point(search.now.corners, search.polygon.is_triangle);
}

double cubic_reach(Search& search) {
  if (!search.has_cubic) search.cubic = coplanar_cubic(search.polygon);
  search.has_cubic = true;
  return coplanar_reach(search.cubic, search.now.t, search.last.t);
}

/// Proves the end of what is left free, as far as the closest direction there goes.
void shorten(Search& search) {
  const ClosestPoint at_last = closest_point(search.last.corners, search.polygon.is_triangle);
  const double begin = reach(search.polygon, search.last, search.now, at_last.direction);
  search.last = instant_at(search.polygon, begin);
}

/// A step by a direction that turns with the polygon; the stride adapts to how well that works.
double turning_step(Search& search) {
  const double t = std::min(search.last.t, search.now.t + search.stride);
  const Instant ahead = instant_at(search.polygon, t);
  const Vec3 there = closest_point(ahead.corners, search.polygon.is_triangle).direction;
  const double reached =
      turning_reach(search.polygon, search.now, ahead, search.closest.direction, there);
  const double gained = reached - search.now.t;
  search.stride = gained >= t - search.now.t ? 4.0 * search.stride
                                             : std::max(2.0 * gained, 0.25 * search.stride);
  return reached;
}

/// The latest time up to which everything from now on is proved free.
double advance(Search& search, std::uint32_t step) {
  const double last = search.last.t;
  double reached = reach(search.polygon, search.now, search.last, search.closest.direction);
  if (reached >= last) return last;
  reached = std::max(reached, cubic_reach(search));
  if (reached >= last) return last;
  if (step == 1) shorten(search);
  if (step >= 3 && reached < search.last.t) reached = std::max(reached, turning_step(search));
  return reached;
}

/// Upper bound of the distance now: the point is in the polygon but for 4 dot errors.
double distance_bound(const Search& search) {
  return search.closest.distance + 4.0 * search.polygon.dot_error;
}

/// Where on a and b the closest point's parameters lie, at the present time.
void place_contact(const LinearQuery& query, const Search& search, LinearContact& contact) {
  const double t = search.now.t, alpha = search.closest.alpha, beta = search.closest.beta;
  Vec3 p[4];
  for (int k = 0; k < 4; ++k) p[k] = (1.0 - t) * query.start[k] + t * query.end[k];
  if (query.kind == LinearKind::kVertexFace) {
    contact.point_a = p[0];
    contact.point_b = p[1] + alpha * (p[2] - p[1]) + beta * (p[3] - p[1]);
  } else {
    contact.point_a = p[0] + beta * (p[1] - p[0]);
    contact.point_b = p[2] + alpha * (p[3] - p[2]);
  }
  contact.normal = search.closest.direction;
}

void record_contact(const LinearQuery& query, const Search& search, LinearContact& contact) {
  contact.outcome = Outcome::kContact;
  contact.time = {search.now.t, search.now.t};
  contact.distance = distance_bound(search);
  place_contact(query, search, contact);
}

LinearContact separated(const LinearContact& contact, double until) {
  LinearContact answer;
  answer.outcome = Outcome::kSeparated;
  answer.time = {0.0, until};
  answer.tolerance = contact.tolerance;
  answer.steps = contact.steps;
  return answer;
}

/// Steps after the tolerance is reached, to tell a near miss from a contact: what is proved free
/// after all is not reported, and the time of a contact is sharper.
constexpr std::uint32_t kRefiningSteps = 16;

LinearContact search_contact(const LinearQuery& query, const LinearCcdOptions& options,
                             Search& search) {
  LinearContact contact;
  contact.tolerance = std::max(options.tolerance, 16.0 * search.polygon.dot_error);
  const double touching = std::max(1e-3 * contact.tolerance, 8.0 * search.polygon.dot_error);
  std::uint32_t near_steps = 0;
  while (contact.steps++ < options.max_steps && near_steps < kRefiningSteps) {
    const double distance = distance_bound(search);
    const bool is_near = distance <= contact.tolerance;
    near_steps = is_near ? near_steps + 1 : 0;
    if (is_near) record_contact(query, search, contact);
    if (distance <= touching) return contact;
    const double reached = advance(search, contact.steps);
    if (reached >= search.last.t) return separated(contact, options.until);
    if (!(reached > search.now.t)) return contact;
    move_to(search, reached);
  }
  if (contact.outcome != Outcome::kContact) contact.time = {search.now.t, options.until};
  return contact;
}

bool in_range(const std::array<Vec3, 4>& points) {
  constexpr double kLargest = 1e90;  // products of three stay finite
  double largest = 0.0;
  for (const Vec3& p : points) {
    // Written so that NaN fails.
    if (!(p.cwiseAbs().maxCoeff() <= kLargest) || p.hasNaN()) return false;
    largest = std::max(largest, p.cwiseAbs().maxCoeff());
  }
  return largest <= kLargest;
}

[[noreturn]] void refuse(const char* place, double found, const char* expected) {
  throw InputError({place, std::to_string(found), expected, {}});
}

void check(const LinearQuery& query, const LinearCcdOptions& options) {
  if (!(options.tolerance >= 1e-100 && options.tolerance <= 1e90)) {
    refuse("tolerance", options.tolerance, "a length from 1e-100 to 1e90");
  }
  if (!(options.until >= 0.0 && options.until <= 1.0)) {
    refuse("until", options.until, "a time from 0 to 1");
  }
  if (!(query.uncertainty >= 0.0 && query.uncertainty <= 1e90)) {
    refuse("uncertainty", query.uncertainty, "a length from 0 to 1e90");
  }
  if (!in_range(query.start) || !in_range(query.end)) {
    throw InputError({"query",
                      "a coordinate that is not finite or beyond 1e90",
                      "coordinates from -1e90 to 1e90",
                      {}});
  }
}
}  // namespace
}  // namespace linear_ccd

LinearContact first_contact_linear(const LinearQuery& query, const LinearCcdOptions& options) {
  linear_ccd::check(query, options);
  linear_ccd::Search search;
  search.polygon = linear_ccd::difference_polygon(query);
  search.last = linear_ccd::instant_at(search.polygon, options.until);
  linear_ccd::move_to(search, 0.0);
  return linear_ccd::search_contact(query, options, search);
}

LinearQuery enclose_query(LinearKind kind, const std::array<IntervalVec3, 8>& points) {
  LinearQuery query;
  query.kind = kind;
  for (int k = 0; k < 8; ++k) {
    Vec3& point = k < 4 ? query.start[k] : query.end[k - 4];
    for (int axis = 0; axis < 3; ++axis) {
      const Interval& range = points[k][axis];
      const double middle = range.lo == range.hi ? range.lo : range.middle();
      const double off = std::max(middle - range.lo, range.hi - middle);
      point[axis] = middle;
      if (off > 0.0) query.uncertainty = std::max(query.uncertainty, round_up(off));
    }
  }
  return query;
}

}  // namespace graze
