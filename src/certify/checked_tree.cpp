// SPDX-License-Identifier: MIT
// Question   By how much do the triangles below a node stick out of its box?                   [G2]
// Source     docs/proof.md, section 3.
// Guarantee  Upper bounds in real numbers, whatever the boxes are.
#include "graze/certify/checked_tree.h"

#include <graze/base/error.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "graze/math/interval.h"
#include "math/unit_roundoff.h"

namespace graze {
namespace {

/// A point of the box near centre + d: |s| is within the half sizes, whatever d is.
Vec3 inside(const Box& box, const Vec3& d) {
  return transpose_times(box.axes, d).cwiseMax(-box.half_size).cwiseMin(box.half_size);
}

/// Unlike std::max this keeps NaN, with which no proof succeeds.
void raise(double& bound, double x) {
  if (!(x <= bound)) bound = x;
}

/// Distance of `p` to the box's point centre + axes * s. Each of the three components of
/// (p - centre) - axes * s is computed in 7 operations on terms whose sizes are summed.
double distance_to(const Box& box, const Vec3& s, const Vec3& d) {
  const Vec3 gap = d - times(box.axes, s);
  const Vec3 sizes = d.cwiseAbs() + times(Mat3(box.axes.cwiseAbs()), Vec3(s.cwiseAbs()));
  return (gap.norm() + 8.0 * kU * sizes.sum()) * (1.0 + 32.0 * kU) + 0x1p-1000;
}

/// No point of the box is farther from the origin.
double reach_of(const Box& box) {
  double reach = box.centre.norm();
  for (int k = 0; k < 3; ++k) reach += box.half_size[k] * box.axes.col(k).norm();
  return reach * (1.0 + 32.0 * kU);
}

[[noreturn]] void refuse(const std::string& found) {
  throw InputError({"tree of boxes", found, "a tree whose leaves hold every triangle", ""});
}
}  // namespace

/// Visits the leaves with the nodes above them.
class CheckedTree::Walk {
 public:
  explicit Walk(CheckedTree& checked) : checked_(checked), seen_(mesh().triangles().size(), false) {
    if (!nodes().empty()) visit(0);
    if (std::find(seen_.begin(), seen_.end(), false) != seen_.end()) refuse("a lost triangle");
  }

 private:
  std::span<const ObbNode> nodes() const { return checked_.tree_.nodes(); }
  const TriangleMesh& mesh() const { return checked_.tree_.mesh(); }

  void visit(std::uint32_t index) {
    const ObbNode& node = nodes()[index];
    const std::size_t last = node.first + std::size_t{node.is_leaf() ? node.count : 2u};
    if (last > (node.is_leaf() ? seen_.size() : nodes().size())) refuse("a node without children");
    if (!node.is_leaf() && node.first <= index) refuse("a node that is its own ancestor");
    if (!(node.box.half_size.array() >= 0.0).all()) refuse("a box of negative size");
    path_.push_back(index);
    for (std::size_t k = node.first; k < last; ++k) {
      node.is_leaf() ? take(checked_.tree_.order()[k]) : visit(static_cast<std::uint32_t>(k));
    }
    path_.pop_back();
    // What computing with the box rounds more than computing with a corner: docs/proof.md,
    // section 4.
    checked_.slack_[index] += 8.0 * kU * (reach_of(node.box) + checked_.slack_[index]);
    raise(checked_.extent_, reach_of(node.box) + checked_.slack_[index]);
  }

  void take(std::uint32_t triangle) {
    seen_.at(triangle) = true;
    for (const Vec3& p : mesh().corners(triangle)) {
      raise(checked_.extent_, p.norm() * (1.0 + 8.0 * kU));
      for (const std::uint32_t index : path_) take(index, p);
    }
  }

  void take(std::uint32_t index, const Vec3& p) {
    const Box& box = nodes()[index].box;
    const Vec3 d = p - box.centre;
    raise(checked_.slack_[index], distance_to(box, inside(box, d), d));
    raise(checked_.radius_[index], d.norm() * (1.0 + 8.0 * kU) + 0x1p-1000);
  }

  CheckedTree& checked_;
  std::vector<bool> seen_;
  std::vector<std::uint32_t> path_;
};

CheckedTree::CheckedTree(const ObbTree& tree)
    : tree_(tree), slack_(tree.nodes().size(), 0.0), radius_(tree.nodes().size(), 0.0) {
  Walk walk(*this);
}

std::shared_ptr<const CheckedTree> CheckedTrees::of(const ObbTree& tree) {
  auto& known = known_[&tree.data()];
  if (known == nullptr) known = std::make_shared<const CheckedTree>(tree);  // keeps the tree alive
  return known;
}

}  // namespace graze
