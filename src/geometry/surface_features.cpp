// SPDX-License-Identifier: MIT
// Question   Which edges and vertices stick out of a surface, and where do normals at them point?
// Source     Normal cones are the polars of tangent cones: n . d <= 0 for every d into the surface.
// Guarantee  None needed: a filter. What is flat up to kFlat counts as flat.
// Changed    -
#include "graze/geometry/surface_features.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "geometry/edge_table.h"
#include "geometry/same_place.h"
#include "graze/geometry/closure.h"
#include "graze/geometry/exact_predicates.h"

namespace graze {
namespace {

// Sine of the angle between faces below which their edge does not stick out: over a face as large
// as a body, this misses a millionth of its size.
constexpr double kFlat = 1e-6;

SurfaceSides sides_of(const TriangleMesh& mesh) {
  switch (closure_of(mesh).closure) {
    case Closure::kClosed:
      return SurfaceSides::kOutside;
    case Closure::kInsideOut:
      return SurfaceSides::kInside;
    default:
      return SurfaceSides::kBoth;
  }
}

Vec3 unit_normal(const Corners& c) {
  const Vec3 n = (c[1] - c[0]).cross(c[2] - c[0]);
  const double length = n.norm();
  const double longest =
      std::max({(c[1] - c[0]).norm(), (c[2] - c[1]).norm(), (c[0] - c[2]).norm()});
  return length > 1e-14 * longest * longest ? Vec3(n / length) : Vec3::Zero();
}

/// The part of q - p across the edge's direction.
Vec3 across(const Vec3& p, const Vec3& q, const Vec3& along) {
  const Vec3 way = q - p;
  const double length_sq = along.squaredNorm();
  return length_sq > 0.0 ? Vec3(way - (way.dot(along) / length_sq) * along) : way;
}

class FeatureBuilder {
 public:
  explicit FeatureBuilder(const TriangleMesh& mesh) : mesh_(mesh) {
    data_.mesh = mesh;
    data_.sides = sides_of(mesh);
    data_.place_of = first_at_same_place(mesh.vertices());
    for (std::uint32_t i = 0; i < mesh.triangles().size(); ++i) {
      data_.normals.push_back(unit_normal(mesh.corners(i)));
    }
    data_.owned.assign(mesh.triangles().size(), 0);
    data_.edge_of.assign(mesh.triangles().size(),
                         {SurfaceEdge::kNone, SurfaceEdge::kNone, SurfaceEdge::kNone});
  }

  std::shared_ptr<const SurfaceFeatures::Data> run() {
    own_places();
    for_each_edge(uses(), [&](std::span<const EdgeUse> edge) { add_edge(edge); });
    list_neighbours();
    return std::make_shared<const SurfaceFeatures::Data>(std::move(data_));
  }

 private:
  std::uint32_t place(std::uint32_t triangle, int k) const {
    return data_.place_of[mesh_.triangles()[triangle][static_cast<std::size_t>(k % 3)]];
  }

  void own_places() {
    std::vector<char> is_owned(mesh_.vertices().size(), 0);
    for (std::uint32_t i = 0; i < mesh_.triangles().size(); ++i) {
      for (int k = 0; k < 3; ++k) {
        char& owned = is_owned[place(i, k)];
        if (!owned) data_.owned[i] |= static_cast<std::uint8_t>(1u << k);
        owned = 1;
      }
    }
  }

  // Triangles that are segments have edges, too.
  std::vector<EdgeUse> uses() const {
    std::vector<EdgeUse> all;
    for (std::uint32_t i = 0; i < mesh_.triangles().size(); ++i) {
      for (std::uint8_t k = 0; k < 3; ++k) {
        const std::uint32_t from = place(i, k), to = place(i, k + 1);
        if (from != to) all.push_back({std::min(from, to), std::max(from, to), i, k, from < to});
      }
    }
    std::sort(all.begin(), all.end(), [](const EdgeUse& x, const EdgeUse& y) {
      return std::tie(x.lo, x.hi, x.triangle, x.k) < std::tie(y.lo, y.hi, y.triangle, y.k);
    });
    return all;
  }

