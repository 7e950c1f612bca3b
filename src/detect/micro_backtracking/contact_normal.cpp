// SPDX-License-Identifier: MIT
// Question   Which normal has the vertex' body on one side and the other body on the other?    [K5]
// Source     Cones of the touching features; the paper takes the face's normal always.
// Guarantee  Of the normals tried, the one with the least violation.
// Changed    A vertex that meets an edge or a corner gets a normal between those of its faces.
#include "detect/micro_backtracking/contact_normal.h"

#include <algorithm>

namespace graze::backtracking {
namespace {
constexpr double kGood = 1e-6;  // a sine that rounding and the bracket's width explain

/// How far the edges at a vertex reach along `out`.
double reach_of(Placement& placement, Side side, std::uint32_t vertex, const Vec3& out) {
  const ClosedPolyhedron& solid = placement.solid(side);
  const Vec3 p = placement.vertex(side, vertex);
  double reach = 0.0;
  for (const TriangleId triangle : solid.ring(VertexId(vertex))) {
    for (const std::uint32_t corner : solid.mesh().triangles()[triangle.index()]) {
      if (corner == vertex) continue;
      reach = std::max(reach, out.dot((placement.vertex(side, corner) - p).normalized()));
    }
  }
  return reach;
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
  }

  /// `outward` of the other body; `facing_violation` what it costs there.
  void try_normal(const Vec3& outward, const Feature& facing, double facing_violation) {
    const double length = outward.norm();
    if (!(length > 1e-9) || best_.violation <= kGood) return;
    const Vec3 normal = -outward / length;
    const double violation =
        std::max(facing_violation, reach_of(placement_, side_, vertex_, normal));
    if (violation < best_.violation) best_ = {normal, facing, violation};
  }

  void try_edge(EdgeId id) {
    const PolyhedronEdge& edge = placement_.solid(other(side_)).edges()[id.index()];
    const Feature facing{
        FeatureKind::kEdge, edge.triangles[0], {edge.vertices[0].value, edge.vertices[1].value}};
    const Vec3 n0 = placement_.normal(other(side_), edge.triangles[0]);
    const Vec3 n1 = placement_.normal(other(side_), edge.triangles[1]);
    for (const double s : {0.5, 0.25, 0.75}) try_normal(s * n0 + (1.0 - s) * n1, facing, 0.0);
    // What the vertex would like, without its part along the edge.
    const auto [p, q] = placement_.edge(other(side_), id);
    const Vec3 along = (q - p).normalized();
    const Vec3 wish = -mean_normal(placement_, side_, vertex_);
    const Vec3 across = wish - wish.dot(along) * along;
    const double outside = std::max(0.0, -std::min(across.dot(n0), across.dot(n1)));
    try_normal(across, facing, outside);
  }

  void try_corner(std::uint32_t corner) {
    const Side facing_side = other(side_);
    const Feature facing{FeatureKind::kVertex,
                         placement_.solid(facing_side).ring(VertexId(corner)).front(),
                         {corner, 0}};
    const Vec3 theirs = mean_normal(placement_, facing_side, corner);
    const Vec3 ours = mean_normal(placement_, side_, vertex_);
    for (const Vec3& outward :
         {theirs, Vec3(-ours), Vec3(theirs.normalized() - ours.normalized())}) {
      if (outward.norm() < 1e-9) continue;
      try_normal(outward, facing, reach_of(placement_, facing_side, corner, outward.normalized()));
    }
  }

  bool is_good() const { return best_.violation <= kGood; }
  const VertexNormal& best() const { return best_; }

 private:
  Placement& placement_;
  Side side_;
  std::uint32_t vertex_;
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
  choice.try_normal(placement.normal(facing, face), {FeatureKind::kFace, face, {}}, 0.0);
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
