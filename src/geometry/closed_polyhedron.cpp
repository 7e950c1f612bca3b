// SPDX-License-Identifier: MIT
#include "graze/geometry/closed_polyhedron.h"

#include "geometry/edge_table.h"
#include "geometry/flat_polygons.h"
#include "graze/base/assert.h"
#include "graze/base/error.h"
#include "graze/base/number_text.h"

namespace graze {
namespace {
std::string advice_for(const ClosednessReport& report) {
  if (report.duplicate_vertices.any()) return "weld the vertices first";
  if (report.is_closed()) return "reverse the triangles";
  return "repair the mesh, or use a method that takes any triangles";
}

void check(const ClosednessReport& report, const ClosedPolyhedronOptions& options) {
  if (!report.is_outward()) {
    throw InputError({"mesh of " + std::to_string(report.triangles) + " triangles",
                      report.summary(), "a closed surface, oriented outwards", advice_for(report)});
  }
  if (!(options.coplanar_tolerance >= 0.0 && options.coplanar_tolerance <= 0.1)) {
    throw InputError({"coplanar_tolerance", number_text(options.coplanar_tolerance),
                      "a number in [0, 0.1]", ""});
  }
}

std::vector<std::array<TriangleId, 3>> neighbours_of(const TriangleMesh& mesh,
                                                     const std::vector<EdgeUse>& uses) {
  std::vector<std::array<TriangleId, 3>> neighbours(mesh.triangles().size());
  for_each_edge(uses, [&](std::span<const EdgeUse> edge) {
    neighbours[edge[0].triangle][edge[0].k] = TriangleId(edge[1].triangle);
    neighbours[edge[1].triangle][edge[1].k] = TriangleId(edge[0].triangle);
  });
  return neighbours;
}

int corner_of(const Triangle& t, std::uint32_t vertex) {
  return t[0] == vertex ? 0 : (t[1] == vertex ? 1 : 2);
}

// Triangle ids by vertex, each list counter-clockwise from the smallest id.
struct Rings {
  std::vector<std::size_t> start;
  std::vector<TriangleId> triangles;
};

Rings find_rings(const TriangleMesh& mesh,
                 const std::vector<std::array<TriangleId, 3>>& neighbours) {
  std::vector<std::uint32_t> first(mesh.vertices().size(), 0xffffffffu);
  for (std::size_t i = mesh.triangles().size(); i-- > 0;) {
    for (const std::uint32_t v : mesh.triangles()[i]) first[v] = static_cast<std::uint32_t>(i);
  }
  Rings rings;
  for (std::uint32_t v = 0; v < first.size(); ++v) {
    rings.start.push_back(rings.triangles.size());
    if (first[v] == 0xffffffffu) continue;
    TriangleId t{first[v]};
    do {
      rings.triangles.push_back(t);
      const int corner = corner_of(mesh.triangles()[t.index()], v);
      t = neighbours[t.index()][(corner + 2) % 3];  // across the edge that comes back to v
    } while (t.value != first[v]);
  }
  rings.start.push_back(rings.triangles.size());
  return rings;
}

// The first corner of the first triangle of each connected part.
std::vector<VertexId> find_shells(const TriangleMesh& mesh,
                                  const std::vector<std::array<TriangleId, 3>>& neighbours) {
  std::vector<char> seen(mesh.triangles().size(), 0);
  std::vector<VertexId> shells;
  std::vector<TriangleId> todo;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (seen[i]) continue;
    shells.emplace_back(mesh.triangles()[i][0]);
    seen[i] = 1;
    todo.emplace_back(i);
    while (!todo.empty()) {
      const TriangleId here = todo.back();
      todo.pop_back();
      for (const TriangleId next : neighbours[here.index()]) {
        if (seen[next.index()]) continue;
        seen[next.index()] = 1;
        todo.push_back(next);
      }
    }
  }
  return shells;
}
}  // namespace

ClosedPolyhedron::ClosedPolyhedron(TriangleMesh mesh, const ClosedPolyhedronOptions& options) {
  const ClosednessReport report = diagnose(mesh);
  check(report, options);
  auto data = std::make_shared<Data>();
  data->volume = report.volume;
  const std::vector<EdgeUse> uses = edge_uses(mesh);
  const auto neighbours = neighbours_of(mesh, uses);
  FlatPolygons flat =
      find_flat_polygons(mesh, neighbours, options.coplanar_tolerance * mesh.bounds().diagonal());
  data->triangle_edges.resize(mesh.triangles().size());
  for_each_edge(uses, [&](std::span<const EdgeUse> edge) {
    const EdgeUse& forward = edge[0].is_forward ? edge[0] : edge[1];
    const EdgeUse& backward = edge[0].is_forward ? edge[1] : edge[0];
    const EdgeId id(data->edges.size());
    data->triangle_edges[forward.triangle][forward.k] = id;
    data->triangle_edges[backward.triangle][backward.k] = id;
    data->edges.push_back(
        {{VertexId(forward.lo), VertexId(forward.hi)},
         {TriangleId(forward.triangle), TriangleId(backward.triangle)},
         flat.polygon_of[forward.triangle] == flat.polygon_of[backward.triangle]});
  });
  Rings rings = find_rings(mesh, neighbours);
  data->shell_vertices = find_shells(mesh, neighbours);
  data->polygons = std::move(flat.polygon_of);
  data->planes = std::move(flat.planes);
  data->ring_start = std::move(rings.start);
  data->rings = std::move(rings.triangles);
  data->mesh = std::move(mesh);
  data_ = std::move(data);
}

TriangleId ClosedPolyhedron::neighbour(TriangleId triangle, int k) const {
  GRAZE_ASSERT(k >= 0 && k < 3);
  const PolyhedronEdge& edge = data_->edges[edges_of(triangle)[k].index()];
  return edge.triangles[0] == triangle ? edge.triangles[1] : edge.triangles[0];
}

std::span<const TriangleId> ClosedPolyhedron::ring(VertexId vertex) const {
  const std::size_t begin = data_->ring_start[vertex.index()];
  return {data_->rings.data() + begin, data_->ring_start[vertex.index() + 1] - begin};
}

}  // namespace graze
