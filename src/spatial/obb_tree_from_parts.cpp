// SPDX-License-Identifier: MIT
// Question   Do these nodes, which may come from anywhere, form a tree that searches may trust?
//                                                                                              [C3]
// Source     None.
// Guarantee  What is accepted has all properties that ObbTree promises, containment included.
// Changed    -
#include <string>

#include "graze/base/error.h"
#include "spatial/frame.h"
#include "spatial/obb_tree_data.h"

namespace graze {
namespace {
[[noreturn]] void refuse(const std::string& place, std::string found, std::string expected) {
  throw InputError({place, std::move(found), std::move(expected), "build the tree again"});
}

std::string node_name(std::size_t index) { return "node " + std::to_string(index); }

void check_order(const std::vector<std::uint32_t>& order, std::size_t triangles) {
  if (order.size() != triangles) {
    refuse("order", std::to_string(order.size()) + " entries",
           std::to_string(triangles) + ", one per triangle");
  }
  std::vector<bool> seen(triangles, false);
  for (const std::uint32_t id : order) {
    if (id >= triangles || seen[id]) refuse("order", std::to_string(id), "every triangle id once");
    seen[id] = true;
  }
}

void check_box(const Box& box, std::size_t index) {
  const bool finite = box.centre.allFinite() && box.axes.allFinite() && box.half_size.allFinite();
  if (!finite || (box.half_size.array() < 0.0).any() || !is_orthonormal(box.axes)) {
    refuse(node_name(index), "a box that is not finite and orthonormal", "a box");
  }
}

/// Leaves take the order from its begin to its end, each subtree's nodes are together: so parts of
/// the order belong to nodes.
class LayoutCheck {
 public:
  explicit LayoutCheck(const std::vector<ObbNode>& nodes) : nodes_(nodes) { run(0); }

 private:
  void run(std::uint32_t index) {
    const ObbNode& node = nodes_[index];
    std::uint32_t& expected = node.is_leaf() ? next_triangle_ : next_node_;
    if (node.first != expected) refuse(node_name(index), "children elsewhere", "a tree in order");
    expected += node.is_leaf() ? node.count : 2;
    if (node.is_leaf()) return;
    run(node.first);
    run(node.first + 1);
  }

  const std::vector<ObbNode>& nodes_;
  std::uint32_t next_node_ = 1;
  std::uint32_t next_triangle_ = 0;
};

/// Each node but the root is the child of exactly one earlier node, leaves cover the order once.
void check_structure(const std::vector<ObbNode>& nodes, std::size_t triangles) {
  std::vector<int> depth(nodes.size(), -1);
  std::vector<bool> covered(triangles, false);
  if (!nodes.empty()) depth[0] = 0;
  std::size_t leaves_cover = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const ObbNode& node = nodes[i];
    if (depth[i] < 0) refuse(node_name(i), "no parent before it", "a tree");
    if (depth[i] > kMaxObbTreeDepth) refuse(node_name(i), "a depth above 96", "a shallower tree");
    check_box(node.box, i);
    if (node.is_leaf()) {
      if (node.count > 16 || node.first > triangles || triangles - node.first < node.count) {
        refuse(node_name(i), "a leaf outside the order", "1 to 16 triangles of the order");
      }
      for (std::size_t k = node.first; k < std::size_t{node.first} + node.count; ++k) {
        if (covered[k]) refuse(node_name(i), "triangles of another leaf", "its own");
        covered[k] = true;
        ++leaves_cover;
      }
      continue;
    }
    if (node.first <= i || node.first + std::size_t{1} >= nodes.size() || depth[node.first] >= 0 ||
        depth[node.first + 1] >= 0) {
      refuse(node_name(i), "children " + std::to_string(node.first) + " and the next",
             "two later nodes without another parent");
    }
    depth[node.first] = depth[node.first + 1] = depth[i] + 1;
  }
  if (leaves_cover != triangles) refuse("leaves", "triangles in no leaf", "every triangle in one");
}

/// Checks the triangles of a leaf against the boxes of all its ancestors.
class ContainmentCheck {
 public:
  explicit ContainmentCheck(const ObbTree::Data& data) : data_(data) {}

  void run(std::uint32_t index) {
    const ObbNode& node = data_.nodes[index];
    path_.push_back(index);
    if (node.is_leaf()) {
      for (std::uint32_t k = 0; k < node.count; ++k) check_triangle(data_.order[node.first + k]);
    } else {
      run(node.first);
      run(node.first + 1);
    }
    path_.pop_back();
  }

 private:
  void check_triangle(std::uint32_t id) const {
    for (const Vec3& corner : data_.mesh.corners(id)) {
      for (const std::uint32_t index : path_) {
        if (surely_contains(data_.nodes[index].box, corner)) continue;
        refuse(node_name(index), "a box that triangle " + std::to_string(id) + " sticks out of",
               "boxes that contain what is below them");
      }
    }
  }

  const ObbTree::Data& data_;
  std::vector<std::uint32_t> path_;
};
}  // namespace

ObbTree obb_tree_from_parts(const TriangleMesh& mesh, std::vector<ObbNode> nodes,
                            std::vector<std::uint32_t> order) {
  ObbTree::Data data{mesh, std::move(nodes), std::move(order), {}, 0};
  check_order(data.order, mesh.triangles().size());
  check_structure(data.nodes, mesh.triangles().size());
  if (!data.nodes.empty()) {
    LayoutCheck layout(data.nodes);
    ContainmentCheck(data).run(0);
  }
  return finish_obb_tree(std::move(data), 0.0);
}

}  // namespace graze
