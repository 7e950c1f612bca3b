// SPDX-License-Identifier: MIT
// A tree of cells over a curved surface: coarse ones are made once, finer ones where a search needs
// them.                                                                                       [C10]
#pragma once
#include <graze/geometry/surface.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace graze {

/// The children's cells together contain all of the surface that the cell contains.
struct SurfaceNode {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  SurfaceCell cell;            ///< above faces: a ball
  std::uint32_t face = kNone;  ///< that the cell is a part of
  /// Both kNone: may be opened into two halves of its region.
  std::array<std::uint32_t, 2> children{kNone, kNone};
};

struct SurfaceTreeOptions {
  double coarse = 1e-3;  ///< cells are halved until slack and twist are this share of the diagonal
  std::size_t most_nodes = 16'384;  ///< or until there are this many in all
};

/// Immutable, cheap to copy, safe to use from every thread. The last node is the root; a surface
/// without points has no nodes.
class SurfaceTree {
 public:
  SurfaceTree();
  explicit SurfaceTree(Surface surface, const SurfaceTreeOptions& options = {});

  const Surface& surface() const { return surface_; }
  std::span<const SurfaceNode> nodes() const { return *nodes_; }

 private:
  Surface surface_;
  std::shared_ptr<const std::vector<SurfaceNode>> nodes_;
};

/// The cells of two halves, along the axis where that helps most, or the longer one. Cells that
/// contain nothing have a count of 0.
std::array<SurfaceNode, 2> opened(const Surface& surface, const SurfaceNode& node, bool by_length);

}  // namespace graze
