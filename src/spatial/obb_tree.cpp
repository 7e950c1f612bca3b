// SPDX-License-Identifier: MIT
#include "graze/spatial/obb_tree.h"

#include <algorithm>
#include <bit>

#include "graze/base/hash.h"
#include "spatial/obb_tree_data.h"

namespace graze {
namespace {
/// Depth and tightness in one pass. Parents come before their children.
void describe(const std::vector<ObbNode>& nodes, ObbTreeReport& report) {
  std::vector<std::uint8_t> depth(nodes.size(), 0);
  static_assert(kMaxObbTreeDepth < 256);
  double sum = 0.0, count = 0.0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const ObbNode& node = nodes[i];
    report.depth = std::max(report.depth, static_cast<int>(depth[i]));
    if (node.is_leaf()) continue;
    depth[node.first] = depth[node.first + 1] = static_cast<std::uint8_t>(depth[i] + 1);
    const double own = surface_of(node.box);
    if (!(own > 0.0)) continue;
    sum += (surface_of(nodes[node.first].box) + surface_of(nodes[node.first + 1].box)) / own;
    count += 1.0;
  }
  report.tightness = count > 0.0 ? sum / count : 0.0;
}

/// All numbers of a node: products that do not wait for one another.
std::uint64_t mixed(const ObbNode& node) {
  const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x + 0.0); };  // -0 as 0
  std::uint64_t sum = (std::uint64_t{node.first} << 32) | node.count, factor = 0x9e3779b97f4a7c15u;
  const auto add = [&](double x) {
    sum += (bits(x) ^ (bits(x) >> 29)) * factor;
    factor += 0xd1b54a32d192ed04u;  // even: factors stay odd
  };
  for (int k = 0; k < 3; ++k) add(node.box.centre[k]);
  for (int k = 0; k < 9; ++k) add(node.box.axes.data()[k]);
  for (int k = 0; k < 3; ++k) add(node.box.half_size[k]);
  return sum;
}

std::uint64_t hash_of(const ObbTree::Data& data) {
  Hasher hasher;
  hasher.add(data.mesh.content_hash());
  for (const ObbNode& node : data.nodes) hasher.add(mixed(node));
  for (const std::uint32_t id : data.order) hasher.add(std::uint64_t{id});
  return hasher.value();
}
}  // namespace

ObbTree finish_obb_tree(ObbTree::Data data, double seconds) {
  data.report.triangles = data.order.size();
  data.report.nodes = data.nodes.size();
  describe(data.nodes, data.report);
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
