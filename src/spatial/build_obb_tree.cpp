// SPDX-License-Identifier: MIT
// Question   What is the tree of boxes of this soup?                                           [C3]
// Source     Gottschalk, Lin, Manocha 1996, section 4: top down, fit a box, divide, repeat.
// Guarantee  Every box contains its triangles (obb_fit.cpp). Same tree for any number of threads.
// Changed    Children of a node that divides at position m of the order sit in slots 2m - 1 and 2m
//            while building: no two nodes divide at the same place, so tasks need no lock and the
//            result no luck. Slots are packed at the end.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <string>

#include "graze/base/error.h"
#include "graze/base/number_text.h"
#include "graze/base/parallel.h"
#include "spatial/obb_split.h"
#include "spatial/obb_tree_data.h"

namespace graze {
namespace {
constexpr std::size_t kTaskTriangles = 2048;  // below this a subtree is one task
constexpr int kFreeDepth = 56;  // deeper nodes split at the median: 56 + 32 < kMaxObbTreeDepth

void check(const TriangleMesh& mesh, const ObbTreeOptions& options) {
  if (options.leaf_triangles < 1 || options.leaf_triangles > 16) {
    throw InputError(
        {"ObbTreeOptions.leaf_triangles", std::to_string(options.leaf_triangles), "1 to 16", ""});
  }
  if (options.threads < 0) {
    throw InputError({"ObbTreeOptions.threads", std::to_string(options.threads), "0 or more", ""});
  }
  if (mesh.is_empty()) return;
  const double largest =
      std::max(mesh.bounds().lo.cwiseAbs().maxCoeff(), mesh.bounds().hi.cwiseAbs().maxCoeff());
  if (largest > kLargestTreeCoordinate) {
    throw InputError({"mesh", "a coordinate of magnitude " + number_text(largest), "at most 1e100",
                      "scale the mesh"});
  }
  if (mesh.triangles().size() >= std::size_t{1} << 31) {
    throw InputError({"mesh", std::to_string(mesh.triangles().size()) + " triangles",
                      "fewer than 2^31", "divide the mesh"});
  }
}

std::vector<BuildTriangle> gather(const TriangleMesh& mesh) {
  std::vector<BuildTriangle> triangles(mesh.triangles().size());
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const auto corners = mesh.corners(i);
    for (std::size_t k = 0; k < 3; ++k) triangles[i].corners[k] = corners[k];
    triangles[i].id = static_cast<std::uint32_t>(i);
  }
  return triangles;
}

/// Room for nodes whose pages are touched only where a node is put.
class NodeSlots {
 public:
  explicit NodeSlots(std::size_t count)
      : bytes_(std::make_unique_for_overwrite<std::byte[]>(count * sizeof(ObbNode))) {}
  void put(std::size_t slot, const ObbNode& node) { std::construct_at(at(slot), node); }
  const ObbNode& operator[](std::size_t slot) const { return *at(slot); }

 private:
  ObbNode* at(std::size_t slot) const {
    return reinterpret_cast<ObbNode*>(bytes_.get() + slot * sizeof(ObbNode));
  }
  std::unique_ptr<std::byte[]> bytes_;
};

/// A node to be built: its triangles are [begin, end) of the order.
struct Task {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t slot = 0;
  int depth = 0;
};

class Builder {
 public:
  Builder(const TriangleMesh& mesh, const ObbTreeOptions& options)
      : options_(options), triangles_(gather(mesh)), slots_(2 * triangles_.size()) {}

  void build(const Task& task, const Mat3& parent_axes) {
    const std::size_t count = task.end - task.begin;
    const std::span<BuildTriangle> triangles(triangles_.data() + task.begin, count);
    ObbNode node{fit_box(triangles, parent_axes), 0, 0};
    if (count <= static_cast<std::size_t>(options_.leaf_triangles)) {
      node.first = static_cast<std::uint32_t>(task.begin);
      node.count = static_cast<std::uint32_t>(count);
      slots_.put(task.slot, node);
      return;
    }
    const ObbSplit rule = task.depth < kFreeDepth ? options_.split : ObbSplit::kMedian;
    const std::size_t middle = task.begin + split_triangles(triangles, node.box, rule);
    node.first = static_cast<std::uint32_t>(2 * middle - 1);
    slots_.put(task.slot, node);
    build_children({task.begin, middle, 2 * middle - 1, task.depth + 1},
                   {middle, task.end, 2 * middle, task.depth + 1}, node.box.axes);
  }

  std::vector<std::uint32_t> order() const {
    std::vector<std::uint32_t> order(triangles_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = triangles_[i].id;
    return order;
  }

  /// Nodes without the unused slots; the children of a node are neighbours, the first child's
  /// subtree follows them.
  std::vector<ObbNode> packed() const {
    std::vector<ObbNode> nodes;
    nodes.reserve(2 * triangles_.size() / static_cast<std::size_t>(options_.leaf_triangles));
    nodes.push_back(slots_[0]);
    std::vector<std::uint32_t> todo{0};
    while (!todo.empty()) {
      const std::uint32_t index = todo.back();
      todo.pop_back();
      if (nodes[index].is_leaf()) continue;
      const std::uint32_t slot = nodes[index].first;
      const auto first = static_cast<std::uint32_t>(nodes.size());
      nodes[index].first = first;
      nodes.push_back(slots_[slot]);
      nodes.push_back(slots_[slot + 1]);
      todo.push_back(first + 1);
      todo.push_back(first);
    }
    return nodes;
  }

 private:
  void build_children(const Task& a, const Task& b, const Mat3& axes) {
    if (b.end - a.begin < kTaskTriangles || options_.threads == 1) {
      build(a, axes);
      build(b, axes);
      return;
    }
    parallel_invoke([&] { build(a, axes); }, [&] { build(b, axes); });
  }

  ObbTreeOptions options_;
  std::vector<BuildTriangle> triangles_;
  NodeSlots slots_;
};
}  // namespace

ObbTree build_obb_tree(const TriangleMesh& mesh, const ObbTreeOptions& options) {
  check(mesh, options);
  if (mesh.is_empty()) return {};
  const auto start = std::chrono::steady_clock::now();
  Builder builder(mesh, options);
  with_threads(options.threads, [&] {
    builder.build({0, mesh.triangles().size(), 0, 0}, Mat3::Identity());
  });
  ObbTree::Data data;
  data.mesh = mesh;
  data.order = builder.order();
  data.nodes = builder.packed();
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  return finish_obb_tree(std::move(data), time.count());
}

}  // namespace graze
