// SPDX-License-Identifier: MIT
// What a WideObbTree shares between its copies.
#pragma once
#include "graze/spatial/wide_obb_tree.h"
#include "spatial/wide_part.h"

namespace graze {

struct WideObbTree::Data {
  ObbTree crown;
  std::span<const WideObbNode> nodes;
  std::shared_ptr<const void> owner;  ///< of the nodes: an array, or a file that is mapped
};

/// Throws InputError if the mesh extends over more than 1e15.
void check_fits_in_floats(const TriangleMesh& mesh);

WideObbTree finish_wide_tree(const TriangleMesh& mesh, std::vector<std::uint32_t> order,
                             WidePart root, int width);

}  // namespace graze
