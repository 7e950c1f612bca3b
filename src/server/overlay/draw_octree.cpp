// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <map>
#include <set>

#include "graze/spatial/octree.h"
#include "methods/backtracking/box_overlap.h"
#include "server/overlay/overlay.h"

namespace graze::server {
namespace {
/// A cell of a level and the node that it is.
struct CellNode {
  OctreeCell cell;
  std::uint32_t node = 0;
};

class CellTree {
 public:
  explicit CellTree(const Octree& octree) : octree_(octree) {}

  bool holds_something(std::uint32_t node) const {
    return octree_.nodes()[node].colour() != CellColour::kWhite;
  }
  Box box(const OctreeCell& cell) const {
    const OctreeCube cube = cube_of(octree_.root(), cell);
    return {cube.bounds().centre(), Mat3::Identity(), Vec3::Constant(0.5 * cube.side)};
  }
  /// What a cell is made of one level deeper; a leaf stays as it is.
  std::vector<CellNode> parts(const CellNode& cell) const {
    const OctreeNode& node = octree_.nodes()[cell.node];
    if (node.is_leaf()) return {cell};
    std::vector<CellNode> found;
    for (std::uint32_t k = 0; k < 8; ++k) {
      if (holds_something(node.first() + k))
        found.push_back({cell.cell.child(k), node.first() + k});
    }
    return found;
  }
  std::vector<CellNode> level(std::uint32_t depth) const {
    std::vector<CellNode> cells{{{}, 0}};
    for (std::uint32_t k = 0; k < depth && cells.size() < kMostBoxes; ++k) {
      std::vector<CellNode> next;
      for (const CellNode& cell : cells) {
        const std::vector<CellNode> inner = parts(cell);
        next.insert(next.end(), inner.begin(), inner.end());
      }
      cells = std::move(next);
    }
    return cells;
  }

 private:
  const Octree& octree_;
};

using Meeting = std::vector<std::pair<CellNode, CellNode>>;

/// Pairs of cells of a level that meet: only what met one level above is looked at.
Meeting meeting_cells(const CellTree& a, const CellTree& b, const Pose& a_from_b,
                      std::uint32_t level, std::size_t& tests) {
  constexpr std::size_t kMostTests = 2'000'000;
  Meeting meeting{{{{}, 0}, {{}, 0}}};
  for (std::uint32_t k = 0; k < level && tests < kMostTests; ++k) {
    Meeting next;
    for (const auto& [cell_a, cell_b] : meeting) {
      const std::vector<CellNode> parts_b = b.parts(cell_b);
      for (const CellNode& x : a.parts(cell_a)) {
        for (const CellNode& y : parts_b) {
          ++tests;
          if (backtracking::may_overlap(a.box(x.cell), b.box(y.cell), a_from_b))
            next.emplace_back(x, y);
        }
      }
    }
    meeting = std::move(next);
  }
  return meeting;
}

/// Adds a body's cells of a level, those in `met` as near ones; how many these are.
std::size_t add_cells(const CellTree& tree, const Pose& pose, std::uint32_t level,
                      const std::set<std::uint32_t>& met, Drawing& drawing) {
  std::size_t near = 0;
  for (const CellNode& cell : tree.level(level)) {
    const bool is_near = met.contains(cell.node);
    near += is_near;
    if (drawing.box_count() < kMostBoxes || is_near)
      drawing.add_box(is_near ? Look::kNear : Look::kNode, pose * tree.box(cell.cell));
  }
  return near;
}
}  // namespace

void draw_octree(const ViewedPair& viewed, Drawing& drawing) {
  const Octree &octree_a = viewed.body(viewed.a).shape.octree(),
               &octree_b = viewed.body(viewed.b).shape.octree();
  const CellTree a(octree_a), b(octree_b);
  const auto depth = static_cast<std::uint32_t>(std::max(octree_a.depth(), octree_b.depth()));
  const std::uint32_t level = std::min(viewed.level, depth);
  const Pose world_from_a = viewed.world_from(viewed.a), world_from_b = viewed.world_from(viewed.b);
  std::size_t tests = 0;
  std::set<std::uint32_t> met_a, met_b;
  for (const auto& [x, y] :
       meeting_cells(a, b, inverse(world_from_a) * world_from_b, level, tests)) {
    met_a.insert(x.node);
    met_b.insert(y.node);
  }
  const std::size_t near = add_cells(a, world_from_a, level, met_a, drawing) +
                           add_cells(b, world_from_b, level, met_b, drawing);
  drawing.set_levels(static_cast<int>(depth) + 1);
  drawing.say(
      fmt::format("Level {} of {}: {} cells, {} of them meet a cell of the other body; {} "
                  "tests of cells down to here.",
                  level, depth, drawing.box_count(), near, tests));
}

}  // namespace graze::server
