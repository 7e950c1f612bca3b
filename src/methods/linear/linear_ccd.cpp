// SPDX-License-Identifier: MIT
// Question   When do a vertex and a triangle, or two edges, that move linearly first touch?   [C5]
// Source     docs/methods/linear.md.
// Guarantee  Everything before `time.lo` is proved free; the distance at `time.hi` is at most the
//            tolerance; both with rounding included.
// Changed    What is nearer than doubles can tell apart is searched again with twice the digits.
#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "graze/base/error.h"
#include "methods/linear/check_options.h"
#include "methods/linear/search.h"

namespace graze {
namespace linear {
namespace {
/// Steps after the tolerance is reached, to tell a near miss from a contact: what is proved free
/// after all is not reported, and the time of a contact is sharper.
constexpr std::uint32_t kNearSteps = 16;

Limits limits_for(const LinearCcdOptions& options, double dot_error) {
  // 16 dot errors: at that distance a direction still has a gap, and a step progresses (docs).
  const double near = std::max(options.tolerance, 16.0 * dot_error);
  const double touching = std::max(1e-3 * near, 8.0 * dot_error);
  const double gap = options.min_separation;
  if (gap == 0.0) return {near, touching, kNearSteps, options.max_steps};
  return {round_down(gap + near), gap + touching, kNearSteps, options.max_steps};
}

/// Would a sharper look only confirm the contact: well inside the polygon, and through it before
/// the end? A guess that saves time; either answer is correct.
bool plainly_crosses(const Search<double>& search) {
  const ClosestPoint<double>& c = search.found_closest;
  constexpr double kMargin = 1e-3;
  const double inside = std::min(c.alpha, c.beta);
  const double beyond = search.polygon.is_triangle ? c.alpha + c.beta : std::max(c.alpha, c.beta);
  if (!(inside > kMargin && beyond < 1.0 - kMargin)) return false;
  const Corners<double>& p = search.polygon.start;
  const Corners<double>& q = search.polygon.end;
  const auto velocity = [&](int k) { return q.at(k) - p.at(k); };
  const Vector<double> v0 = velocity(0);
  const Vector<double> v = v0 + c.alpha * (velocity(1) - v0) + c.beta * (velocity(3) - v0);
  const double closing = -dot(v, c.direction);
  const double left = c.distance - search.polygon.gap;
  return closing > 0.0 && 4.0 * left < closing * (search.last.t - search.found);
}

/// Can twice the digits prove that there is no contact after all?
bool is_free_on_second_look(const LinearQuery& query, const LinearCcdOptions& options,
                            const Search<double>& first) {
  constexpr double kSmallest = 1e-60, kLargest = 1e60;  // where DoubleDouble keeps its precision
  const double size = first.polygon.size;
  if (query.uncertainty > 0.0 || !(size > kSmallest && size < kLargest)) return false;
  if (plainly_crosses(first)) return false;
  Search<DoubleDouble> second =
      start_search<DoubleDouble>(query, {first.found, options.until}, options.min_separation);
  constexpr std::uint32_t kSteps = 24;
  const double touching = options.min_separation + 16.0 * second.polygon.dot_error;
  return run(second, {touching, touching, 1, kSteps}) == Verdict::kFree;
}

/// A verdict with its place, in doubles whatever it was found with.
struct Decision {
  Verdict verdict = Verdict::kOpen;
  double t = 0.0;  ///< nothing touches before it, but for one rounding
  double distance = 0.0;
  double alpha = 0.0;
  double beta = 0.0;
  Vec3 normal = Vec3::Zero();
  std::uint32_t steps = 0;
};

template <typename Real>
void set_place(const MovingPolygon<Real>& polygon, const ClosestPoint<Real>& closest,
               Decision& decision) {
  decision.distance = distance_bound(polygon, closest);
  decision.alpha = to_double(closest.alpha);
  decision.beta = to_double(closest.beta);
  decision.normal = rounded(closest.direction);
}

/// Goes on with twice the digits where doubles find no direction that separates.
Decision go_on(const LinearQuery& query, const LinearCcdOptions& options, const Limits& limits,
               const Search<double>& search) {
  auto sharper =
      start_search<DoubleDouble>(query, {search.now.t, options.until}, options.min_separation);
  sharper.steps = search.steps;
  Decision decision;
  decision.verdict = run(sharper, limits);
  decision.steps = sharper.steps;
  decision.t = to_double(sharper.has_found ? sharper.found : sharper.now.t);
  if (decision.verdict != Verdict::kContact) return decision;
  const auto there =
      start_search<DoubleDouble>(query, {decision.t, options.until}, options.min_separation);
  set_place(there.polygon, there.closest, decision);
  if (decision.distance > limits.near) decision.verdict = Verdict::kOpen;  // t was rounded
  return decision;
}

Decision decide(const LinearQuery& query, const LinearCcdOptions& options, const Limits& limits,
                Search<double>& search) {
  Decision decision;
  decision.verdict = run(search, limits);
  decision.steps = search.steps;
  decision.t = search.has_found ? search.found : search.now.t;
  const bool stalled = decision.verdict == Verdict::kOpen && search.steps < limits.max_steps;
  if (stalled) return go_on(query, options, limits, search);
  if (decision.verdict != Verdict::kContact) return decision;
  set_place(search.polygon, search.found_closest, decision);
  if (is_free_on_second_look(query, options, search)) decision.verdict = Verdict::kFree;
  return decision;
}

/// The points of a and b that the parameters stand for, among corners or their velocities.
std::pair<Vec3, Vec3> places(LinearKind kind, const Vec3* p, double alpha, double beta) {
  if (kind == LinearKind::kVertexFace) {
    return {p[0], p[1] + alpha * (p[2] - p[1]) + beta * (p[3] - p[1])};
  }
  return {p[0] + beta * (p[1] - p[0]), p[2] + alpha * (p[3] - p[2])};
}

void place_contact(const LinearQuery& query, const Decision& decision, LinearContact& contact) {
  const double t = decision.t;
  Vec3 point[4], velocity[4];
  for (int k = 0; k < 4; ++k) {
    point[k] = (1.0 - t) * query.start[k] + t * query.end[k];
    velocity[k] = query.end[k] - query.start[k];
  }
  std::tie(contact.point_a, contact.point_b) =
      places(query.kind, point, decision.alpha, decision.beta);
  const auto [v_a, v_b] = places(query.kind, velocity, decision.alpha, decision.beta);
  contact.normal = decision.normal;
  contact.closing_speed = (v_a - v_b).dot(decision.normal);
}

LinearContact contact_from(const LinearQuery& query, const LinearCcdOptions& options,
                           const Decision& decision) {
  LinearContact contact;
  contact.steps = decision.steps;
  const double safe = std::max(0.0, round_down(decision.t));
  switch (decision.verdict) {
    case Verdict::kFree:
      contact.outcome = Outcome::kSeparated;
      contact.time = {0.0, options.until};
      break;
    case Verdict::kContact:
      contact.outcome = Outcome::kContact;
      contact.time = {safe, decision.t};
      contact.distance = decision.distance;
      place_contact(query, decision, contact);
      break;
    case Verdict::kOpen:
      contact.time = {safe, options.until};
      break;
  }
  return contact;
}

bool in_range(const std::array<Vec3, 4>& points) {
  constexpr double kLargest = 1e90;  // products of three stay finite
  bool good = true;
  for (const Vec3& p : points) {  // NaN fails every comparison
    good &= std::fabs(p.x()) <= kLargest && std::fabs(p.y()) <= kLargest &&
            std::fabs(p.z()) <= kLargest;
  }
  return good;
}

[[noreturn]] void refuse(const char* place, double found, const char* expected) {
  throw InputError({place, std::to_string(found), expected, {}});
}

void check_query(const LinearQuery& query) {
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

void check_options(const LinearCcdOptions& options) {
  if (!(options.tolerance >= 1e-100 && options.tolerance <= 1e90)) {
    refuse("tolerance", options.tolerance, "a length from 1e-100 to 1e90");
  }
  if (!(options.until >= 0.0 && options.until <= 1.0)) {
    refuse("until", options.until, "a time from 0 to 1");
  }
  if (!(options.min_separation >= 0.0 && options.min_separation <= 1e90)) {
    refuse("min_separation", options.min_separation, "a length from 0 to 1e90");
  }
}
}  // namespace linear

LinearContact first_contact_linear(const LinearQuery& query, const LinearCcdOptions& options) {
  linear::check_query(query);
  linear::check_options(options);
  auto search = linear::start_search<double>(query, {0.0, options.until}, options.min_separation);
  const linear::Limits limits = linear::limits_for(options, search.polygon.dot_error);
  const linear::Decision decision = linear::decide(query, options, limits, search);
  LinearContact contact = linear::contact_from(query, options, decision);
  contact.tolerance = std::max(options.tolerance, 16.0 * search.polygon.dot_error);
  return contact;
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
