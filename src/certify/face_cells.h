// SPDX-License-Identifier: MIT
// The parts of bodies that proofs speak of, and those that they are opened into.         [G2, C10]
#pragma once
#include <memory>
#include <vector>

#include "certify/separation.h"

namespace graze::certify {

/// Cells of curved faces. Remembers tens of thousands: each part of one body meets the same cells
/// of the other, and making a cell costs more than any question about it.
class FaceCells {
 public:
  /// The cell that cell_of gives.
  std::shared_ptr<const SurfaceCell> of(const CheckedFaces& faces, std::uint32_t face,
                                        const SurfaceRegion& region);

 private:
  struct Known {
    const CheckedFaces* faces;
    std::uint32_t face;
    SurfaceRegion region;  ///< that was asked for
    SurfaceCell cell;
  };
  std::vector<std::shared_ptr<const Known>> known_;  ///< by hash
};

/// Calls visit(Piece) for the cell of a part of a face, if it holds anything of it.
template <typename Visit>
bool visit_cell(FaceCells& cells, const CheckedFaces& faces, std::uint32_t face,
                const SurfaceRegion& region, const Visit& visit) {
  const auto cell = cells.of(faces, face, region);
  return cell->count == 0 || visit(Piece{face, false, cell.get()});
}

/// Calls visit(Piece) for the children of a node; a leaf of curved faces has the whole cell of its
/// face.
template <typename Visit>
bool for_each_part_of_faces(FaceCells& cells, const CheckedFaces& faces, const Piece& piece,
                            const Visit& visit) {
  const CheckedFaces::Node& node = faces.nodes()[piece.index];
  if (!node.is_leaf) return visit(Piece{node.first}) && visit(Piece{node.first + 1});
  const SurfaceRegion whole = whole_region(faces.surface().faces()[node.first]);
  return visit_cell(cells, faces, node.first, whole, visit);
}

/// Calls visit(Piece) for the halves of a cell along an axis of its region: all of the cell is in
/// one of them.
template <typename Visit>
bool for_each_half(FaceCells& cells, const CheckedFaces& faces, const Piece& piece, int axis,
                   const Visit& visit) {
  for (const SurfaceRegion& region : halves(piece.cell->region, axis)) {
    if (!visit_cell(cells, faces, piece.index, region, visit)) return false;
  }
  return true;
}

/// Calls visit(Piece) for the children of a node, the triangles of a leaf.
template <typename Visit>
bool for_each_part_of_tree(const ObbTree& tree, const Piece& piece, const Visit& visit) {
  const ObbNode& node = tree.nodes()[piece.index];
  if (!node.is_leaf()) return visit(Piece{node.first}) && visit(Piece{node.first + 1});
  for (std::uint32_t k = 0; k < node.count; ++k) {
    if (!visit(Piece{tree.order()[node.first + k], true})) return false;
  }
  return true;
}

/// Whichever of the two applies. Stops when a visit returns false; true if none did. Not for cells.
template <typename Visit>
bool for_each_part(FaceCells& cells, const ProofBody& body, const Piece& piece,
                   const Visit& visit) {
  if (body.faces != nullptr) return for_each_part_of_faces(cells, *body.faces, piece, visit);
  return for_each_part_of_tree(body.tree->tree(), piece, visit);
}

}  // namespace graze::certify
