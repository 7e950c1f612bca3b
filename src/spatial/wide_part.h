// SPDX-License-Identifier: MIT
// Wide trees are made in parts: blocks of some thousand triangles, and what joins them.   [C3, C7]
#pragma once
#include <memory>
#include <vector>

#include "spatial/collapse.h"

namespace graze {

/// Subtrees of at most so many leaves below one of more are blocks: their binary nodes fit in a
/// processor's cache, and are freed when the block is made.
inline constexpr std::size_t kBlockLeaves = 4096;

/// A node above other parts, or a block.
struct WidePart {
  Box box;
  std::unique_ptr<WidePart> first, second;  ///< both or none
  /// Of a block. Children of wide nodes are places in this array.
  std::vector<WideObbNode> nodes;
  /// Of a block: its root and the binary nodes below it that belong to the crown, two by two.
  /// Children are places in this array; leaves have any number of triangles.
  std::vector<ObbNode> crown;
  LanePlan plan = {};

  bool is_block() const { return first == nullptr; }
};

/// A node of more triangles than this has its children in the crown, in a mesh of `triangles`.
std::size_t crown_limit(std::size_t triangles);

/// The block of a binary subtree.
WidePart make_block(const Subtree& of, int width, std::size_t crown_limit);

/// The part above two others.
WidePart join_parts(const Box& box, WidePart first, WidePart second, int width);

/// All wide nodes; parents come before their children. Empties the parts.
std::vector<WideObbNode> wide_nodes_of(WidePart& root, int width);
/// The upper part of the binary tree.
std::vector<ObbNode> crown_of(const WidePart& root);

}  // namespace graze
