// SPDX-License-Identifier: MIT
// Question   Which normal has the vertex' body on one side and the other body on the other?    [K5]
// Source     Cones of the touching features; the paper takes the face's normal always.
// Guarantee  Of the normals tried, the one with the least violation.
// Changed    A vertex that meets an edge or a corner gets a normal between those of its faces.
#include "methods/backtracking/contact_normal.h"

#include <algorithm>
#include <vector>

namespace graze::backtracking {
namespace {
constexpr double kGood = 1e-6;  // a sine that rounding and the bracket's width explain

/// Unit directions from a vertex along its edges: into its body, or at its surface.
std::vector<Vec3> edges_at(Placement& placement, Side side, std::uint32_t vertex) {
  const ClosedPolyhedron& solid = placement.solid(side);
  const Vec3 p = placement.vertex(side, vertex);
  std::vector<Vec3> directions;
  for (const TriangleId triangle : solid.ring(VertexId(vertex))) {
    for (const std::uint32_t corner : solid.mesh().triangles()[triangle.index()]) {
      if (corner != vertex) directions.push_back((placement.vertex(side, corner) - p).normalized());
    }
  }
  return directions;
}

/// Likewise from an edge: both ways along it, and across it into its two faces.
std::vector<Vec3> sides_at(Placement& placement, Side side, EdgeId id) {
  const ClosedPolyhedron& solid = placement.solid(side);
  const auto [p, q] = placement.edge(side, id);
  const Vec3 along = (q - p).normalized();
  std::vector<Vec3> directions{along, -along};
  for (const TriangleId triangle : solid.edges()[id.index()].triangles) {
    const Vec3 n = placement.normal(side, triangle);
    const Vec3 across = n.cross(along);  // into the first face, out of the second
    const bool is_first = triangle == solid.edges()[id.index()].triangles[0];
    directions.push_back(is_first ? across : Vec3(-across));
  }
  return directions;
}

double worst_of(const std::vector<Vec3>& limits, const Vec3& n) {
  double worst = 0.0;
  for (const Vec3& limit : limits) worst = std::max(worst, n.dot(limit));
  return worst;
}

/// A unit vector with n . limit <= 0 for all limits, if there is one: n is pushed out of the limit
/// it violates most, again and again.
Vec3 pushed_out(Vec3 n, const std::vector<Vec3>& limits) {
  constexpr int kMostPushes = 200;
  for (int i = 0; i < kMostPushes; ++i) {
    const auto worst =
        std::max_element(limits.begin(), limits.end(),
                         [&](const Vec3& x, const Vec3& y) { return n.dot(x) < n.dot(y); });
    const double over = n.dot(*worst);
    if (over <= 0.1 * kGood) break;
    const Vec3 next = n - 1.1 * over * *worst;
    if (!(next.norm() > 1e-6)) break;
    n = next.normalized();
  }
  return n;
}

/// Mean of the outward normals around a vertex, one for each flat side.
Vec3 mean_normal(const Placement& placement, Side side, std::uint32_t vertex) {
  const ClosedPolyhedron& solid = placement.solid(side);
  Vec3 sum = Vec3::Zero();
  const auto ring = solid.ring(VertexId(vertex));
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const bool is_same_side =
        solid.polygon_of(ring[i]) == solid.polygon_of(ring[(i + 1) % ring.size()]);
    if (!is_same_side || ring.size() == 1) sum += placement.normal(side, ring[i]);
  }
  return sum;
}

class NormalChoice {
 public:
  NormalChoice(Placement& placement, Side side, std::uint32_t vertex)
      : placement_(placement), side_(side), vertex_(vertex) {
    best_.violation = 2.0;
    for (const Vec3& d : edges_at(placement, side, vertex)) limits_.push_back(-d);
  }

  void try_face(TriangleId face) {
    const Vec3 outward = placement_.normal(other(side_), face);
    keep({-outward, {FeatureKind::kFace, face, {}}, worst_of(limits_, outward)});
  }

  void try_edge(EdgeId id) {
    const PolyhedronEdge& edge = placement_.solid(other(side_)).edges()[id.index()];
    const Vec3 start = placement_.normal(other(side_), edge.triangles[0]) +
                       placement_.normal(other(side_), edge.triangles[1]);
    try_between(
        start, sides_at(placement_, other(side_), id),
        {FeatureKind::kEdge, edge.triangles[0], {edge.vertices[0].value, edge.vertices[1].value}});
  }

  void try_corner(std::uint32_t corner) {
    const Side facing = other(side_);
    const Vec3 start = mean_normal(placement_, facing, corner).normalized() -
                       mean_normal(placement_, side_, vertex_).normalized();
    try_between(start, edges_at(placement_, facing, corner),
                {FeatureKind::kVertex,
                 placement_.solid(facing).ring(VertexId(corner)).front(),
                 {corner, 0}});
  }

  bool is_good() const { return best_.violation <= kGood; }
  const VertexNormal& best() const { return best_; }

 private:
  /// An outward normal of the other body that has its feature on one side and ours on the other.
  void try_between(const Vec3& start, std::vector<Vec3> limits, const Feature& facing) {
    if (is_good() || !(start.norm() > 1e-6)) return;
    limits.insert(limits.end(), limits_.begin(), limits_.end());
    const Vec3 outward = pushed_out(start.normalized(), limits);
    keep({-outward, facing, worst_of(limits, outward)});
  }

  void keep(const VertexNormal& normal) {
    if (normal.violation < best_.violation) best_ = normal;
  }

  Placement& placement_;
  Side side_;
  std::uint32_t vertex_;
  std::vector<Vec3> limits_;  ///< of the other body's outward normal, from our vertex
  VertexNormal best_;
};

double distance_to(Placement& placement, Side side, EdgeId id, const Vec3& p) {
  const auto [q, r] = placement.edge(side, id);
  const double s = std::clamp((p - q).dot(r - q) / (r - q).squaredNorm(), 0.0, 1.0);
  return (p - q - s * (r - q)).norm();
}
}  // namespace

VertexNormal vertex_normal(Placement& placement, Side side, std::uint32_t vertex, TriangleId face,
                           double tolerance) {
  const Side facing = other(side);
  const ClosedPolyhedron& solid = placement.solid(facing);
  const Vec3 p = placement.vertex(side, vertex);
  NormalChoice choice(placement, side, vertex);
  choice.try_face(face);
  if (choice.is_good()) return choice.best();
  for (const EdgeId id : solid.edges_of(face)) {
    if (solid.edges()[id.index()].is_interior) continue;
    if (distance_to(placement, facing, id, p) <= tolerance) choice.try_edge(id);
  }
  for (const std::uint32_t corner : solid.mesh().triangles()[face.index()]) {
    if ((placement.vertex(facing, corner) - p).norm() <= tolerance) choice.try_corner(corner);
  }
  return choice.best();
}

}  // namespace graze::backtracking
