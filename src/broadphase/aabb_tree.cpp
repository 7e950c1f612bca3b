// SPDX-License-Identifier: MIT
// Question   Which of many boxes overlap?                                                      [C8]
// Source     Median-split bounding volume hierarchy with simultaneous descent.
// Guarantee  Every overlapping pair, each once: comparisons only, nothing rounds.
// Changed    Ties are broken by index, so that the order of the answer never depends on the sort.
#include "graze/broadphase/aabb_tree.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace graze {
namespace {
constexpr double kNoBox = std::numeric_limits<double>::quiet_NaN();  // overlaps nothing

// Infinite ends would make the centre NaN; where exactly such a box is sorted does not matter.
Vec3 sort_key(const Aabb& box) {
  constexpr double kFar = std::numeric_limits<double>::max() / 4;
  return 0.5 * box.lo.cwiseMax(-kFar).cwiseMin(kFar) + 0.5 * box.hi.cwiseMax(-kFar).cwiseMin(kFar);
}

double half_surface(const Aabb& box) {
  const Vec3 size = box.size();
  return size.x() * size.y() + size.y() * size.z() + size.z() * size.x();
}

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// Put where their first index says, then sorted by the second: a few each.
Pairs in_order(const Pairs& pairs, std::size_t indices) {
  std::vector<std::uint32_t> end(indices);  // of the pairs with this first index, once put
  for (const auto& [first, second] : pairs) ++end[first];
  std::uint32_t sum = 0;
  for (std::uint32_t& place : end) place = std::exchange(sum, sum + place);
  Pairs sorted(pairs.size());
  for (const auto& pair : pairs) sorted[end[pair.first]++] = pair;
  std::uint32_t begin = 0;
  for (const std::uint32_t place : end) {
    std::sort(sorted.begin() + begin, sorted.begin() + place);
    begin = place;
  }
  return sorted;
}

typedef double Four __attribute__((vector_size(32)));
typedef long long Mask __attribute__((vector_size(32)));

Four load(const double* p) {
  Four v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}
}  // namespace

AabbTree::AabbTree(std::span<const Aabb> boxes) : boxes_(boxes.size()) {
  Input input{boxes, {}};
  input.entries.reserve(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (boxes[i].is_empty()) continue;
    input.entries.push_back({sort_key(boxes[i]), static_cast<std::uint32_t>(i)});
  }
  if (input.entries.empty()) return;
  nodes_.reserve(input.entries.size());
  leaves_.reserve(input.entries.size() / 2 + 1);
  nodes_.emplace_back();
  build(input, 0, 0, static_cast<std::uint32_t>(input.entries.size()));
}

void AabbTree::build(Input& input, std::uint32_t node, std::uint32_t begin, std::uint32_t end) {
  if (end - begin <= kLeafSize) return add_leaf(input, node, begin, end);
  Aabb centres;
  for (std::uint32_t i = begin; i < end; ++i) centres.add(input.entries[i].centre);
  Eigen::Index axis = 0;
  (0.5 * centres.hi - 0.5 * centres.lo).maxCoeff(&axis);
  const std::uint32_t middle = begin + (end - begin) / 2;
  const auto at = input.entries.begin();
  std::nth_element(at + begin, at + middle, at + end, [axis](const Entry& a, const Entry& b) {
    return a.centre[axis] != b.centre[axis] ? a.centre[axis] < b.centre[axis] : a.index < b.index;
  });
  const auto first = static_cast<std::uint32_t>(nodes_.size());
  nodes_[node].first = first;
  nodes_.resize(nodes_.size() + 2);
  build(input, first, begin, middle);
  build(input, first + 1, middle, end);
  nodes_[node].box = nodes_[first].box;
  nodes_[node].box.add(nodes_[first + 1].box);
}

void AabbTree::add_leaf(const Input& input, std::uint32_t node, std::uint32_t begin,
                        std::uint32_t end) {
  nodes_[node].first = static_cast<std::uint32_t>(leaves_.size());
  nodes_[node].count = end - begin;
  Leaf& leaf = leaves_.emplace_back();
  for (std::uint32_t k = 0; k < kLeafSize; ++k) {
    const bool is_used = begin + k < end;
    leaf.index[k] = is_used ? input.entries[begin + k].index : 0;
    const Aabb box = is_used ? input.boxes[leaf.index[k]] : Aabb();
    nodes_[node].box.add(box);
    for (int i = 0; i < 3; ++i) {
      leaf.lo[i][k] = is_used ? box.lo[i] : kNoBox;
      leaf.hi[i][k] = is_used ? box.hi[i] : kNoBox;
    }
  }
}

unsigned AabbTree::overlapping_of(const Leaf& leaf, const Aabb& box) {
  unsigned bits = 0;
  for (unsigned at = 0; at < kLeafSize; at += 4) {
    Mask meets = load(leaf.lo[0] + at) <= box.hi[0];
    meets &= load(leaf.hi[0] + at) >= box.lo[0];
    for (int i = 1; i < 3; ++i) {
      meets &= load(leaf.lo[i] + at) <= box.hi[i];
      meets &= load(leaf.hi[i] + at) >= box.lo[i];
    }
    for (unsigned k = 0; k < 4; ++k) bits |= static_cast<unsigned>(meets[k] & 1) << (at + k);
  }
  return bits;
}

void AabbTree::pairs_of_leaves(const Node& a, const Node& b, Pairs& pairs) const {
  const Leaf &leaf_a = leaves_[a.first], &leaf_b = leaves_[b.first];
  for (unsigned of_a = overlapping_of(leaf_a, b.box); of_a != 0; of_a &= of_a - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(of_a));
    const Aabb box{{leaf_a.lo[0][i], leaf_a.lo[1][i], leaf_a.lo[2][i]},
                   {leaf_a.hi[0][i], leaf_a.hi[1][i], leaf_a.hi[2][i]}};
    unsigned bits = overlapping_of(leaf_b, box);
    if (&a == &b) bits &= ~1u << i;
    for (; bits != 0; bits &= bits - 1) {
      pairs.push_back(std::minmax(leaf_a.index[i], leaf_b.index[std::countr_zero(bits)]));
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
  return in_order(pairs, boxes_);
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
    const Leaf& leaf = leaves_[node.first];
    for (unsigned bits = overlapping_of(leaf, box); bits != 0; bits &= bits - 1) {
      found.push_back(leaf.index[std::countr_zero(bits)]);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace graze
