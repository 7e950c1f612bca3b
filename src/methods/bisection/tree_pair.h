// SPDX-License-Identifier: MIT
// Two trees and their relative motion over a piece of time: what a search works on.           [C4]
#pragma once
#include "graze/spatial/obb_tree.h"
#include "methods/bisection/box_separation.h"
#include "methods/bisection/elementary_tests.h"

namespace graze::bisection {

struct TreePair {
  ObbTree a, b;
  Motion motion_a, motion_b;
  Vec3 reference_a, reference_b;  ///< middles of the meshes, in the body frames
  RelativeMotion motion;

  TreePair(const ObbTree& tree_a, const Motion& world_from_a, const ObbTree& tree_b,
           const Motion& world_from_b)
      : a(tree_a),
        b(tree_b),
        motion_a(world_from_a),
        motion_b(world_from_b),
        reference_a(tree_a.mesh().bounds().centre()),
        reference_b(tree_b.mesh().bounds().centre()),
        motion(motion_a, motion_b, reference_a, reference_b) {}

  BoxPair boxes(std::uint32_t node_a, std::uint32_t node_b) const {
    const Box& box_a = a.nodes()[node_a].box;
    const Box& box_b = b.nodes()[node_b].box;
    return {&box_a, &box_b, box_a.centre - reference_a, box_b.centre - reference_b};
  }

  TrianglePair triangles(std::uint32_t triangle_a, std::uint32_t triangle_b) const {
    return {about(a, triangle_a, reference_a), about(b, triangle_b, reference_b)};
  }

  /// Opens the larger box of two that are not both leaves.
  bool opens_a(std::uint32_t node_a, std::uint32_t node_b) const {
    const ObbNode& na = a.nodes()[node_a];
    const ObbNode& nb = b.nodes()[node_b];
    if (na.is_leaf() || nb.is_leaf()) return nb.is_leaf();
    return na.box.half_size.squaredNorm() >= nb.box.half_size.squaredNorm();
  }

 private:
  static Corners about(const ObbTree& tree, std::uint32_t triangle, const Vec3& reference) {
    const auto corners = tree.mesh().corners(triangle);
    return {corners[0] - reference, corners[1] - reference, corners[2] - reference};
  }
};

}  // namespace graze::bisection
