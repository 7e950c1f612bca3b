// SPDX-License-Identifier: MIT
// Question   Which of many boxes overlap?                                                      [C8]
// Source     Median-split bounding volume hierarchy with simultaneous descent.
// Guarantee  Every overlapping pair, each once: comparisons only, nothing rounds.
// Changed    Ties are broken by index, so that the order of the answer never depends on the sort.
#include "graze/broadphase/aabb_tree.h"

#include <algorithm>
#include <limits>

namespace graze {
namespace {
constexpr std::uint32_t kLeafSize = 4;

// Infinite ends would make the centre NaN; where exactly such a box is sorted does not matter.
Vec3 sort_key(const Aabb& box) {
  constexpr double kFar = std::numeric_limits<double>::max() / 4;
  return 0.5 * box.lo.cwiseMax(-kFar).cwiseMin(kFar) + 0.5 * box.hi.cwiseMax(-kFar).cwiseMin(kFar);
}

double half_surface(const Aabb& box) {
  const Vec3 size = box.size();
  return size.x() * size.y() + size.y() * size.z() + size.z() * size.x();
}
}  // namespace

AabbTree::AabbTree(std::span<const Aabb> boxes) {
  entries_.reserve(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (boxes[i].is_empty()) continue;
    entries_.push_back({boxes[i], sort_key(boxes[i]), static_cast<std::uint32_t>(i)});
  }
  if (entries_.empty()) return;
  nodes_.reserve(entries_.size());
  nodes_.emplace_back();
  build(0, 0, static_cast<std::uint32_t>(entries_.size()));
}

void AabbTree::build(std::uint32_t node, std::uint32_t begin, std::uint32_t end) {
  Aabb box, centres;
  for (std::uint32_t i = begin; i < end; ++i) {
    box.add(entries_[i].box);
    centres.add(entries_[i].centre);
  }
  nodes_[node].box = box;
  if (end - begin <= kLeafSize) {
    nodes_[node].first = begin;
    nodes_[node].count = end - begin;
    return;
  }
  Eigen::Index axis = 0;
  (0.5 * centres.hi - 0.5 * centres.lo).maxCoeff(&axis);
  const std::uint32_t middle = begin + (end - begin) / 2;
  const auto at = entries_.begin();
  std::nth_element(at + begin, at + middle, at + end, [axis](const Entry& a, const Entry& b) {
    return a.centre[axis] != b.centre[axis] ? a.centre[axis] < b.centre[axis] : a.index < b.index;
  });
  const auto first = static_cast<std::uint32_t>(nodes_.size());
  nodes_[node].first = first;
  nodes_.resize(nodes_.size() + 2);
  build(first, begin, middle);
  build(first + 1, middle, end);
}

void AabbTree::pairs_of_leaves(const Node& a, const Node& b, Pairs& pairs) const {
  for (std::uint32_t i = a.first; i < a.first + a.count; ++i) {
    const std::uint32_t start = &a == &b ? i + 1 : b.first;
    for (std::uint32_t j = start; j < b.first + b.count; ++j) {
      if (!entries_[i].box.overlaps(entries_[j].box)) continue;
      pairs.push_back(std::minmax(entries_[i].index, entries_[j].index));
    }
  }
}

void AabbTree::pairs_between(std::uint32_t a, std::uint32_t b, Pairs& pairs) const {
  const Node& node_a = nodes_[a];
  const Node& node_b = nodes_[b];
  if (!node_a.box.overlaps(node_b.box)) return;
  if (node_a.count > 0 && node_b.count > 0) return pairs_of_leaves(node_a, node_b, pairs);
  const bool open_a = node_b.count > 0 ||
                      (node_a.count == 0 && half_surface(node_a.box) >= half_surface(node_b.box));
  if (open_a) {
    pairs_between(node_a.first, b, pairs);
    pairs_between(node_a.first + 1, b, pairs);
  } else {
    pairs_between(a, node_b.first, pairs);
    pairs_between(a, node_b.first + 1, pairs);
  }
}

void AabbTree::pairs_within(std::uint32_t node, Pairs& pairs) const {
  const Node& inner = nodes_[node];
  if (inner.count > 0) return pairs_of_leaves(inner, inner, pairs);
  pairs_within(inner.first, pairs);
  pairs_within(inner.first + 1, pairs);
  pairs_between(inner.first, inner.first + 1, pairs);
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> AabbTree::overlapping_pairs() const {
  Pairs pairs;
  if (!nodes_.empty()) pairs_within(0, pairs);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

std::vector<std::uint32_t> AabbTree::overlapping(const Aabb& box) const {
  std::vector<std::uint32_t> found, open;
  if (!nodes_.empty()) open.push_back(0);
  while (!open.empty()) {
    const Node& node = nodes_[open.back()];
    open.pop_back();
    if (!node.box.overlaps(box)) continue;
    if (node.count == 0) {
      open.push_back(node.first);
      open.push_back(node.first + 1);
      continue;
    }
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      if (entries_[i].box.overlaps(box)) found.push_back(entries_[i].index);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace graze
