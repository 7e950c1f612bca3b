// SPDX-License-Identifier: MIT
// Question   Which pair of features of a part of two deforming meshes touches first?          [C5]
// Source     Provot 1997: a first contact of surfaces is of a vertex and a face or of two edges.
// Guarantee  Every pair of the part is proved free up to `until`, or is the contact then.
// Changed    The earliest contact found shortens the question for all pairs after it.
#include "methods/linear/part_search.h"

#include <algorithm>

namespace graze::linear {
namespace {
constexpr std::size_t kPartsPerSweep = 64;

Feature vertex_feature(const MeshFeatures& mesh, std::uint32_t item) {
  const MeshVertex& v = mesh.vertices[item];
  return {FeatureKind::kVertex, TriangleId(v.triangle), {v.vertex, 0}};
}

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

bool share_end(const MeshEdge& a, const MeshEdge& b) {
  return a.ends[0] == b.ends[0] || a.ends[0] == b.ends[1] || a.ends[1] == b.ends[0] ||
         a.ends[1] == b.ends[1];
}

class PartSearch {
 public:
  PartSearch(const MeshPair& meshes, double until, const Budget& budget)
      : meshes_(meshes), watch_(budget) {
    result_.until = result_.safe = until;
  }

  /// Vertices of one mesh against the faces of the other.
  void search_vertex_face(const NodePair& nodes, bool is_swapped) {
    const MeshFeatures& points = is_swapped ? meshes_.b : meshes_.a;
    const MeshFeatures& faces = is_swapped ? meshes_.a : meshes_.b;
    const auto visit = [&](std::uint32_t item, std::uint32_t face) {
      const std::uint32_t vertex = points.vertices[item].vertex;
      if (meshes_.is_self() && has_corner(faces.triangles[face], vertex)) return true;
      return look_at({vertex_face_query(points, vertex, faces, face), vertex_feature(points, item),
                      face_feature(face), is_swapped});
    };
    result_.stats.box_tests += for_each_overlap(
        points.vertex_tree, faces.face_tree, nodes, [&] { return result_.until; }, visit);
  }

  void search_edge_edge(const NodePair& nodes) {
    const MeshFeatures &a = meshes_.a, &b = meshes_.b;
    const auto visit = [&](std::uint32_t i, std::uint32_t k) {
      if (meshes_.is_self() && share_end(a.edges[i], b.edges[k])) return true;
      return look_at({edge_edge_query(a, i, b, k), edge_feature(a, i), edge_feature(b, k), false});
    };
    result_.stats.box_tests += for_each_overlap(
        a.edge_tree, b.edge_tree, nodes, [&] { return result_.until; }, visit);
  }

  PartResult result() && {
    result_.limit = watch_.limit();
    return std::move(result_);
  }

 private:
  /// Looks at one pair of features up to the earliest contact so far; false if out of budget.
  bool look_at(const FeaturePair& pair) {
    if (watch_.spend()) return false;
    LinearCcdOptions options;
    options.tolerance = meshes_.options.tolerance;
    options.until = result_.until;
    options.min_separation = meshes_.options.min_separation;
    const LinearContact touch = first_contact_linear(pair.query, options);
    ++result_.stats.triangle_tests;
    result_.stats.iterations += touch.steps;
    result_.tolerance = std::max(result_.tolerance, touch.tolerance);
    if (touch.outcome == Outcome::kSeparated) return true;
    result_.safe = std::min(result_.safe, touch.time.lo);
    if (touch.outcome == Outcome::kUndecided) return true;
    if (result_.contact && touch.time.hi >= result_.until) return true;
    result_.until = touch.time.hi;
    result_.closing_speed = touch.closing_speed;
    result_.contact = contact_of(pair, touch);
    return true;
  }

  const MeshPair& meshes_;
  BudgetWatch watch_;
  PartResult result_;
};

void add_parts(Sweep sweep, const BoxTree& a, const BoxTree& b, double until,
               std::vector<SearchPart>& parts) {
  for (const NodePair& nodes : split_overlaps(a, b, until, kPartsPerSweep)) {
    parts.push_back({sweep, nodes});
  }
}
}  // namespace

Feature edge_feature(const MeshFeatures& mesh, std::uint32_t item) {
  const MeshEdge& edge = mesh.edges[item];
  return {FeatureKind::kEdge, TriangleId(edge.triangle), {edge.ends[0], edge.ends[1]}};
}

Feature face_feature(std::uint32_t face) { return {FeatureKind::kFace, TriangleId(face), {0, 0}}; }

bool has_corner(const Triangle& face, std::uint32_t vertex) {
  return face[0] == vertex || face[1] == vertex || face[2] == vertex;
}

std::vector<SearchPart> parts_of(const MeshPair& meshes) {
  const MeshFeatures &a = meshes.a, &b = meshes.b;
  const double until = meshes.options.until;
  std::vector<SearchPart> parts;
  add_parts(Sweep::kVertexOfA, a.vertex_tree, b.face_tree, until, parts);
  if (!meshes.is_self()) add_parts(Sweep::kVertexOfB, b.vertex_tree, a.face_tree, until, parts);
  add_parts(Sweep::kEdges, a.edge_tree, b.edge_tree, until, parts);
  std::stable_sort(parts.begin(), parts.end(), [](const SearchPart& p, const SearchPart& q) {
    return p.nodes.enter < q.nodes.enter;
  });
  return parts;
}

PartResult search_part(const MeshPair& meshes, const SearchPart& part, double until,
                       const Budget& budget) {
  PartSearch search(meshes, until, budget);
  if (part.sweep == Sweep::kEdges) {
    search.search_edge_edge(part.nodes);
  } else {
    search.search_vertex_face(part.nodes, part.sweep == Sweep::kVertexOfB);
  }
  return std::move(search).result();
}

}  // namespace graze::linear
