// SPDX-License-Identifier: MIT
#include <algorithm>

#include "geometry/disjoint_sets.h"
#include "geometry/edge_table.h"
#include "graze/geometry/closed_polyhedron.h"
#include "graze/geometry/exact_predicates.h"
#include "graze/geometry/mass_properties.h"

namespace graze {
namespace {
template <typename Place>
void note(Defects<Place>& defects, const Place& place) {
  if (defects.count++ < kShownDefects) defects.first.push_back(place);
}

void look_at_triangles(const TriangleMesh& mesh, ClosednessReport& report) {
  for (std::size_t i = 0; i < mesh.triangles().size(); ++i) {
    const auto c = mesh.corners(i);
    if (repeats_a_vertex(mesh.triangles()[i]) || are_collinear(c[0], c[1], c[2])) {
      note(report.degenerate_triangles, TriangleId(i));
    }
  }
}

void look_at_edges(const std::vector<EdgeUse>& uses, ClosednessReport& report) {
  for_each_edge(uses, [&](std::span<const EdgeUse> edge) {
    const VertexPair place{VertexId(edge[0].lo), VertexId(edge[0].hi)};
    if (edge.size() == 1) note(report.boundary_edges, place);
    if (edge.size() > 2) note(report.non_manifold_edges, place);
    if (edge.size() == 2 && !is_regular(edge)) note(report.inconsistent_edges, place);
  });
}

void count_shells(const TriangleMesh& mesh, const std::vector<EdgeUse>& uses,
                  ClosednessReport& report) {
  DisjointSets sets(mesh.triangles().size());
  for_each_edge(uses, [&](std::span<const EdgeUse> edge) {
    for (const EdgeUse& use : edge) sets.join(edge[0].triangle, use.triangle);
  });
  report.shells = sets.count();
}

// A vertex is pinched if its triangles fall into more than one ring. Corner 3 t + k of the
// triangles is an element; corners at one end of an edge belong together.
void look_at_vertices(const TriangleMesh& mesh, const std::vector<EdgeUse>& uses,
                      ClosednessReport& report) {
  DisjointSets corners(3 * mesh.triangles().size());
  const auto corner_at = [&](const EdgeUse& use, bool at_lo) {
    const bool is_start = use.is_forward == at_lo;
    return 3 * use.triangle + (is_start ? use.k : (use.k + 1u) % 3u);
  };
  for_each_edge(uses, [&](std::span<const EdgeUse> edge) {
    for (const EdgeUse& use : edge) {
      corners.join(corner_at(edge[0], true), corner_at(use, true));
      corners.join(corner_at(edge[0], false), corner_at(use, false));
    }
  });
  std::vector<std::uint32_t> rings(mesh.vertices().size(), 0);
  for (std::uint32_t i = 0; i < 3 * mesh.triangles().size(); ++i) {
    const Triangle& t = mesh.triangles()[i / 3];
    if (!repeats_a_vertex(t) && corners.root(i) == i) ++rings[t[i % 3]];
  }
  for (std::size_t v = 0; v < rings.size(); ++v) {
    if (rings[v] > 1) note(report.pinched_vertices, VertexId(v));
  }
}

void look_for_duplicates(const TriangleMesh& mesh, ClosednessReport& report) {
  std::vector<std::uint32_t> used;
  for (const Triangle& t : mesh.triangles()) used.insert(used.end(), t.begin(), t.end());
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  const auto vertices = mesh.vertices();
  std::stable_sort(used.begin(), used.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::lexicographical_compare(vertices[a].data(), vertices[a].data() + 3,
                                        vertices[b].data(), vertices[b].data() + 3);
  });
  for (std::size_t i = 1; i < used.size(); ++i) {
    if (vertices[used[i - 1]] != vertices[used[i]]) continue;
    note(report.duplicate_vertices, VertexPair{VertexId(used[i - 1]), VertexId(used[i])});
  }
}

std::string text(TriangleId id) { return std::to_string(id.value); }
std::string text(VertexId id) { return std::to_string(id.value); }
std::string text(const VertexPair& edge) {
  return text(edge.first).append("-").append(text(edge.second));
}

template <typename Place>
void tell(std::string& out, const Defects<Place>& defects, const char* what) {
  if (!defects.any()) return;
  if (!out.empty()) out.append("; ");
  out.append(std::to_string(defects.count)).append(" ").append(what).append(":");
  for (const Place& place : defects.first) out.append(" ").append(text(place));
  if (defects.count > defects.first.size()) out.append(" ...");
}
}  // namespace

bool ClosednessReport::is_closed() const {
  return triangles > 0 && !degenerate_triangles.any() && !boundary_edges.any() &&
         !non_manifold_edges.any() && !inconsistent_edges.any() && !pinched_vertices.any();
}

std::string ClosednessReport::summary() const {
  if (triangles == 0) return "no triangles";
  std::string out;
  tell(out, degenerate_triangles, "degenerate triangles");
  tell(out, boundary_edges, "edges with one triangle");
  tell(out, non_manifold_edges, "edges with more than two triangles");
  tell(out, inconsistent_edges, "edges between triangles of opposite orientation");
  tell(out, pinched_vertices, "vertices at which surfaces touch in a point");
  tell(out, duplicate_vertices, "vertices at equal coordinates");
  if (is_closed() && volume <= 0.0) out.append(out.empty() ? "inside out" : "; inside out");
  return out.empty() ? "closed" : out;
}

ClosednessReport diagnose(const TriangleMesh& mesh) {
  ClosednessReport report;
  report.triangles = mesh.triangles().size();
  report.volume = mass_properties(mesh).volume;
  const std::vector<EdgeUse> uses = edge_uses(mesh);
  look_at_triangles(mesh, report);
  look_at_edges(uses, report);
  look_at_vertices(mesh, uses, report);
  look_for_duplicates(mesh, report);
  count_shells(mesh, uses, report);
  return report;
}

}  // namespace graze
