// SPDX-License-Identifier: MIT
// Question   When do two deforming meshes, or one with itself, first touch?                   [C5]
// Source     Provot 1997: a first contact of surfaces is of a vertex and a face or of two edges.
// Guarantee  Every such pair is either proved free or has its boxes disjoint, up to time.hi.
// Changed    Boxes move linearly with their points, so culling follows time; the earliest contact
//            found shortens the question for all pairs after it.
#include <algorithm>
#include <string>

#include "detect/linear_ccd/box_tree_traversal.h"
#include "detect/linear_ccd/check_options.h"
#include "detect/linear_ccd/mesh_features.h"
#include "graze/base/error.h"
#include "graze/geometry/exact_predicates.h"

namespace graze {
namespace linear_ccd {
namespace {

/// The earliest contact so far, and what may be earlier.
struct MeshSearch {
  const MeshFeatures& a;
  const MeshFeatures& b;
  bool is_self;
  LinearMeshOptions options;
  BudgetWatch watch;
  double until;  ///< nothing after it is asked for
  double safe;   ///< no pair looked at touches before it
  ContactReport report;

  MeshSearch(const MeshFeatures& fa, const MeshFeatures& fb, const LinearMeshOptions& wanted)
      : a(fa),
        b(fb),
        is_self(&fa == &fb),
        options(wanted),
        watch(wanted.budget),
        until(wanted.until),
        safe(wanted.until) {
    report.outcome = Outcome::kSeparated;
    report.guarantee = Guarantee::kProved;
    report.method = Method::kLinear;
    report.time = {0.0, wanted.until};
    report.tolerance = wanted.tolerance;
  }
};

Feature vertex_feature(const MeshFeatures& mesh, std::uint32_t item) {
  const MeshVertex& v = mesh.vertices[item];
  return {FeatureKind::kVertex, TriangleId(v.triangle), {v.vertex, 0}};
}
Feature edge_feature(const MeshFeatures& mesh, std::uint32_t item) {
  const MeshEdge& edge = mesh.edges[item];
  return {FeatureKind::kEdge, TriangleId(edge.triangle), {edge.ends[0], edge.ends[1]}};
}
Feature face_feature(std::uint32_t face) { return {FeatureKind::kFace, TriangleId(face), {0, 0}}; }

/// A pair of features, the first of which is of mesh b if `is_swapped`.
struct FeaturePair {
  LinearQuery query;
  Feature first;
  Feature second;
  bool is_swapped = false;
};

Contact contact_of(const FeaturePair& pair, const LinearContact& touch) {
  const bool swap = pair.is_swapped;
  Contact contact;
  contact.point_a = swap ? touch.point_b : touch.point_a;
  contact.point_b = swap ? touch.point_a : touch.point_b;
  contact.point = 0.5 * (contact.point_a + contact.point_b);
  contact.normal = swap ? Vec3(-touch.normal) : touch.normal;
  contact.distance = touch.distance;
  contact.feature_a = swap ? pair.second : pair.first;
  contact.feature_b = swap ? pair.first : pair.second;
  return contact;
}

/// Looks at one pair of features up to the earliest contact so far; false if out of budget.
bool look_at(MeshSearch& search, const FeaturePair& pair) {
  if (search.watch.spend()) return false;
  LinearCcdOptions options;
  options.tolerance = search.options.tolerance;
  options.until = search.until;
  options.min_separation = search.options.min_separation;
  const LinearContact touch = first_contact_linear(pair.query, options);
  ContactReport& report = search.report;
  ++report.stats.triangle_tests;
  report.stats.iterations += touch.steps;
  report.tolerance = std::max(report.tolerance, touch.tolerance);
  if (touch.outcome == Outcome::kSeparated) return true;
  search.safe = std::min(search.safe, touch.time.lo);
  if (touch.outcome == Outcome::kUndecided) return true;
  if (!report.contacts.empty() && touch.time.hi >= search.until) return true;
  search.until = touch.time.hi;
  report.closing_speed = touch.closing_speed;
  report.contacts = {contact_of(pair, touch)};
  return true;
}

bool has_corner(const Triangle& face, std::uint32_t vertex) {
  return face[0] == vertex || face[1] == vertex || face[2] == vertex;
}
bool share_end(const MeshEdge& a, const MeshEdge& b) {
  return a.ends[0] == b.ends[0] || a.ends[0] == b.ends[1] || a.ends[1] == b.ends[0] ||
         a.ends[1] == b.ends[1];
}

/// Vertices of one mesh against the faces of the other.
void search_vertex_face(MeshSearch& search, const MeshFeatures& points, const MeshFeatures& faces,
                        bool is_swapped) {
  const auto visit = [&](std::uint32_t item, std::uint32_t face) {
    const std::uint32_t vertex = points.vertices[item].vertex;
    if (search.is_self && has_corner(faces.mesh->mesh.triangles()[face], vertex)) return true;
    return look_at(search, {vertex_face_query(points, vertex, faces, face),
                            vertex_feature(points, item), face_feature(face), is_swapped});
  };
  search.report.stats.box_tests += for_each_overlap(
      points.vertex_tree, faces.face_tree, [&] { return search.until; }, visit);
}

void search_edge_edge(MeshSearch& search) {
  const auto visit = [&](std::uint32_t i, std::uint32_t k) {
    if (search.is_self && share_end(search.a.edges[i], search.b.edges[k])) return true;
    return look_at(search, {edge_edge_query(search.a, i, search.b, k), edge_feature(search.a, i),
                            edge_feature(search.b, k), false});
  };
  search.report.stats.box_tests += for_each_overlap(
      search.a.edge_tree, search.b.edge_tree, [&] { return search.until; }, visit);
}

/// Does the edge pass through the inside of the triangle? Exact; touching is left to the others.
bool pierces(const Vec3& p, const Vec3& q, const std::array<Vec3, 3>& c) {
  if (orientation(c[0], c[1], c[2], p) * orientation(c[0], c[1], c[2], q) != -1) return false;
  const int side = orientation(p, q, c[0], c[1]);
  return side != 0 && orientation(p, q, c[1], c[2]) == side &&
         orientation(p, q, c[2], c[0]) == side;
}

/// Where the line through p and q meets the triangle's plane, rounded.
Vec3 crossing(const Vec3& p, const Vec3& q, const std::array<Vec3, 3>& c) {
  const double at_p = orientation_value(c[0], c[1], c[2], p);
  const double at_q = orientation_value(c[0], c[1], c[2], q);
  return p + at_p / (at_p - at_q) * (q - p);
}

/// An edge of one mesh and a face of the other that it passes through at t = 0.
void record_overlap(ContactReport& report, const Vec3& point, const Feature& a, const Feature& b) {
  report.outcome = Outcome::kOverlapAtStart;
  report.start = StartState::kOverlapping;
  report.time = {0.0, 0.0};
  Contact contact;
  contact.point = contact.point_a = contact.point_b = point;
  contact.feature_a = a;
  contact.feature_b = b;
  report.contacts = {contact};
}

/// Looks for an edge of one mesh through a face of the other at t = 0.
void search_piercing(MeshSearch& search, const MeshFeatures& edges, const MeshFeatures& faces,
                     bool is_swapped) {
  ContactReport& report = search.report;
  const std::span<const Vec3> points = edges.mesh->mesh.vertices();
  const auto visit = [&](std::uint32_t item, std::uint32_t face) {
    if (search.watch.spend()) return false;
    const MeshEdge& edge = edges.edges[item];
    const Triangle& corners = faces.mesh->mesh.triangles()[face];
    const bool adjacent = has_corner(corners, edge.ends[0]) || has_corner(corners, edge.ends[1]);
    if (search.is_self && adjacent) return true;
    const Vec3 &p = points[edge.ends[0]], &q = points[edge.ends[1]];
    const std::array<Vec3, 3> c = faces.mesh->mesh.corners(face);
    if (!pierces(p, q, c)) return true;
    const Feature first = edge_feature(edges, item), second = face_feature(face);
    record_overlap(report, crossing(p, q, c), is_swapped ? second : first,
                   is_swapped ? first : second);
    return false;
  };
  report.stats.box_tests += for_each_overlap(
      edges.edge_tree, faces.face_tree, [] { return 0.0; }, visit);
}

void finish(MeshSearch& search) {
  ContactReport& report = search.report;
  report.stats.seconds = search.watch.elapsed_seconds();
  if (report.outcome == Outcome::kOverlapAtStart) return;
  if (search.watch.exhausted()) {
    report.outcome = Outcome::kUndecided;
    report.time = {0.0, search.options.until};
    report.reason = "the budget was used up";
  } else if (!report.contacts.empty()) {
    report.outcome = Outcome::kContact;
    report.time = {std::min(search.safe, search.until), search.until};
    if (search.until <= 0.0) report.start = StartState::kTouching;
  } else if (search.safe < search.options.until) {
    report.outcome = Outcome::kUndecided;
    report.time = {search.safe, search.options.until};
    report.reason = "a pair of features needs more steps than allowed";
  }
}

void check_mesh(const LinearMesh& mesh, const std::string& name) {
  const std::size_t vertices = mesh.mesh.vertices().size();
  if (mesh.end.size() != vertices) {
    throw InputError({name, std::to_string(mesh.end.size()) + " end positions",
                      "one for each of its " + std::to_string(vertices) + " vertices",
                      "both frames must have the same topology"});
  }
  for (std::size_t i = 0; i < vertices; ++i) {
    if (mesh.end[i].allFinite()) continue;
    throw InputError({name + ", vertex " + std::to_string(i),
                      "an end position that is not finite",
                      "finite coordinates",
                      {}});
  }
}

/// Half of what the meshes are to keep from each other.
double checked_margin(const LinearMeshOptions& options) {
  check_options(LinearCcdOptions{.tolerance = options.tolerance,
                                 .until = options.until,
                                 .min_separation = options.min_separation});
  return options.min_separation == 0.0 ? 0.0 : round_up(0.5 * options.min_separation);
}

ContactReport search_meshes(const MeshFeatures& a, const MeshFeatures& b,
                            const LinearMeshOptions& options) {
  MeshSearch search(a, b, options);
  const auto goes_on = [&] { return search.report.outcome != Outcome::kOverlapAtStart; };
  if (options.look_for_crossings) search_piercing(search, a, b, false);
  if (options.look_for_crossings && !search.is_self && goes_on()) {
    search_piercing(search, b, a, true);
  }
  if (goes_on()) search_vertex_face(search, a, b, false);
  if (!search.is_self && goes_on()) search_vertex_face(search, b, a, true);
  if (goes_on()) search_edge_edge(search);
  finish(search);
  return search.report;
}
}  // namespace
}  // namespace linear_ccd

ContactReport first_contact_linear(const LinearMesh& a, const LinearMesh& b,
                                   const LinearMeshOptions& options) {
  linear_ccd::check_mesh(a, "mesh a");
  linear_ccd::check_mesh(b, "mesh b");
  const double margin = linear_ccd::checked_margin(options);
  return linear_ccd::search_meshes(linear_ccd::features_of(a, margin),
                                   linear_ccd::features_of(b, margin), options);
}

ContactReport first_self_contact_linear(const LinearMesh& mesh, const LinearMeshOptions& options) {
  linear_ccd::check_mesh(mesh, "mesh");
  const linear_ccd::MeshFeatures features =
      linear_ccd::features_of(mesh, linear_ccd::checked_margin(options));
  return linear_ccd::search_meshes(features, features, options);
}

}  // namespace graze
