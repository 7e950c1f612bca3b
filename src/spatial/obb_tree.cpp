// SPDX-License-Identifier: MIT
#include "graze/spatial/obb_tree.h"

#include <algorithm>

#include "graze/base/hash.h"
#include "spatial/obb_tree_data.h"

namespace graze {
namespace {
/// Mean of (children's surface / own surface) over inner nodes with a surface.
double tightness_of(const std::vector<ObbNode>& nodes) {
  double sum = 0.0;
  double count = 0.0;
  for (const ObbNode& node : nodes) {
    const double own = surface_of(node.box);
    if (node.is_leaf() || !(own > 0.0)) continue;
    sum += (surface_of(nodes[node.first].box) + surface_of(nodes[node.first + 1].box)) / own;
    count += 1.0;
  }
  return count > 0.0 ? sum / count : 0.0;
}

int depth_of(const std::vector<ObbNode>& nodes) {
  std::vector<int> depth(nodes.size(), 0);
  int deepest = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {  // parents come before their children
    deepest = std::max(deepest, depth[i]);
    if (nodes[i].is_leaf()) continue;
    depth[nodes[i].first] = depth[nodes[i].first + 1] = depth[i] + 1;
  }
  return deepest;
}

std::uint64_t hash_of(const ObbTree::Data& data) {
  Hasher hasher;
  hasher.add(data.mesh.content_hash());
  for (const ObbNode& node : data.nodes) {
    for (int k = 0; k < 3; ++k) hasher.add(node.box.centre[k]);
    for (int k = 0; k < 9; ++k) hasher.add(node.box.axes(k % 3, k / 3));
    for (int k = 0; k < 3; ++k) hasher.add(node.box.half_size[k]);
    hasher.add((std::uint64_t{node.first} << 32) | node.count);
  }
  for (const std::uint32_t id : data.order) hasher.add(std::uint64_t{id});
  return hasher.value();
}
}  // namespace

ObbTree finish_obb_tree(ObbTree::Data data, double seconds) {
  data.report.triangles = data.order.size();
  data.report.nodes = data.nodes.size();
  data.report.depth = depth_of(data.nodes);
  data.report.tightness = tightness_of(data.nodes);
  data.report.seconds = seconds;
  data.report.bytes =
      data.nodes.size() * sizeof(ObbNode) + data.order.size() * sizeof(data.order[0]);
  data.hash = hash_of(data);
  return ObbTree(std::make_shared<const ObbTree::Data>(std::move(data)));
}

ObbTree::ObbTree() {
  static const auto empty = finish_obb_tree({}, 0.0).data_;
  data_ = empty;
}

const TriangleMesh& ObbTree::mesh() const { return data_->mesh; }
std::span<const ObbNode> ObbTree::nodes() const { return data_->nodes; }
std::span<const std::uint32_t> ObbTree::order() const { return data_->order; }
const ObbTreeReport& ObbTree::report() const { return data_->report; }
std::uint64_t ObbTree::content_hash() const { return data_->hash; }

}  // namespace graze
