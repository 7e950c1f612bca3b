// SPDX-License-Identifier: MIT
// Question   Where and along which normal do a vertex and a face, or two edges, touch?     [K5, K6]
// Source     Zachwieja 1992, sections 3.6.2 (is the point inside the face?) and 3.7.
// Guarantee  A contact's two points are at most the tolerance apart.
// Changed    An edge that came out by its end is a vertex/face contact even if that vertex was on
//            no list.
#include "methods/backtracking/contact_points.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "methods/backtracking/contact_normal.h"
#include "methods/backtracking/edge_pair.h"

namespace graze::backtracking {
namespace {
Feature vertex_feature(const ClosedPolyhedron& solid, std::uint32_t vertex) {
  return {FeatureKind::kVertex, solid.ring(VertexId(vertex)).front(), {vertex, 0}};
}

Feature edge_feature(const ClosedPolyhedron& solid, EdgeId id) {
  const PolyhedronEdge& edge = solid.edges()[id.index()];
  return {FeatureKind::kEdge, edge.triangles[0], {edge.vertices[0].value, edge.vertices[1].value}};
}

/// Written from `side` to the other body.
struct Touch {
  Vec3 point, facing_point;
  Vec3 outward;  ///< normal, from `side` to the other
  Feature feature, facing_feature;
};

Contact contact_from(Side side, const Touch& touch) {
  Contact contact;
  const bool is_a = side == Side::kA;
  contact.point = 0.5 * (touch.point + touch.facing_point);
  contact.point_a = is_a ? touch.point : touch.facing_point;
  contact.point_b = is_a ? touch.facing_point : touch.point;
  contact.normal = is_a ? touch.outward : Vec3(-touch.outward);
  contact.distance = (touch.point - touch.facing_point).norm();
  contact.feature_a = is_a ? touch.feature : touch.facing_feature;
  contact.feature_b = is_a ? touch.facing_feature : touch.feature;
  return contact;
}

/// A contact and how far its features reach over its plane.
struct Judged {
  Contact contact;
  double violation = 0.0;
};

std::optional<Judged> vertex_contact(Placement& placement, Side side, std::uint32_t vertex,
                                     TriangleId face, double tolerance) {
  const Side facing = other(side);
  const Vec3 p = placement.vertex(side, vertex);
  const auto nearest = point_triangle(p, placement.corners(facing, face));
  if (std::sqrt(nearest.distance_sq) > tolerance) return std::nullopt;
  const VertexNormal normal = vertex_normal(placement, side, vertex, face, tolerance);
  return Judged{contact_from(side, {p, nearest.point, normal.normal,
                                    vertex_feature(placement.solid(side), vertex), normal.facing}),
                normal.violation};
}

std::optional<Judged> edge_contact(Placement& placement, Side side, EdgeId edge, EdgeId facing_edge,
                                   double tolerance) {
  const EdgePair pair = edge_pair(placement, side, edge, facing_edge);
  if (pair.distance() > tolerance) return std::nullopt;
  return Judged{contact_from(side, {pair.nearest.point_a, pair.nearest.point_b, pair.normal,
                                    edge_feature(placement.solid(side), edge),
                                    edge_feature(placement.solid(other(side)), facing_edge)}),
                pair.can_touch ? 0.0 : 1.0};
}

/// The vertex went through the face itself, not past it: then the bodies do intersect.
bool went_through(Placement& placement, Side side, std::uint32_t vertex, TriangleId face) {
  const Corners corners = placement.corners(other(side), face);
  const Vec3 n = placement.normal(other(side), face);
  const Vec3 p = placement.vertex(side, vertex);
  const Vec3 foot = p - n.dot(p - corners[0]) * n;
  const double size = (corners[1] - corners[0]).norm() + p.lpNorm<1>() + corners[0].lpNorm<1>();
  return std::sqrt(point_triangle(foot, corners).distance_sq) <= 64.0 * 0x1p-53 * size;
}

std::optional<Judged> contact_of(const Element& element, Placement& placement, double tolerance) {
  if (element.kind == Element::Kind::kVertexFace) {
    if (!went_through(placement, element.side, element.feature, element.face)) return std::nullopt;
    return vertex_contact(placement, element.side, element.feature, element.face, tolerance);
  }
  const EdgeId edge(element.feature);
  switch (element.out.kind) {
    case WayOut::Kind::kRear:
      return std::nullopt;
    case WayOut::Kind::kSide:
      return edge_contact(placement, element.side, edge, element.out.side, tolerance);
    case WayOut::Kind::kEnd:
      break;
  }
  const auto& ends = placement.solid(element.side).edges()[edge.index()].vertices;
  return vertex_contact(placement, element.side,
                        ends[static_cast<std::size_t>(element.out.end)].value, element.out.face,
                        tolerance);
}

/// The same features, whatever triangle of a flat side was met.
bool is_same(const Contact& x, const Contact& y) {
  const auto same_feature = [](const Feature& f, const Feature& g) {
    if (f.kind != g.kind) return false;
    return f.kind == FeatureKind::kFace ||
           (f.vertices[0] == g.vertices[0] && f.vertices[1] == g.vertices[1]);
  };
  return same_feature(x.feature_a, y.feature_a) && same_feature(x.feature_b, y.feature_b) &&
         x.normal.dot(y.normal) > 1.0 - 1e-9;
}
}  // namespace

std::vector<Contact> contacts_of(const std::vector<Element>& elements, Placement& placement,
                                 const ContactLimits& limits) {
  std::vector<Judged> found;
  double least = kInfinity;
  for (const Element& element : elements) {
    const auto judged = contact_of(element, placement, limits.distance);
    if (!judged) continue;
    least = std::min(least, judged->violation);
    found.push_back(*judged);
  }
  const double worst = limits.is_strict ? limits.violation : std::max(least, limits.violation);
  std::vector<Contact> contacts;
  for (const Judged& judged : found) {
    if (judged.violation > worst) continue;
    const bool is_known = std::any_of(contacts.begin(), contacts.end(),
                                      [&](const Contact& c) { return is_same(c, judged.contact); });
    if (!is_known) contacts.push_back(judged.contact);
  }
  return contacts;
}

}  // namespace graze::backtracking
