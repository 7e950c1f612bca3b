// SPDX-License-Identifier: MIT
// Question   Which vertex of a mesh is farthest along a direction?                             [K8]
// Source     Branch and bound over the tree's boxes.
// Guarantee  `value` is the largest rounded projection: boxes are grown by their rounding before
//            they are dropped.
// Changed    -
#include "methods/backtracking/support.h"

#include <array>
#include <cmath>

namespace graze::backtracking {
namespace {
// The projections of a box's centre and half axes: 3 + 4 products and as many sums.
constexpr double kReachMargin = 32.0 * 0x1p-53;

double highest_in(const Box& box, const Vec3& d) {
  double reach = 0.0, size = box.centre.lpNorm<1>();
  for (int k = 0; k < 3; ++k) {
    reach += box.half_size[k] * std::abs(d.dot(box.axes.col(k)));
    size += box.half_size[k];
  }
  return d.dot(box.centre) + reach + kReachMargin * size * d.lpNorm<1>();
}

void look_at_leaf(const ObbTree& tree, const ObbNode& leaf, const Vec3& d, Support& best) {
  for (std::uint32_t i = 0; i < leaf.count; ++i) {
    for (const Vec3& p : tree.mesh().corners(tree.order()[leaf.first + i])) {
      const double value = d.dot(p);
      if (value > best.value) best = {value, p};
    }
  }
}
}  // namespace

double box_support(const ObbTree& tree, const Vec3& direction) {
  return highest_in(tree.nodes()[0].box, direction);
}

Support support(const ObbTree& tree, const Vec3& direction) {
  Support best{-kInfinity, Vec3::Zero()};
  std::array<std::uint32_t, kMaxObbTreeDepth + 2> stack{};
  std::size_t size = 1;
  while (size > 0) {
    const ObbNode& node = tree.nodes()[stack[--size]];
    if (highest_in(node.box, direction) <= best.value) continue;
    if (node.is_leaf()) {
      look_at_leaf(tree, node, direction, best);
      continue;
    }
    const double first = direction.dot(tree.nodes()[node.first].box.centre);
    const double second = direction.dot(tree.nodes()[node.first + 1].box.centre);
    const std::uint32_t nearer = first > second ? 0 : 1;  // the likelier child is popped first
    stack[size++] = node.first + 1 - nearer;
    stack[size++] = node.first + nearer;
  }
  return best;
}

}  // namespace graze::backtracking
