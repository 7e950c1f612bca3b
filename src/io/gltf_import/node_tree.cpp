// SPDX-License-Identifier: MIT
#include "io/gltf_import/node_tree.h"

#include <algorithm>
#include <cmath>

#include "graze/math/rotation.h"
#include "io/gltf_import/tinygltf_header.h"

namespace graze::gltf {
namespace {
constexpr std::size_t kDeepestNode = 256;
constexpr std::size_t kMostNodes = 100'000;

Vec3 vec3_at(const Curve& curve, const Vec3& rest, double t) {
  if (!curve.moves()) return rest;
  const auto v = value_at(curve, t);
  return {v[0], v[1], v[2]};
}

Quat rotation_at(const NodeCurves& node, double t) {
  if (!node.rotations.moves()) return node.rotation;
  const auto q = value_at(node.rotations, t);
  return Quat(q[3], q[0], q[1], q[2]);
}

void check_depth(const GltfFile& file, const NodeTree& tree) {
  for (std::size_t node = 0; node < tree.nodes.size(); ++node) {
    std::size_t depth = 0;
    for (auto up = tree.parents[node]; up; up = tree.parents[*up]) {
      if (++depth <= kDeepestNode) continue;
      file.refuse("nodes[" + std::to_string(node) + "]", "a cycle, or more than 256 nodes above it",
                  "a tree of nodes");
    }
  }
}
}  // namespace

Affine NodeTree::parent_from_node(std::size_t index, double t) const {
  const NodeCurves& node = nodes[index];
  Affine affine = Affine::Identity();
  affine.translation() = vec3_at(node.translations, node.translation, t);
  affine.linear() =
      rotation_at(node, t).toRotationMatrix() * vec3_at(node.scales, node.scale, t).asDiagonal();
  return affine;
}

Affine NodeTree::world_from_node(std::size_t node, double t) const {
  Affine affine = parent_from_node(node, t);
  for (auto up = parents[node]; up; up = parents[*up]) affine = parent_from_node(*up, t) * affine;
  return affine;
}

void NodeTree::add_key_times(std::size_t node, std::vector<double>& times) const {
  for (std::optional<std::size_t> up = node; up; up = parents[*up]) {
    const NodeCurves& curves = nodes[*up];
    for (const Curve* curve :
         {&curves.translations, &curves.rotations, &curves.scales, &curves.weights}) {
      times.insert(times.end(), curve->times.begin(), curve->times.end());
    }
  }
}

bool NodeTree::ever_moves(std::size_t node) const {
  for (std::optional<std::size_t> up = node; up; up = parents[*up]) {
    if (nodes[*up].moves() || nodes[*up].scales.moves()) return true;
  }
  return false;
}

NodeTree build_node_tree(const GltfFile& file, std::vector<NodeCurves> nodes) {
  if (nodes.size() > kMostNodes) file.refuse("nodes", "more than 100,000", "fewer");
  NodeTree tree{std::move(nodes), {}};
  tree.parents.resize(tree.nodes.size());
  for (std::size_t node = 0; node < tree.nodes.size(); ++node) {
    for (const int child : file.model().nodes[node].children) {
      const std::string where = "nodes[" + std::to_string(node) + "].children";
      auto& parent = tree.parents[file.index(child, tree.nodes.size(), where)];
      if (parent)
        file.refuse(where, "node " + std::to_string(child) + ", which has a parent",
                    "a tree of nodes");
      parent = node;
    }
  }
  check_depth(file, tree);
  return tree;
}

std::optional<Similarity> as_similarity(const Affine& affine) {
  const Mat3 linear = affine.linear();
  const double scale = std::cbrt(linear.determinant());
  if (!std::isfinite(scale) || scale == 0.0) return std::nullopt;
  const Mat3 turn = linear / scale;
  if (!is_rotation(turn, 1e-6)) return std::nullopt;
  const auto nearest = nearest_rotation(turn);
  if (!nearest) return std::nullopt;
  return Similarity{{*nearest, affine.translation()}, scale};
}

}  // namespace graze::gltf