  void add_edge(std::span<const EdgeUse> uses) {
    const auto id = static_cast<std::uint32_t>(data_.edges.size());
    SurfaceEdge edge;
    edge.vertices[0] = uses[0].lo;
    edge.vertices[1] = uses[0].hi;
    for (const EdgeUse& use : uses) data_.edge_of[use.triangle][use.k] = id;
    data_.owned[uses[0].triangle] |= static_cast<std::uint8_t>(8u << uses[0].k);
    // Where more than two faces meet no direction is ruled out.
    std::vector<EdgeUse> faces;
    for (const EdgeUse& use : uses) {
      if (!data_.normals[use.triangle].isZero(0.0)) faces.push_back(use);
    }
    if (faces.size() <= 2) {
      for (std::size_t i = 0; i < faces.size(); ++i) {
        edge.opposite[i] = place(faces[i].triangle, faces[i].k + 2);
      }
    }
    if (is_regular(faces)) edge.sticks_out = sticks_out(faces, edge);
    data_.edges.push_back(edge);
  }

  bool sticks_out(std::span<const EdgeUse> faces, const SurfaceEdge& edge) const {
    const Vec3& normal = data_.normals[faces[0].triangle];
    const auto vertices = mesh_.vertices();
    const Vec3& p = vertices[edge.vertices[0]];
    const Vec3 side = across(p, vertices[edge.opposite[1]], vertices[edge.vertices[1]] - p);
    const double height = normal.dot(side), width = side.norm();
    if (std::abs(height) <= kFlat * width) {  // flat, or folded back upon itself
      return normal.dot(data_.normals[faces[1].triangle]) < 0.0;
    }
    if (data_.sides == SurfaceSides::kBoth) return true;
    return data_.sides == SurfaceSides::kOutside ? height < 0.0 : height > 0.0;
  }

  void list_neighbours() {
    const std::size_t places = mesh_.vertices().size();
    data_.first_neighbour.assign(places + 1, 0);
    std::vector<std::uint32_t> outward(places, 0);
    for (const SurfaceEdge& edge : data_.edges) {
      for (const std::uint32_t v : edge.vertices) {
        ++data_.first_neighbour[v + 1];
        if (edge.sticks_out) ++outward[v];
      }
    }
    for (std::size_t v = 0; v < places; ++v) {
      data_.sticks_out.push_back(outward[v] >= 2 || data_.first_neighbour[v + 1] <= 1);
      data_.first_neighbour[v + 1] += data_.first_neighbour[v];
    }
    data_.neighbours.resize(2 * data_.edges.size());
    std::vector<std::uint32_t> next = data_.first_neighbour;
    for (const SurfaceEdge& edge : data_.edges) {
      data_.neighbours[next[edge.vertices[0]]++] = edge.vertices[1];
      data_.neighbours[next[edge.vertices[1]]++] = edge.vertices[0];
    }
  }

  const TriangleMesh& mesh_;
  SurfaceFeatures::Data data_;
};

}  // namespace

SurfaceFeatures::SurfaceFeatures() : SurfaceFeatures(TriangleMesh()) {}
SurfaceFeatures::SurfaceFeatures(const TriangleMesh& mesh) : data_(FeatureBuilder(mesh).run()) {}

bool is_normal_of_place(const SurfaceFeatures& features, std::uint32_t place, const Vec3& n,
                        double slack) {
  const auto vertices = features.mesh().vertices();
  for (const std::uint32_t other : features.neighbours(place)) {
    const Vec3 way = vertices[other] - vertices[place];
    const double along = n.dot(way);
    if (along > 0.0 && along * along > slack * slack * way.squaredNorm()) return false;
  }
  return true;
}

bool is_normal_of_edge(const SurfaceFeatures& features, std::uint32_t edge, const Vec3& n,
                       double slack) {
  const auto vertices = features.mesh().vertices();
  const SurfaceEdge& e = features.edges()[edge];
  const Vec3& p = vertices[e.vertices[0]];
  for (const std::uint32_t opposite : e.opposite) {
    if (opposite == SurfaceEdge::kNone) continue;
    const Vec3 side = across(p, vertices[opposite], vertices[e.vertices[1]] - p);
    if (n.dot(side) > slack * side.norm()) return false;
  }
  return true;
}

bool is_normal_of_face(const SurfaceFeatures& features, std::uint32_t triangle, const Vec3& n) {
  const double outward = features.normal(triangle).dot(n);
  return features.sides() == SurfaceSides::kBoth ||
         (features.sides() == SurfaceSides::kOutside) == (outward > 0);
}

}  // namespace graze
