// SPDX-License-Identifier: MIT
#include "methods/linear/mesh_features.h"

#include <algorithm>
#include <tuple>

namespace graze::linear {
namespace {
std::vector<MeshVertex> used_vertices(const TriangleMesh& mesh) {
  std::vector<bool> seen(mesh.vertices().size());
  std::vector<MeshVertex> vertices;
  for (std::uint32_t t = 0; t < mesh.triangles().size(); ++t) {
    for (const std::uint32_t v : mesh.triangles()[t]) {
      if (seen[v]) continue;
      seen[v] = true;
      vertices.push_back({v, t});
    }
  }
  return vertices;
}

bool same_ends(const MeshEdge& a, const MeshEdge& b) {
  return a.ends[0] == b.ends[0] && a.ends[1] == b.ends[1];
}

std::vector<MeshEdge> unique_edges(const TriangleMesh& mesh) {
  std::vector<MeshEdge> edges;
  for (std::uint32_t t = 0; t < mesh.triangles().size(); ++t) {
    const Triangle& triangle = mesh.triangles()[t];
    for (int k = 0; k < 3; ++k) {
      const auto [lo, hi] = std::minmax(triangle[k], triangle[(k + 1) % 3]);
      edges.push_back({{lo, hi}, t});
    }
  }
  std::sort(edges.begin(), edges.end(), [](const MeshEdge& a, const MeshEdge& b) {
    return std::tie(a.ends[0], a.ends[1], a.triangle) < std::tie(b.ends[0], b.ends[1], b.triangle);
  });
  edges.erase(std::unique(edges.begin(), edges.end(), same_ends), edges.end());
  return edges;
}

void grow(Aabb& box, double margin) {
  for (int k = 0; k < 3; ++k) {
    box.lo[k] = round_down(box.lo[k] - margin);
    box.hi[k] = round_up(box.hi[k] + margin);
  }
}

template <typename Indices>
MovingBox box_of(const LinearMesh& mesh, const Indices& indices, double margin) {
  MovingBox box;
  for (const std::uint32_t v : indices) box.add(mesh.mesh.vertices()[v], mesh.end[v]);
  if (margin == 0.0) return box;
  grow(box.start, margin);
  grow(box.end, margin);
  return box;
}

void set_point(LinearQuery& query, int k, const MeshFeatures& features, std::uint32_t vertex) {
  query.start[k] = features.mesh->mesh.vertices()[vertex];
  query.end[k] = features.mesh->end[vertex];
}
}  // namespace

MeshFeatures features_of(const LinearMesh& mesh, double margin) {
  MeshFeatures features;
  features.mesh = &mesh;
  features.vertices = used_vertices(mesh.mesh);
  features.edges = unique_edges(mesh.mesh);
  std::vector<MovingBox> vertex_boxes, edge_boxes, face_boxes;
  for (const MeshVertex& v : features.vertices) {
    vertex_boxes.push_back(box_of(mesh, std::array{v.vertex}, margin));
  }
  for (const MeshEdge& edge : features.edges) edge_boxes.push_back(box_of(mesh, edge.ends, margin));
  for (const Triangle& face : mesh.mesh.triangles())
    face_boxes.push_back(box_of(mesh, face, margin));
  features.vertex_tree = build_box_tree(std::move(vertex_boxes));
  features.edge_tree = build_box_tree(std::move(edge_boxes));
  features.face_tree = build_box_tree(std::move(face_boxes));
  return features;
}

LinearQuery vertex_face_query(const MeshFeatures& a, std::uint32_t vertex, const MeshFeatures& b,
                              std::uint32_t face) {
  LinearQuery query;
  query.kind = LinearKind::kVertexFace;
  const Triangle& corners = b.mesh->mesh.triangles()[face];
  set_point(query, 0, a, vertex);
  for (int k = 0; k < 3; ++k) set_point(query, k + 1, b, corners[k]);
  return query;
}

LinearQuery edge_edge_query(const MeshFeatures& a, std::uint32_t edge_a, const MeshFeatures& b,
                            std::uint32_t edge_b) {
  LinearQuery query;
  query.kind = LinearKind::kEdgeEdge;
  for (int k = 0; k < 2; ++k) {
    set_point(query, k, a, a.edges[edge_a].ends[k]);
    set_point(query, k + 2, b, b.edges[edge_b].ends[k]);
  }
  return query;
}

}  // namespace graze::linear
