// SPDX-License-Identifier: MIT
// The OBB tree with eight children to a node, laid out for SIMD.                           [C3, C7]
#pragma once
#include <graze/spatial/obb_tree.h>

#include <cstdint>
#include <memory>
#include <span>

namespace graze {

inline constexpr int kWideLanes = 8;

/// Up to eight child boxes, one per lane, in float relative to `origin`. Lane k denotes the real
/// set
///   { origin + c + A s : |s_j| <= half_j },  c = (centre[0][k], centre[1][k], centre[2][k]),
///   column j of A = (axes[j][0][k], axes[j][1][k], axes[j][2][k])
/// of the stored numbers; every triangle below the lane is in it. Columns of A are orthonormal up
/// to 2^-22 per product, and right-handed. The ball of `radius` about origin + c contains the
/// lane's box. Empty lanes come last: half sizes and radius are -1, centre 0, axes the identity,
/// `triangles` kEmptyLane.
struct alignas(64) WideObbNode {
  static constexpr std::uint8_t kEmptyLane = 255;

  float centre[3][kWideLanes];
  float axes[3][3][kWideLanes];  ///< [column][coordinate][lane]
  float half_size[3][kWideLanes];
  float radius[kWideLanes];
  std::uint32_t child[kWideLanes];  ///< inner: index of a wide node; leaf: first place in order()
  double origin[3];                 ///< body frame; the middle of the children
  std::uint8_t triangles[kWideLanes];  ///< 0: inner; 1 to 16: triangles of a leaf; or kEmptyLane

  bool is_empty(int lane) const { return triangles[lane] == kEmptyLane; }
  bool is_leaf(int lane) const { return triangles[lane] != 0 && triangles[lane] != kEmptyLane; }
};
static_assert(sizeof(WideObbNode) == 576);

/// Immutable, cheap to copy, safe to read from every thread. Node 0 is the root, its lanes are its
/// children; an empty mesh has no nodes. Children come after their parent.
class WideObbTree {
 public:
  WideObbTree();
  /// The tree that build_wide_obb_tree makes, from an existing binary one. O(n); up to `width`
  /// children (2 to 8) per node, divided so that nodes have the least surface: two give the binary
  /// tree in this layout, to compare counts. Throws InputError if the mesh extends over more than
  /// 1e15: floats could overflow.
  explicit WideObbTree(const ObbTree& tree, int width = kWideLanes);

  const TriangleMesh& mesh() const;
  std::span<const WideObbNode> nodes() const;
  std::span<const std::uint32_t> order() const;  ///< triangle ids, leaf by leaf
  const Box& box() const;  ///< around all triangles, in doubles; not of an empty tree
  /// The upper part of the binary tree, of some thousand nodes: boxes in doubles around parts of
  /// the mesh. Its leaves hold any number of triangles.
  const ObbTree& crown() const;
  std::size_t bytes() const;  ///< nodes, order and crown, without the mesh

  struct Data;  ///< defined in src/spatial/
  explicit WideObbTree(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

 private:
  std::shared_ptr<const Data> data_;
};

/// O(n log n), without a whole binary tree at any time: a fourth of its memory. Throws like
/// build_obb_tree and WideObbTree.
WideObbTree build_wide_obb_tree(const TriangleMesh& mesh, const ObbTreeOptions& options = {});

}  // namespace graze
