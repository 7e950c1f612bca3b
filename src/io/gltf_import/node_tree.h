// SPDX-License-Identifier: MIT
// Where nodes are at an instant: what skins need, and what rigid motions are checked against.
#pragma once
#include <optional>
#include <vector>

#include "io/gltf_import/gltf_curves.h"

namespace graze::gltf {

using Affine = Eigen::Transform<double, 3, Eigen::Affine, Eigen::DontAlign>;

/// Nodes with their curves and parents. Immutable once built.
struct NodeTree {
  std::vector<NodeCurves> nodes;
  std::vector<std::optional<std::size_t>> parents;

  Affine parent_from_node(std::size_t node, double t) const;
  Affine world_from_node(std::size_t node, double t) const;
  /// Times of all keys that move the node or what carries it.
  void add_key_times(std::size_t node, std::vector<double>& times) const;
  bool ever_moves(std::size_t node) const;  ///< it or what carries it
};

/// Throws InputError for nodes with two parents, cycles, and nesting deeper than 256.
NodeTree build_node_tree(const GltfFile& file, std::vector<NodeCurves> nodes);

/// The linear part as a rotation times a number, if it is one to 1e-6.
struct Similarity {
  Pose pose;
  double scale = 1.0;  ///< < 0: mirrored
};
std::optional<Similarity> as_similarity(const Affine& affine);

}  // namespace graze::gltf
