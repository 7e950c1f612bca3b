// SPDX-License-Identifier: MIT
// A tree of oriented boxes over any soup of triangles.                                         [C3]
#pragma once
#include <graze/geometry/box.h>
#include <graze/geometry/triangle_mesh.h>

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace graze {

/// How a node's triangles are divided between its children.
enum class ObbSplit {
  kMinMax,   ///< the plane that makes the larger child box smallest (Gottschalk's min-max)
  kMedian,   ///< the median centroid along the longest axis
  kMean,     ///< the mean centroid along the longest axis (Gottschalk, Lin, Manocha 1996)
  kSurface,  ///< the plane with the least sum of child surface times child triangles (SAH)
};

struct ObbTreeOptions {
  ObbSplit split = ObbSplit::kSurface;
  int leaf_triangles = 1;  ///< at most this many triangles in a leaf; 1 to 16
  int threads = 0;         ///< 0: all cores; the result does not depend on it
};

/// Largest coordinate of a mesh that a tree is built for: squares and products stay finite.
inline constexpr double kLargestTreeCoordinate = 1e100;

/// No path from the root is longer, whatever the mesh: traversals may use fixed stacks.
inline constexpr int kMaxObbTreeDepth = 96;

/// A node of the binary tree. Inner: children are nodes `first` and `first + 1`. Leaf: triangles
/// order()[first] … order()[first + count - 1].
struct ObbNode {
  Box box;  ///< in the body frame; contains every triangle below it, rounding included
  std::uint32_t first = 0;
  std::uint32_t count = 0;  ///< triangles of a leaf; 0 for an inner node

  bool is_leaf() const { return count > 0; }
};

/// What building produced, and its cost.
struct ObbTreeReport {
  std::size_t triangles = 0;
  std::size_t nodes = 0;
  int depth = 0;           ///< edges from the root to the deepest leaf
  double tightness = 0.0;  ///< mean over inner nodes of (children's surface / node's surface)
  double seconds = 0.0;    ///< wall-clock
  std::size_t bytes = 0;   ///< nodes and order, without the mesh
};

/// Immutable, cheap to copy, safe to read from every thread. Node 0 is the root; an empty mesh has
/// no nodes. Children come after their parent.
///
/// What is proved about a node: its box denotes the real set { centre + axes s : |s_k| <=
/// half_size_k } of the stored doubles, whether or not `axes` is exactly orthonormal; every point
/// of every triangle below the node is in that set. Inner boxes need not contain child boxes.
class ObbTree {
 public:
  ObbTree();

  const TriangleMesh& mesh() const;
  std::span<const ObbNode> nodes() const;
  std::span<const std::uint32_t> order() const;  ///< triangle ids, leaf by leaf
  const ObbTreeReport& report() const;
  std::uint64_t content_hash() const;  ///< of mesh and boxes, equal for any number of threads

  struct Data;  ///< defined in src/spatial/
  explicit ObbTree(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
  const Data& data() const { return *data_; }

 private:
  std::shared_ptr<const Data> data_;
};

/// O(n log n). Throws InputError if an option is out of range or a coordinate exceeds
/// kLargestTreeCoordinate.
ObbTree build_obb_tree(const TriangleMesh& mesh, const ObbTreeOptions& options = {});

/// The tree of the same triangles with vertices elsewhere: same structure, boxes refitted. Cheaper
/// than a build. Boxes are as tight; the division into children is the old one. Throws InputError
/// unless `mesh` has the triangles of tree.mesh(), or if a coordinate is too large.
ObbTree refit_obb_tree(const ObbTree& tree, const TriangleMesh& mesh, int threads = 0);

/// A tree from parts that were stored. Throws InputError unless they form a tree over the triangles
/// of `mesh` and every box provably contains what is below it: a stored tree is not trusted.
ObbTree obb_tree_from_parts(const TriangleMesh& mesh, std::vector<ObbNode> nodes,
                            std::vector<std::uint32_t> order);

/// True only if `p` is in the box's real set; false for points within rounding of its surface.
/// Axes must be orthonormal up to 8 units of rounding per product of columns; false otherwise.
bool surely_contains(const Box& box, const Vec3& p);

/// Surface area, rounded.
double surface_of(const Box& box);

}  // namespace graze
