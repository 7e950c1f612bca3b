// SPDX-License-Identifier: MIT
// Question   When do two moving triangles first touch?                                     [C5, C6]
// Source     Redon, Kheddar, Coquillart 2002, sections 3.2 (recursive binary subdivision), 4.2 and
//            4.3, threshold (11).
// Guarantee  Time before the bracket is proved free. The distance at its upper end is at most the
//            tolerance. A pair that stays farther apart than the tolerance is never reported.
// Changed    The 15 tests of a pair share their subdivision. Instead of declaring a root where the
//            interval is short, the triangles' distance in its middle decides: within tolerance it
//            is the upper end of a bracket, otherwise the direction of the closest points excludes
//            the interval once it is short enough; so nothing is lost or blown up where (9) and
//            (10) vanish identically. Threshold (11) (corners move less than the tolerance) ends
//            the narrowing of a bracket.
#include "methods/bisection/elementary_search.h"

#include <algorithm>
#include <cmath>

#include "graze/geometry/triangle_distance.h"

namespace graze::bisection {
namespace {
bool is_divisible(const Interval& span) {
  const double middle = span.middle();
  return span.lo < middle && middle < span.hi;
}
}  // namespace

ElementarySearch::Witness ElementarySearch::witness_at(const TrianglePair& pair, double t) {
  const MovingCorners corners(pair, motion_.at(t));
  const TriangleDistance near = triangle_distance(pair.a, corners.middle);
  const Vec3 between = near.point_b - near.point_a;
  const double distance = between.norm();
  // The points are within 64 units of their triangles; b's corners within the enclosure's radius.
  const double error = corners.largest_radius() + 128.0 * kUnitRoundoff * corners.size;
  return {distance + error, distance > 0.0 ? Vec3(between / distance) : Vec3(Vec3::Zero())};
}

ElementaryResult ElementarySearch::first_contact(const TrianglePair& pair, const Interval& span) {
  ++stats_.triangle_tests;
  // Grown triangles touch before their features' functions vanish: then only directions exclude.
  return search(pair, span, kAllElementaryTests);
}

ElementaryResult ElementarySearch::search(const TrianglePair& pair, const Interval& span,
                                          ElementaryTests tests) {
  if (watch_.spend()) return {{}, span.lo};
  ++stats_.iterations;
  const RelativeEnclosure& motion = motion_.over(span);
  const MovingCorners corners(pair, motion);
  if (limits_.clearance == 0.0) {
    tests = with_possible_roots(tests, pair, corners, motion);
    if (tests == 0) return {};
  }
  const double middle = span.middle();
  const Witness witness = witness_at(pair, middle);
  if (witness.at_most <= limits_.clearance + limits_.tolerance) {
    return before_witness(pair, {span.lo, middle}, tests);
  }
  if (separates(witness.direction, pair, corners, limits_.clearance)) return {};
  if (!is_divisible(span)) return {{}, span.lo};
  const ElementaryResult earlier = search(pair, lower_half(span), tests);
  if (earlier.contact || earlier.undecided_from) return earlier;
  return search(pair, upper_half(span), tests);
}

/// The triangles are within tolerance at span.hi: narrows the bracket until corners move less than
/// the tolerance in it.
ElementaryResult ElementarySearch::before_witness(const TrianglePair& pair, const Interval& span,
                                                  ElementaryTests tests) {
  const MovingCorners corners(pair, motion_.over(span));
  if (2.0 * corners.largest_radius() <= limits_.tolerance || !is_divisible(span)) {
    return {ElementaryContact{span}, {}};
  }
  const ElementaryResult earlier = search(pair, span, tests);
  if (earlier.contact || earlier.undecided_from) return earlier;
  return {ElementaryContact{{span.hi, span.hi}}, {}};  // all before it is free
}

}  // namespace graze::bisection
