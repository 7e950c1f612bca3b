// SPDX-License-Identifier: MIT
#include "dynamics/mesh_topology.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace graze::dynamics {
namespace {
constexpr double kFlat = 1e-5;  // rad: edges that bend less are none

struct HalfEdge {
  std::uint32_t lo, hi, triangle, opposite;
  int corner;
};
}  // namespace

MeshTopology::MeshTopology(const TriangleMesh& mesh, bool is_solid) {
  weld(mesh);
  find_edges(mesh);
  mark_edges(mesh, is_solid);
  find_neighbours(mesh);
}

void MeshTopology::weld(const TriangleMesh& mesh) {
  const auto v = mesh.vertices();
  std::vector<std::uint32_t> order(v.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto key = [&v](std::uint32_t i) { return std::tuple(v[i].x(), v[i].y(), v[i].z()); };
  std::stable_sort(order.begin(), order.end(), [&](auto i, auto j) { return key(i) < key(j); });
  same_as_.resize(v.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool repeats = i > 0 && key(order[i]) == key(order[i - 1]);
    same_as_[order[i]] = repeats ? same_as_[order[i - 1]] : order[i];
  }
}

void MeshTopology::find_edges(const TriangleMesh& mesh) {
  const auto triangles = mesh.triangles();
  edges_of_.assign(triangles.size(), {kNone, kNone, kNone});
  std::vector<HalfEdge> half;
  for (std::uint32_t t = 0; t < triangles.size(); ++t) {
    for (int k = 0; k < 3; ++k) {
      const std::uint32_t i = vertex(triangles[t][k]), j = vertex(triangles[t][(k + 1) % 3]);
      if (i == j) continue;
      half.push_back({std::min(i, j), std::max(i, j), t, vertex(triangles[t][(k + 2) % 3]), k});
    }
  }
  std::sort(half.begin(), half.end(), [](const HalfEdge& x, const HalfEdge& y) {
    return std::tie(x.lo, x.hi, x.triangle, x.corner) < std::tie(y.lo, y.hi, y.triangle, y.corner);
  });
  for (std::size_t i = 0; i < half.size(); ++i) {
    const HalfEdge& h = half[i];
    if (i == 0 || h.lo != half[i - 1].lo || h.hi != half[i - 1].hi) {
      edges_.push_back({{h.lo, h.hi}, false, static_cast<std::uint32_t>(opposites_.size()), 0});
      sides_.push_back({h.triangle, h.triangle});
    }
    edges_of_[h.triangle][h.corner] = static_cast<std::uint32_t>(edges_.size() - 1);
    sides_.back()[1] = h.triangle;
    if (h.opposite == h.lo || h.opposite == h.hi) continue;
    opposites_.push_back(h.opposite);
    ++edges_.back().opposites;
  }
}

void MeshTopology::mark_edges(const TriangleMesh& mesh, bool is_solid) {
  const auto v = mesh.vertices();
  const auto normal = [&](std::uint32_t t) {
    const auto c = mesh.corners(t);
    return Vec3((c[1] - c[0]).cross(c[2] - c[0]).normalized());
  };
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    Edge& edge = edges_[e];
    edge.bears = edge.opposites != 2;
    if (edge.bears) continue;
    // How far the second triangle is below the plane of the first, as the sine of an angle.
    const Vec3 along = (v[edge.vertices[1]] - v[edge.vertices[0]]).normalized();
    const Vec3 second = v[opposites_[edge.first_opposite + 1]] - v[edge.vertices[0]];
    const Vec3 across = second - along * along.dot(second);
    const double below = -normal(sides_[e][0]).dot(across.normalized());
    edge.bears = is_solid ? below > kFlat : std::abs(below) > kFlat;
    if (!(across.norm() > 0.0)) edge.bears = true;
  }
}

void MeshTopology::find_neighbours(const TriangleMesh& mesh) {
  const std::size_t count = mesh.vertices().size();
  std::vector<std::uint32_t> sharp(count, 0), any(count, 0);
  first_neighbour_.assign(count + 1, 0);
  for (const Edge& edge : edges_) {
    for (const std::uint32_t v : edge.vertices) {
      ++first_neighbour_[v + 1];
      ++any[v];
      sharp[v] += edge.bears ? 1u : 0u;
    }
  }
  std::partial_sum(first_neighbour_.begin(), first_neighbour_.end(), first_neighbour_.begin());
  neighbours_.resize(first_neighbour_.back());
  std::vector<std::uint32_t> next(first_neighbour_.begin(), first_neighbour_.end() - 1);
  for (const Edge& edge : edges_) {
    neighbours_[next[edge.vertices[0]]++] = edge.vertices[1];
    neighbours_[next[edge.vertices[1]]++] = edge.vertices[0];
  }
  bears_.resize(count);
  for (std::size_t v = 0; v < count; ++v) bears_[v] = any[v] <= 1 || sharp[v] >= 2;
}

}  // namespace graze::dynamics
