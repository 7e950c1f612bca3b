// SPDX-License-Identifier: MIT
// Question   In which cells of the workspace do several bodies meet?                          [O3]
// Source     Kitamura et al. 1994, section 3.2.2, after Ahuja, Chien, Bridwell 1980.
// Guarantee  Every cell where leaves of two bodies that are not white coincide; lowest gray nodes
//            count.
// Changed    Subtrees run on several threads.
#include <algorithm>

#include "graze/base/error.h"
#include "graze/base/parallel.h"
#include "graze/methods/octree_workspace.h"

namespace graze {
namespace {
/// A cell with the nodes there that are not white; leaves stay as they are further down.
struct Open {
  OctreeCell cell;
  std::vector<BodyNode> nodes;
};

bool all_leaves(std::span<const Octree> trees, const std::vector<BodyNode>& nodes) {
  return std::all_of(nodes.begin(), nodes.end(),
                     [&](const BodyNode& at) { return trees[at.body].nodes()[at.node].is_leaf(); });
}

Open child_of(std::span<const Octree> trees, const Open& open, std::uint32_t k) {
  Open child{open.cell.child(k), {}};
  for (const BodyNode& at : open.nodes) {
    const OctreeNode& node = trees[at.body].nodes()[at.node];
    const std::uint32_t next = node.is_leaf() ? at.node : node.first() + k;
    if (trees[at.body].nodes()[next].colour() == CellColour::kWhite) continue;
    child.nodes.push_back({at.body, next});
  }
  return child;
}

void descend(std::span<const Octree> trees, Open open, std::vector<InterferingCell>& found) {
  if (open.nodes.size() < 2) return;
  if (all_leaves(trees, open.nodes)) {
    found.push_back({open.cell, std::move(open.nodes)});
    return;
  }
  for (std::uint32_t k = 0; k < 8; ++k) descend(trees, child_of(trees, open, k), found);
}

/// Cells to start from, so that threads have something to share.
std::vector<Open> first_cells(std::span<const Octree> trees, int levels) {
  Open root;
  for (std::uint32_t body = 0; body < trees.size(); ++body) {
    if (trees[body].nodes()[0].colour() != CellColour::kWhite) root.nodes.push_back({body, 0});
  }
  std::vector<Open> cells{std::move(root)}, next;
  for (int level = 0; level < levels; ++level) {
    next.clear();
    for (const Open& open : cells) {
      if (all_leaves(trees, open.nodes)) {
        next.push_back(open);
        continue;
      }
      for (std::uint32_t k = 0; k < 8; ++k) next.push_back(child_of(trees, open, k));
    }
    std::swap(cells, next);
  }
  return cells;
}

void check_same_cube(std::span<const Octree> trees) {
  for (const Octree& tree : trees) {
    const OctreeCube &a = tree.root(), &b = trees[0].root();
    if (a.lo == b.lo && a.side == b.side) continue;
    throw InputError({"octrees", "different cubes", "trees of one workspace", ""});
  }
}
}  // namespace

std::vector<InterferingCell> interfering_cells(std::span<const Octree> trees, int threads) {
  check_same_cube(trees);
  const std::vector<Open> cells = first_cells(trees, 2);
  std::vector<std::vector<InterferingCell>> parts(cells.size());
  parallel_for(
      cells.size(), [&](std::size_t i) { descend(trees, cells[i], parts[i]); }, threads);
  std::vector<InterferingCell> found;
  for (auto& part : parts) {
    std::move(part.begin(), part.end(), std::back_inserter(found));
  }
  return found;
}

}  // namespace graze
