// SPDX-License-Identifier: MIT
// Question   Which of many boxes overlap one?                                                  [C8]
// Source     Median-split bounding volume hierarchy, eight children a node.
// Guarantee  Every overlapping box, each once: comparisons only, and rounding to single precision
//            keeps the order. Boxes are compared in double precision before they are reported.
// Changed    Ties are broken by index, so that the tree never depends on the sort.
#include "graze/broadphase/aabb_tree.h"

#include <algorithm>
#include <limits>

#include "broadphase/eight_boxes.h"

namespace graze {
namespace {
constexpr float kNoBox = std::numeric_limits<float>::quiet_NaN();  // overlaps nothing

// Infinite ends would make the centre NaN; where exactly such a box is sorted does not matter.
Vec3 sort_key(const Aabb& box) {
  constexpr double kFar = std::numeric_limits<double>::max() / 4;
  return 0.5 * box.lo.cwiseMax(-kFar).cwiseMin(kFar) + 0.5 * box.hi.cwiseMax(-kFar).cwiseMin(kFar);
}
}  // namespace

AabbTree::AabbTree(std::span<const Aabb> boxes) : boxes_(boxes.begin(), boxes.end()) {
  static_assert(kWidth == broadphase::kLanes);
  std::vector<Entry> entries;
  entries.reserve(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (boxes[i].is_empty()) continue;
    entries.push_back({sort_key(boxes[i]), static_cast<std::uint32_t>(i)});
  }
  if (!entries.empty()) build(entries);
}

AabbTree::Child AabbTree::build(std::span<Entry> entries) {
  std::vector<Child> children;
  const bool is_leaf = entries.size() <= kWidth;
  if (is_leaf) {
    for (const Entry& entry : entries) children.push_back({boxes_[entry.index], entry.index});
  } else {
    std::size_t chunk = kWidth;  // all children but the last are full
    while (chunk * kWidth < entries.size()) chunk *= kWidth;
    split(entries, chunk, children);
  }
  return add_node(children, is_leaf);
}

void AabbTree::split(std::span<Entry> entries, std::size_t chunk, std::vector<Child>& children) {
  if (entries.size() <= chunk) {
    children.push_back(build(entries));
    return;
  }
  Aabb centres;
  for (const Entry& entry : entries) centres.add(entry.centre);
  Eigen::Index axis = 0;
  (0.5 * centres.hi - 0.5 * centres.lo).maxCoeff(&axis);
  const std::size_t chunks = (entries.size() + chunk - 1) / chunk, middle = chunks / 2 * chunk;
  std::nth_element(entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(middle),
                   entries.end(), [axis](const Entry& a, const Entry& b) {
                     return a.centre[axis] != b.centre[axis] ? a.centre[axis] < b.centre[axis]
                                                             : a.index < b.index;
                   });
  split(entries.first(middle), chunk, children);
  split(entries.subspan(middle), chunk, children);
}

AabbTree::Child AabbTree::add_node(std::span<const Child> children, bool is_leaf) {
  Node& node = nodes_.emplace_back();
  node.is_leaf = is_leaf;
  Child whole{{}, static_cast<std::uint32_t>(nodes_.size() - 1)};
  for (std::uint32_t k = 0; k < kWidth; ++k) {
    const bool is_used = k < children.size();
    node.child[k] = is_used ? children[k].which : 0;
    const broadphase::FloatBox box = broadphase::float_box(is_used ? children[k].box : Aabb());
    for (int i = 0; i < 3; ++i) {
      node.lo[i][k] = is_used ? box.lo[i] : kNoBox;
      node.hi[i][k] = is_used ? box.hi[i] : kNoBox;
    }
    if (is_used) whole.box.add(children[k].box);
  }
  return whole;
}

unsigned AabbTree::overlapping_of(const Node& node, const Aabb& box) {
  const float* const lo[3] = {node.lo[0], node.lo[1], node.lo[2]};
  const float* const hi[3] = {node.hi[0], node.hi[1], node.hi[2]};
  return broadphase::overlapping_of_eight(lo, hi, broadphase::float_box(box));
}

std::vector<std::uint32_t> AabbTree::overlapping(const Aabb& box) const {
  std::vector<std::uint32_t> found;
  any_overlapping(box, [&](std::uint32_t index) {
    found.push_back(index);
    return false;
  });
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace graze
