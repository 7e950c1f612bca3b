// SPDX-License-Identifier: MIT
// A tree of oriented boxes with eight children to a node, laid out for SIMD. [C3, C7]
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
/// to 2^-22 a product, and right-handed. The ball of `radius` about origin + c contains the lane's
/// box. Empty lanes come last: half sizes and radius are -1, centre 0, axes the identity,
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
/// children; an empty mesh has no nodes. Children come after their parent; what is below a lane is
/// one range of order(), in the order of the lanes. No path is longer than kMaxObbTreeDepth.
class WideObbTree {
 public:
  WideObbTree();
  /// O(n log n), about a microsecond of CPU time a triangle; the result does not depend on
  /// `threads` (0: all cores). Throws InputError if the mesh extends over more than 1e15: floats
  /// could overflow.
  explicit WideObbTree(const TriangleMesh& mesh, int threads = 0);
  /// Of the same mesh; nothing of the binary tree is kept.
  explicit WideObbTree(const ObbTree& tree) : WideObbTree(tree.mesh()) {}

  const TriangleMesh& mesh() const;
  const Box& root_box() const;  ///< contains all triangles, in double
  std::span<const WideObbNode> nodes() const;
  std::span<const std::uint32_t> order() const;  ///< triangle ids, leaf by leaf
  std::size_t bytes() const;                     ///< nodes and order, without the mesh
  std::uint64_t content_hash() const;  ///< of mesh and boxes, equal for any number of threads; O(n)

 private:
  struct Data;
  std::shared_ptr<const Data> data_;
};

}  // namespace graze
