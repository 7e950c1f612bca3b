// SPDX-License-Identifier: MIT
#include "graze/spatial/wide_obb_tree.h"

#include <string>
#include <vector>

#include "graze/base/error.h"
#include "spatial/obb_tree_data.h"
#include "spatial/wide_part.h"
#include "spatial/wide_tree_data.h"

namespace graze {
namespace {
/// Leaves below each node; children come after their parent.
std::vector<std::uint32_t> leaves_below(std::span<const ObbNode> nodes) {
  std::vector<std::uint32_t> leaves(nodes.size(), 1);
  for (std::size_t i = nodes.size(); i-- > 0;) {
    if (!nodes[i].is_leaf()) leaves[i] = leaves[nodes[i].first] + leaves[nodes[i].first + 1];
  }
  return leaves;
}

/// Makes the parts that building at once would have made.
class PartsOfTree {
 public:
  PartsOfTree(const ObbTree& tree, int width)
      : nodes_(tree.nodes()),
        leaves_(leaves_below(nodes_)),
        width_(width),
        limit_(crown_limit(tree.order().size())) {}

  WidePart part(std::uint32_t root) const {
    if (leaves_[root] <= kBlockLeaves) {
      return make_block({nodes_, root, leaves_[root]}, width_, limit_);
    }
    const ObbNode& node = nodes_[root];
    return join_parts(node.box, part(node.first), part(node.first + 1), width_);
  }

 private:
  std::span<const ObbNode> nodes_;
  std::vector<std::uint32_t> leaves_;
  int width_;
  std::size_t limit_;
};
}  // namespace

void check_fits_in_floats(const TriangleMesh& mesh) {
  if (mesh.bounds().diagonal() > 1e15) {
    throw InputError({"mesh", "an extent above 1e15", "a smaller one", "choose larger units"});
  }
}

WideObbTree finish_wide_tree(const TriangleMesh& mesh, std::vector<std::uint32_t> order,
                             WidePart root, int width) {
  auto data = std::make_shared<WideObbTree::Data>();
  data->crown = finish_obb_tree({mesh, crown_of(root), std::move(order), {}, 0}, 0.0);
  const auto nodes = std::make_shared<const std::vector<WideObbNode>>(wide_nodes_of(root, width));
  data->nodes = *nodes;
  data->owner = nodes;
  return WideObbTree(std::move(data));
}

WideObbTree::WideObbTree() {
  static const auto empty = std::make_shared<const Data>();
  data_ = empty;
}

WideObbTree::WideObbTree(const ObbTree& tree, int width) : WideObbTree() {
  if (width < 2 || width > kWideLanes) {
    throw InputError({"width", std::to_string(width), "2 to 8", ""});
  }
  check_fits_in_floats(tree.mesh());
  if (tree.nodes().empty()) return;
  *this = finish_wide_tree(tree.mesh(), {tree.order().begin(), tree.order().end()},
                           PartsOfTree(tree, width).part(0), width);
}

const TriangleMesh& WideObbTree::mesh() const { return data_->crown.mesh(); }
std::span<const std::uint32_t> WideObbTree::order() const { return data_->crown.order(); }
const ObbTree& WideObbTree::crown() const { return data_->crown; }
const Box& WideObbTree::box() const { return data_->crown.nodes()[0].box; }
std::span<const WideObbNode> WideObbTree::nodes() const { return data_->nodes; }

std::size_t WideObbTree::bytes() const {
  return data_->nodes.size() * sizeof(WideObbNode) + data_->crown.report().bytes;
}

}  // namespace graze
