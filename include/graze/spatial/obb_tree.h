// SPDX-License-Identifier: MIT
// A tree of oriented boxes over any soup of triangles.                                        [C3]
#pragma once
#include <graze/geometry/box.h>
#include <graze/geometry/triangle_mesh.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace graze {

/// How a node's triangles are divided between its children.
enum class ObbSplit {
  kMinMax,  ///< the plane that makes the larger child box smallest (Gottschalk's min-max)
  kMedian,  ///< the median centroid along the longest axis
  kMean,    ///< the mean centroid along the longest axis (Gottschalk, Lin, Manocha 1996)
};

struct ObbTreeOptions {
  ObbSplit split = ObbSplit::kMinMax;
  int leaf_triangles = 2;  ///< at most this many triangles in a leaf; 1 to 16
  int threads = 0;         ///< 0: all cores; the result does not depend on it
};

/// A node of the binary tree. Inner: children are nodes `first` and `first + 1`. Leaf: triangles
/// order()[first] … order()[first + count - 1].
struct ObbNode {
  Box box;  ///< in the body frame; contains every triangle below it, rounding included
  std::uint32_t first = 0;
  std::uint32_t count = 0;  ///< triangles of a leaf; 0 for an inner node

  bool is_leaf() const { return count > 0; }
};

/// What building gave and cost.
struct ObbTreeReport {
  std::size_t triangles = 0;
  std::size_t nodes = 0;
  int depth = 0;
  double tightness = 0.0;  ///< mean over inner nodes of (children's surface / node's surface)
  double seconds = 0.0;
  std::size_t bytes = 0;
};

class ObbTree;
ObbTree build_obb_tree(const TriangleMesh& mesh, const ObbTreeOptions& options = {});

/// Immutable, cheap to copy, safe to read from every thread. Node 0 is the root; an empty mesh has
/// no nodes.
class ObbTree {
 public:
  ObbTree();

  const TriangleMesh& mesh() const;
  std::span<const ObbNode> nodes() const;
  std::span<const std::uint32_t> order() const;  ///< triangle ids, leaf by leaf
  const ObbTreeReport& report() const;
  std::uint64_t content_hash() const;  ///< of mesh and boxes

  struct Data;  ///< defined in src/spatial/
  explicit ObbTree(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
  const Data& data() const { return *data_; }

 private:
  std::shared_ptr<const Data> data_;
};

}  // namespace graze
