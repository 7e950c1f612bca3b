// SPDX-License-Identifier: MIT
// Question   What is the eight-wide tree of this soup?                                     [C3, C7]
// Source     build_obb_tree.cpp; wide_part.cpp for its blocks.
// Guarantee  The tree that WideObbTree makes of the binary one, for any number of threads.
// Changed    The binary nodes of a block are thrown away when its wide nodes are made.
#include "graze/base/parallel.h"
#include "spatial/node_builder.h"
#include "spatial/wide_tree_data.h"

namespace graze {
namespace {
class WideBuilder {
 public:
  WideBuilder(const TriangleMesh& mesh, const ObbTreeOptions& options)
      : builder_(mesh, options),
        limit_(crown_limit(mesh.triangles().size())),
        is_parallel_(options.threads != 1) {}

  WidePart build(BuildTask task, const Mat3& parent_axes) {
    if (task.count() <= kBlockLeaves) return build_block(task, parent_axes);
    ObbNode node;
    const auto children = task.divided(builder_.make(task, parent_axes, node));
    WidePart first, second;
    const auto build_first = [&] { first = build(children.first, node.box.axes); };
    const auto build_second = [&] { second = build(children.second, node.box.axes); };
    if (is_parallel_) {
      parallel_invoke(build_first, build_second);
    } else {
      build_first();
      build_second();
    }
    return join_parts(node.box, std::move(first), std::move(second), kWideLanes);
  }

  std::vector<std::uint32_t> order() const { return builder_.order(); }

 private:
  WidePart build_block(BuildTask task, const Mat3& parent_axes) {
    std::vector<ObbNode> nodes(2 * task.count() - 1);
    task.node = 0;
    task.below = 1;
    builder_.build(task, parent_axes, nodes);
    return make_block({nodes, 0, task.count()}, kWideLanes, limit_);
  }

  NodeBuilder builder_;
  std::size_t limit_;
  bool is_parallel_;
};
}  // namespace

WideObbTree build_wide_obb_tree(const TriangleMesh& mesh, const ObbTreeOptions& options) {
  check_build(mesh, options);
  check_fits_in_floats(mesh);
  if (options.leaf_triangles != 1) return WideObbTree(build_obb_tree(mesh, options));
  if (mesh.is_empty()) return {};
  WideBuilder builder(mesh, options);
  WidePart root;
  with_threads(options.threads, [&] {
    root = builder.build({0, mesh.triangles().size()}, Mat3::Identity());
  });
  return finish_wide_tree(mesh, builder.order(), std::move(root), kWideLanes);
}

}  // namespace graze
