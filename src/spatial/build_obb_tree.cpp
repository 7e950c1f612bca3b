// SPDX-License-Identifier: MIT
// Question   What is the tree of boxes of this soup?                                           [C3]
// Source     Gottschalk, Lin, Manocha 1996, section 4: top down, fit a box, divide, repeat.
// Guarantee  Every box contains its triangles (obb_fit.cpp). Same tree for any number of threads.
// Changed    Nodes know their places beforehand (node_builder.h), so tasks need no lock and the
//            result does not depend on timing.
#include <chrono>

#include "graze/base/parallel.h"
#include "spatial/node_builder.h"
#include "spatial/obb_tree_data.h"

namespace graze {
namespace {
constexpr std::size_t kTaskTriangles = 2048;  // below this a subtree is one task

class BinaryBuilder {
 public:
  BinaryBuilder(const TriangleMesh& mesh, const ObbTreeOptions& options)
      : options_(options), builder_(mesh, options), nodes_(2 * mesh.triangles().size() - 1) {}

  void build(const BuildTask& task, const Mat3& parent_axes) {
    if (task.count() < kTaskTriangles || options_.threads == 1) {
      builder_.build(task, parent_axes, nodes_);
      return;
    }
    ObbNode& node = nodes_[task.node];
    const auto children = task.divided(builder_.make(task, parent_axes, node));
    parallel_invoke([&] { build(children.first, node.box.axes); },
                    [&] { build(children.second, node.box.axes); });
  }

  std::vector<std::uint32_t> order() const { return builder_.order(); }

  /// The children of a node are neighbours, the first child's subtree follows them.
  std::vector<ObbNode> take_nodes() {
    return options_.leaf_triangles == 1 ? std::move(nodes_) : packed();
  }

 private:
  /// Without the places of nodes that single triangles would have had.
  std::vector<ObbNode> packed() const {
    std::vector<ObbNode> nodes{nodes_[0]};
    std::vector<std::uint32_t> todo{0};
    while (!todo.empty()) {
      const std::uint32_t index = todo.back();
      todo.pop_back();
      if (nodes[index].is_leaf()) continue;
      const ObbNode* children = &nodes_[nodes[index].first];
      const auto first = static_cast<std::uint32_t>(nodes.size());
      nodes[index].first = first;
      nodes.insert(nodes.end(), children, children + 2);
      todo.insert(todo.end(), {first + 1, first});
    }
    return nodes;
  }

  ObbTreeOptions options_;
  NodeBuilder builder_;
  std::vector<ObbNode> nodes_;
};
}  // namespace

ObbTree build_obb_tree(const TriangleMesh& mesh, const ObbTreeOptions& options) {
  check_build(mesh, options);
  if (mesh.is_empty()) return {};
  const auto start = std::chrono::steady_clock::now();
  BinaryBuilder builder(mesh, options);
  with_threads(options.threads, [&] {
    builder.build({0, mesh.triangles().size()}, Mat3::Identity());
  });
  ObbTree::Data data;
  data.mesh = mesh;
  data.order = builder.order();
  data.nodes = builder.take_nodes();
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  return finish_obb_tree(std::move(data), time.count());
}

}  // namespace graze
