// SPDX-License-Identifier: MIT
// What a proof may use about curved faces, established from the faces alone.              [C10, G2]
#pragma once
#include <graze/geometry/surface.h>

#include <cstdint>
#include <span>
#include <vector>

namespace graze {

/// Balls about groups of faces. Nobody has to trust them: they are made here, and every face is in
/// one. Code that opens a face makes its cells with cell_of.
class CheckedFaces {
 public:
  /// Children are nodes `first` and first + 1; a leaf is the whole of face `first`.
  struct Node {
    Vec3 centre = Vec3::Zero();
    double radius = 0.0;
    std::uint32_t first = 0;
    bool is_leaf = true;
  };

  explicit CheckedFaces(const Surface& surface);

  const Surface& surface() const { return surface_; }
  std::span<const Node> nodes() const { return nodes_; }  ///< the root first; none without points
  /// No ball reaches half as far from the origin. A cell's hull that reaches farther proves
  /// nothing.
  double extent() const { return extent_; }

 private:
  void build(std::uint32_t node, std::span<Node> faces);

  Surface surface_;
  std::vector<Node> nodes_;
  double extent_ = 0.0;
};

}  // namespace graze
