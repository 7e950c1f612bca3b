// SPDX-License-Identifier: MIT
// Question   How is the binary tree laid out so that eight boxes are tested at once?       [C3, C7]
// Source     Wald, Benthin, Boulos 2008 (wide trees from binary ones).
// Guarantee  A lane's set of real numbers contains the binary node's box, so every triangle.
// Changed    Floats are relative to an origin per node: their error is a part of the node's size,
//            not of the coordinates' size.
#include "graze/spatial/wide_obb_tree.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "graze/base/error.h"
#include "spatial/collapse.h"

namespace graze {
namespace {
using Lanes = std::array<std::uint32_t, kWideLanes>;

float float_above(double x) {
  const float f = static_cast<float>(x);
  return static_cast<double>(f) >= x ? f : std::nextafter(f, std::numeric_limits<float>::max());
}

void clear_lane(WideObbNode& wide, int lane) {
  for (int i = 0; i < 3; ++i) {
    wide.centre[i][lane] = 0.0f;
    wide.half_size[i][lane] = -1.0f;
    for (int j = 0; j < 3; ++j) wide.axes[j][i][lane] = i == j ? 1.0f : 0.0f;
  }
  wide.radius[lane] = -1.0f;
  wide.child[lane] = 0;
  wide.triangles[lane] = WideObbNode::kEmptyLane;
}

// Containment. With B the columns rounded to float, each entry of B - A is at most 2^-25 |entry| +
// 2^-150, so |B - A| <= 2^-24 (Frobenius) and |inv(B)| < 1.0001. A point centre + A s of the box is
// origin + c + B s' with s' = s + inv(B) ((A - B) s + rest), rest = centre - origin - c. So |s'_k|
// <= |s_k| + 1.0001 (2^-24 |half| + |rest|): the factors below are larger and cover the rounding of
// this computation, in which `rest` carries a relative 2^-52 of |centre| + |origin|.
void fill_lane(WideObbNode& wide, int lane, const Box& box, const Vec3& origin) {
  double rest_sq = 0.0;
  const double side = box.axes.determinant() < 0.0 ? -1.0 : 1.0;  // the same box, right-handed
  for (int i = 0; i < 3; ++i) {
    const double offset = box.centre[i] - origin[i];
    wide.centre[i][lane] = static_cast<float>(offset);
    const double rest = std::fabs(offset - static_cast<double>(wide.centre[i][lane])) +
                        0x1p-51 * (std::fabs(box.centre[i]) + std::fabs(origin[i]));
    rest_sq += rest * rest;
    for (int j = 0; j < 2; ++j) wide.axes[j][i][lane] = static_cast<float>(box.axes(i, j));
    wide.axes[2][i][lane] = static_cast<float>(side * box.axes(i, 2));
  }
  const double slack = 1.001 * (0x1p-24 * box.half_size.norm() + std::sqrt(rest_sq)) + 1e-150;
  double half_sq = 0.0;
  for (int k = 0; k < 3; ++k) {
    const float half = float_above((box.half_size[k] + slack) * (1.0 + 0x1p-50));
    wide.half_size[k][lane] = half;
    half_sq += static_cast<double>(half) * static_cast<double>(half);
  }
  wide.radius[lane] = float_above(std::sqrt(half_sq) * (1.0 + 0x1p-21));  // |B| < 1 + 2^-22
}

Vec3 middle_of(std::span<const ObbNode> nodes, const WideChildren& children) {
  Aabb box;
  for (int k = 0; k < children.count; ++k) {
    const Box& child = nodes[children.nodes[static_cast<std::size_t>(k)]].box;
    const Vec3 reach = child.axes.cwiseAbs() * child.half_size;
    box.add(child.centre - reach);
    box.add(child.centre + reach);
  }
  return box.centre();
}
}  // namespace

struct WideObbTree::Data {
  ObbTree binary;
  std::vector<WideObbNode> nodes;
  std::vector<Lanes> sources;  // binary node of each lane
};

namespace {
/// A lane that still wants its wide node.
struct OpenNode {
  std::uint32_t node;
  int lane;
};

template <typename Data>
void add_node(Data& data, const Collapse& collapse, std::uint32_t top,
              std::vector<OpenNode>& open) {
  const std::span<const ObbNode> binary = data.binary.nodes();
  const WideChildren children = collapse.children_of(top);
  const Vec3 origin = middle_of(binary, children);
  const auto index = static_cast<std::uint32_t>(data.nodes.size());
  WideObbNode& wide = data.nodes.emplace_back();
  data.sources.push_back(children.nodes);
  for (int k = 0; k < 3; ++k) wide.origin[k] = origin[k];
  for (int lane = 0; lane < kWideLanes; ++lane) {
    clear_lane(wide, lane);
    if (lane >= children.count) continue;
    const ObbNode& child = binary[children.nodes[static_cast<std::size_t>(lane)]];
    fill_lane(wide, lane, child.box, origin);
    wide.child[lane] = child.first;
    wide.triangles[lane] = static_cast<std::uint8_t>(child.count);
    if (!child.is_leaf()) open.push_back({index, lane});
  }
}
}  // namespace

WideObbTree::WideObbTree() : WideObbTree(ObbTree()) {}

WideObbTree::WideObbTree(const ObbTree& tree, int width) {
  if (width < 2 || width > kWideLanes) {
    throw InputError({"width", std::to_string(width), "2 to 8", ""});
  }
  if (tree.mesh().bounds().diagonal() > 1e15) {
    throw InputError({"mesh", "an extent above 1e15", "a smaller one", "choose larger units"});
  }
  auto data = std::make_shared<Data>();
  data->binary = tree;
  const std::size_t about = tree.order().size() / 4;  // what is not used is never touched
  data->nodes.reserve(about);
  data->sources.reserve(about);
  std::vector<OpenNode> open;
  const Collapse collapse(tree.nodes(), width);
  if (!tree.nodes().empty()) add_node(*data, collapse, 0, open);
  while (!open.empty()) {
    const OpenNode next = open.back();
    open.pop_back();
    data->nodes[next.node].child[next.lane] = static_cast<std::uint32_t>(data->nodes.size());
    add_node(*data, collapse, data->sources[next.node][static_cast<std::size_t>(next.lane)], open);
  }
  data_ = std::move(data);
}

const ObbTree& WideObbTree::binary() const { return data_->binary; }

std::span<const WideObbNode> WideObbTree::nodes() const { return data_->nodes; }

const ObbNode& WideObbTree::binary_node(std::uint32_t node, int lane) const {
  return data_->binary.nodes()[data_->sources[node][static_cast<std::size_t>(lane)]];
}

}  // namespace graze
