// SPDX-License-Identifier: MIT
#include "graze/elastic/elastic_model.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "elastic/closed_surface.h"
#include "graze/base/error.h"
#include "graze/base/number_text.h"
#include "graze/math/pose.h"

namespace graze {
namespace elastic {
void refuse_open_surface(const TriangleMesh& surface) {
  const ClosureReport report = closure_of(surface);
  const auto refuse = [](const std::string& found, const std::string& advice) {
    throw InputError(
        {"surface of a soft body", found, "a closed surface that faces outward", advice});
  };
  switch (report.closure) {
    case Closure::kEmpty:
      return refuse("no triangles", "");
    case Closure::kOpen:
      return refuse(std::to_string(report.open_edges) + " open edges", "mend it with graze repair");
    case Closure::kFlat:
      return refuse("no volume", "");
    case Closure::kInsideOut:
      return refuse("a surface that faces inward", "turn its triangles");
    case Closure::kClosed:
      return;
  }
}

/// Each vertex is a node.
void follow_nodes(ElasticModel& model, std::span<const std::uint32_t> node_of_vertex) {
  model.first_weight = {0};
  for (const std::uint32_t node : node_of_vertex) {
    model.weights.push_back({node, 1.0});
    model.first_weight.push_back(static_cast<std::uint32_t>(model.weights.size()));
  }
}
}  // namespace elastic

std::vector<Vec3> ElasticModel::surface_at(std::span<const Vec3> positions) const {
  std::vector<Vec3> vertices(surface.vertices().size());
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    Vec3 p = Vec3::Zero();
    for (const NodeWeight& w : weights_of(v)) p += w.weight * positions[w.node];
    vertices[v] = p;
  }
  return vertices;
}

ElasticModel make_tetrahedral(const TetrahedralMesh& mesh, const ElasticMaterial& material) {
  check(material);
  const TetrahedralMesh right = oriented(mesh);
  check(right);
  ElasticModel model;
  model.material = material;
  constexpr std::uint32_t kUnused = 0xffffffffu;
  std::vector<std::uint32_t> node_of(right.vertices.size(), kUnused);
  for (const Tetrahedron& t : right.tetrahedra) {
    Tetrahedron nodes;
    for (std::size_t k = 0; k < 4; ++k) {
      std::uint32_t& node = node_of[t[k]];
      if (node == kUnused) {
        node = static_cast<std::uint32_t>(model.nodes.size());
        model.nodes.push_back(right.vertices[t[k]]);
        model.masses.push_back(0.0);
      }
      model.masses[node] += 0.25 * material.density * volume_of(right, t);
      nodes[k] = node;
    }
    model.tetrahedra.push_back(nodes);
  }
  model.surface = surface_of({model.nodes, model.tetrahedra});
  std::vector<std::uint32_t> same(model.nodes.size());
  for (std::size_t v = 0; v < same.size(); ++v) same[v] = static_cast<std::uint32_t>(v);
  elastic::follow_nodes(model, same);
  return model;
}

ElasticModel make_particles(const TriangleMesh& surface, double mass, std::vector<Spring> springs) {
  elastic::refuse_open_surface(surface);
  if (!(mass > 0.0) || !std::isfinite(mass)) {
    throw InputError({"mass", number_text(mass), "a mass > 0", ""});
  }
  ElasticModel model;
  const auto vertices = surface.vertices();
  model.nodes.assign(vertices.begin(), vertices.end());
  model.masses.assign(vertices.size(), mass / static_cast<double>(vertices.size()));
  model.springs = std::move(springs);
  model.surface = surface;
  std::vector<std::uint32_t> same(vertices.size());
  for (std::size_t v = 0; v < same.size(); ++v) same[v] = static_cast<std::uint32_t>(v);
  elastic::follow_nodes(model, same);
  check(model);
  return model;
}

std::vector<Spring> springs_of(const TriangleMesh& mesh, double stiffness, double damping) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const Triangle& t : mesh.triangles()) {
    for (std::size_t k = 0; k < 3; ++k) pairs.insert(std::minmax(t[k], t[(k + 1) % 3]));
  }
  const auto vertices = mesh.vertices();
  Vec3 centre = Vec3::Zero();
  for (const Vec3& v : vertices) centre += v / static_cast<double>(vertices.size());
  for (std::uint32_t v = 0; v < vertices.size(); ++v) {
    const Vec3 across = 2.0 * centre - vertices[v];
    const auto nearest = std::ranges::min_element(
        vertices, {}, [&](const Vec3& other) { return (other - across).squaredNorm(); });
    const auto other = static_cast<std::uint32_t>(nearest - vertices.begin());
    if (other != v) pairs.insert(std::minmax(v, other));
  }
  std::vector<Spring> springs;
  for (const auto& [a, b] : pairs) springs.push_back({a, b, stiffness, damping});
  return springs;
}

std::vector<std::uint32_t> nodes_within(const ElasticModel& model, const Aabb& box) {
  std::vector<std::uint32_t> nodes;
  for (std::size_t n = 0; n < model.nodes.size(); ++n) {
    if (box.contains(model.nodes[n])) nodes.push_back(static_cast<std::uint32_t>(n));
  }
  if (!nodes.empty()) return nodes;
  throw InputError(
      {"box", "no node inside", "at least one", "make the box larger, or the lattice finer"});
}

void pin(ElasticModel& model, const Aabb& box) {
  const std::vector<std::uint32_t> nodes = nodes_within(model, box);
  model.pinned.insert(model.pinned.end(), nodes.begin(), nodes.end());
  std::ranges::sort(model.pinned);
  model.pinned.erase(std::unique(model.pinned.begin(), model.pinned.end()), model.pinned.end());
}

bool is_coarse(const ElasticModel& model) {
  if (model.cells.empty()) return false;
  return model.surface.bounds().size().minCoeff() < 3.99 * model.cell_size;
}

}  // namespace graze
