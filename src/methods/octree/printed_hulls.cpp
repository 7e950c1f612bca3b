// SPDX-License-Identifier: MIT
// Question   Do the convex hulls of two faces' end positions cross?                           [O5]
// Source     Kitamura et al. 1994, section 3.2.4: edges 1, 2 and 3 against every face of the hull.
// Guarantee  None: kept to compare. A turning face leaves its hull, a hull inside another has no
//            crossing edge, and nothing is rounded outward.
// Changed    Nothing. Hulls of six points are found by trying all planes through three of them.
#include <array>
#include <utility>
#include <vector>

#include "methods/octree/swept_face.h"

namespace graze::octree {
namespace {
struct Hull {
  std::vector<Corners> faces;
  std::vector<std::pair<Vec3, Vec3>> edges;
};

using Points = std::array<Vec3, 6>;

bool is_face(const Points& p, std::size_t i, std::size_t j, std::size_t k) {
  bool above = false, below = false;
  for (std::size_t m = 0; m < p.size(); ++m) {
    if (m == i || m == j || m == k) continue;
    const int side = orientation(p[i], p[j], p[k], p[m]);
    above = above || side > 0;
    below = below || side < 0;
  }
  return !(above && below) && !are_collinear(p[i], p[j], p[k]);
}

Hull hull_of(const SweptFace& face) {
  const Points p{face.begin[0], face.begin[1], face.begin[2],
                 face.end[0],   face.end[1],   face.end[2]};
  Hull hull;
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = i + 1; j < 6; ++j) {
      for (std::size_t k = j + 1; k < 6; ++k) {
        if (!is_face(p, i, j, k)) continue;
        hull.faces.push_back({p[i], p[j], p[k]});
        hull.edges.insert(hull.edges.end(), {{p[i], p[j]}, {p[j], p[k]}, {p[k], p[i]}});
      }
    }
  }
  return hull;
}

/// Edge 1: both ends on one side of the plane. Edge 2: crosses it outside the face. Edge 3: inside.
bool is_edge_3(const std::pair<Vec3, Vec3>& edge, const Corners& t) {
  const auto& [p, q] = edge;
  const int from = orientation(t[0], t[1], t[2], p), to = orientation(t[0], t[1], t[2], q);
  if (from * to >= 0) return false;
  const int u = orientation(p, q, t[0], t[1]), v = orientation(p, q, t[1], t[2]),
            w = orientation(p, q, t[2], t[0]);
  return (u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0);
}

bool pierces(const Hull& edges_of, const Hull& faces_of) {
  for (const auto& edge : edges_of.edges) {
    for (const Corners& face : faces_of.faces) {
      if (is_edge_3(edge, face)) return true;
    }
  }
  return false;
}
}  // namespace

bool hulls_cross_as_printed(const SweptFace& a, const SweptFace& b) {
  const Hull hull_a = hull_of(a), hull_b = hull_of(b);
  return pierces(hull_a, hull_b) || pierces(hull_b, hull_a);
}

}  // namespace graze::octree
