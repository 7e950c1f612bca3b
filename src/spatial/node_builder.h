// SPDX-License-Identifier: MIT
// The step that building trees repeats: fit a box, divide the triangles.                      [C3]
#pragma once
#include <vector>

#include "graze/spatial/obb_tree.h"
#include "spatial/node_sample.h"

namespace graze {

/// Throws InputError as build_obb_tree says.
void check_build(const TriangleMesh& mesh, const ObbTreeOptions& options);

/// A node to be built: its triangles are [begin, end) of the order. What is below it comes from
/// place `below` of the nodes on, two by two.
struct BuildTask {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t node = 0;
  std::size_t below = 1;
  int depth = 0;

  std::size_t count() const { return end - begin; }
  /// Of the children, if the second one's triangles start at `middle`. A node over m single
  /// triangles has 2m - 2 nodes below it: every node knows its place before anything is built.
  std::pair<BuildTask, BuildTask> divided(std::size_t middle) const {
    const std::size_t next = below + 2;
    return {{begin, middle, below, next, depth + 1},
            {middle, end, below + 1, next + 2 * (middle - begin - 1), depth + 1}};
  }
};

class NodeBuilder {
 public:
  NodeBuilder(const TriangleMesh& mesh, const ObbTreeOptions& options);

  /// Fits the node's box and, unless it is a leaf, divides its triangles; returns where the second
  /// child's begin. Children are expected at task.below.
  std::size_t make(const BuildTask& task, const Mat3& parent_axes, ObbNode& node);
  /// Everything below a node, one after the other.
  void build(const BuildTask& task, const Mat3& parent_axes, std::vector<ObbNode>& nodes);

  std::vector<std::uint32_t> order() const;

 private:
  ObbTreeOptions options_;
  double scale_;  // of samples
  std::vector<BuildTriangle> triangles_;
};

}  // namespace graze
