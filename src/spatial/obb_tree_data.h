// SPDX-License-Identifier: MIT
// What an ObbTree shares between its copies.
#pragma once
#include "graze/spatial/obb_tree.h"

namespace graze {

struct ObbTree::Data {
  TriangleMesh mesh;
  std::vector<ObbNode> nodes;
  std::vector<std::uint32_t> order;
  ObbTreeReport report;
  std::uint64_t hash = 0;
};

/// Fills report (all but `seconds`) and hash, and shares the data.
ObbTree finish_obb_tree(ObbTree::Data data, double seconds);

}  // namespace graze
