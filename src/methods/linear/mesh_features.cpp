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
MovingBox box_of(const MeshFeatures& features, const Indices& indices, double margin) {
  MovingBox box;
  for (const std::uint32_t v : indices) box.add(features.start[v], features.end[v]);
  if (margin == 0.0) return box;
  grow(box.start, margin);
  grow(box.end, margin);
  return box;
}

void put_boxes(MeshFeatures& f, double margin) {
  for (std::size_t i = 0; i < f.vertices.size(); ++i) {
    f.vertex_tree.boxes[i] = box_of(f, std::array{f.vertices[i].vertex}, margin);
  }
  for (std::size_t i = 0; i < f.edges.size(); ++i) {
    f.edge_tree.boxes[i] = box_of(f, f.edges[i].ends, margin);
  }
  for (std::size_t i = 0; i < f.triangles.size(); ++i) {
    f.face_tree.boxes[i] = box_of(f, f.triangles[i], margin);
  }
}

void set_point(LinearQuery& query, int k, const MeshFeatures& features, std::uint32_t vertex) {
  query.start[k] = features.start[vertex];
  query.end[k] = features.end[vertex];
}
}  // namespace

MeshFeatures features_of(const LinearMesh& mesh, double margin) {
  MeshFeatures features;
  features.triangles = mesh.mesh.triangles();
  features.start = mesh.mesh.vertices();
  features.end = mesh.end;
  features.vertices = used_vertices(mesh.mesh);
  features.edges = unique_edges(mesh.mesh);
  features.vertex_tree.boxes.resize(features.vertices.size());
  features.edge_tree.boxes.resize(features.edges.size());
  features.face_tree.boxes.resize(features.triangles.size());
  put_boxes(features, margin);
  for (BoxTree* tree : {&features.vertex_tree, &features.edge_tree, &features.face_tree}) {
    *tree = build_box_tree(std::move(tree->boxes));
  }
  return features;
}

void move(MeshFeatures& features, std::span<const Vec3> start, std::span<const Vec3> end,
          double margin) {
  features.start = start;
  features.end = end;
  put_boxes(features, margin);
  for (BoxTree* tree : {&features.vertex_tree, &features.edge_tree, &features.face_tree}) {
    refit(*tree);
  }
}

std::array<Vec3, 3> corners_at_start(const MeshFeatures& features, std::uint32_t face) {
  const Triangle& t = features.triangles[face];
  return {features.start[t[0]], features.start[t[1]], features.start[t[2]]};
}

LinearQuery vertex_face_query(const MeshFeatures& a, std::uint32_t vertex, const MeshFeatures& b,
                              std::uint32_t face) {
  LinearQuery query;
  query.kind = LinearKind::kVertexFace;
  const Triangle& corners = b.triangles[face];
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
