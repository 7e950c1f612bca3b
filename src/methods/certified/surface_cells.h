// SPDX-License-Identifier: MIT
// Cells of one body that a search looks at: those of its tree, and finer ones of its own.     [C10]
#pragma once
#include <optional>
#include <vector>

#include "graze/methods/certified_surfaces.h"
#include "methods/certified/surface_hull.h"

namespace graze::certified {

/// Belongs to one search; what it opens stays open until the search ends. Numbers of cells depend
/// on the order of questions alone.
class SurfaceCells {
 public:
  explicit SurfaceCells(const SurfaceBody& body);

  bool is_empty() const;
  std::uint32_t root() const;
  Hull hull(std::uint32_t cell) const;
  /// Parts of a cell with can_open, cut where it helps most or across its length.
  std::vector<std::uint32_t> parts(std::uint32_t cell, bool by_length);
  /// A proved point of the body next to the mean of the cell's points with these shares.
  std::optional<SurfacePoint> point(std::uint32_t cell, const std::array<double, 8>& shares) const;
  SurfacePlace place(std::uint32_t cell, const SurfacePoint& point) const;
  /// The face that the cell is a part of, and its number; null for a mesh and above faces.
  const SurfaceFace* face(std::uint32_t cell) const;
  std::uint32_t face_number(std::uint32_t cell) const { return node(cell).face; }
  double radius() const { return radius_; }  ///< about the body origin

 private:
  const SurfaceNode& node(std::uint32_t cell) const;
  Hull triangle_hull(std::uint32_t triangle) const;
  Hull box_hull(const ObbNode& node) const;

  const SurfaceTree* surface_;  ///< or
  const ObbTree* mesh_;
  double radius_ = 0.0;
  std::vector<SurfaceNode> own_;                      ///< numbered after those of the tree
  std::vector<std::array<std::uint32_t, 2>> opened_;  ///< of leaves of the tree
};

}  // namespace graze::certified
