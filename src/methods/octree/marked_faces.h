// SPDX-License-Identifier: MIT
// The faces of interfering nodes, each once.
#pragma once
#include <cstdint>
#include <vector>

#include "methods/octree/swept_face.h"

namespace graze::octree {

/// Memory is taken with the first mark: most pairs of bodies never have one.
class MarkedFaces {
 public:
  explicit MarkedFaces(const SweptBody& body) : body_(body) {}

  bool has(std::uint32_t node) const { return !nodes_.empty() && nodes_[node] != 0; }
  /// Marks the faces listed below a node.
  void mark(std::uint32_t node);
  std::size_t marked_nodes() const { return count_; }

  /// A marked face during the step.
  struct Placed {
    std::uint32_t face;
    SweptFace swept;
  };
  /// Those whose box meets `within`.
  std::vector<Placed> placed(const Aabb& within) const;

 private:
  const SweptBody& body_;
  std::vector<std::uint8_t> nodes_;
  std::vector<std::uint8_t> is_marked_;  // by face
  std::vector<std::uint32_t> faces_;
  std::size_t count_ = 0;
};

/// A box that contains all.
Aabb bounds_of(const std::vector<MarkedFaces::Placed>& faces);

/// Places in `faces` by their box's low end along x.
std::vector<std::uint32_t> sorted_along_x(const std::vector<MarkedFaces::Placed>& faces);

}  // namespace graze::octree
