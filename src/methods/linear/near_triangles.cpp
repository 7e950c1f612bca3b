// SPDX-License-Identifier: MIT
#include "graze/geometry/triangle_distance.h"
#include "graze/methods/linear_touches.h"
#include "methods/linear/box_tree_traversal.h"

namespace graze {
namespace {
using linear::BoxTree;
using TrianglePairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// Of all triangles, grown by half of the distance.
BoxTree grown_tree(const TriangleMesh& mesh, double distance) {
  std::vector<linear::MovingBox> boxes;
  const Vec3 by = Vec3::Constant(round_up(0.5 * distance));
  for (std::uint32_t t = 0; t < mesh.triangles().size(); ++t) {
    linear::MovingBox box;
    for (const Vec3& corner : mesh.corners(t)) {
      box.add(corner - by, corner - by);
      box.add(corner + by, corner + by);
    }
    boxes.push_back(box);
  }
  return linear::build_box_tree(std::move(boxes));
}

bool share_vertex(const Triangle& a, const Triangle& b) {
  for (const std::uint32_t v : a) {
    if (v == b[0] || v == b[1] || v == b[2]) return true;
  }
  return false;
}

TrianglePairs near_pairs(const TriangleMesh& a, const BoxTree& tree_a, const TriangleMesh& b,
                         const BoxTree& tree_b, double distance) {
  TrianglePairs pairs;
  const auto visit = [&](std::uint32_t i, std::uint32_t k) {
    if (&a == &b && share_vertex(a.triangles()[i], b.triangles()[k])) return true;
    if (triangle_distance(a.corners(i), b.corners(k)).distance() > distance) return true;
    pairs.emplace_back(&a == &b ? std::min(i, k) : i, &a == &b ? std::max(i, k) : k);
    return true;
  };
  linear::for_each_overlap(
      tree_a, tree_b, [] { return 1.0; }, visit);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}
}  // namespace

TrianglePairs near_triangles(const TriangleMesh& a, const TriangleMesh& b, double distance) {
  return near_pairs(a, grown_tree(a, distance), b, grown_tree(b, distance), distance);
}

TrianglePairs near_triangles(const TriangleMesh& mesh, double distance) {
  const BoxTree tree = grown_tree(mesh, distance);
  return near_pairs(mesh, tree, mesh, tree, distance);
}

}  // namespace graze
