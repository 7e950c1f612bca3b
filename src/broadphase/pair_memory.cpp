// SPDX-License-Identifier: MIT
// Question   Which boxes overlap, where most have hardly moved since the last time?            [C8]
// Source     Fat boxes, as in dynamic trees of game engines; here with a margin from each body's
//            own speed, and rebuilt as a whole.
// Guarantee  Exactly the pairs of overlapping_pairs: a box inside its large one overlaps only boxes
//            whose large ones overlap that; the rest is compared again.
// Changed    -
#include "graze/broadphase/pair_memory.h"

#include <algorithm>

#include "graze/broadphase/overlapping_pairs.h"

namespace graze {
namespace {
/// More frames make more pairs to look at again, fewer make more rebuilds.
constexpr double kFramesAhead = 8.0;
/// Of a box's size: for bodies that hardly move, and for the first frame.
constexpr double kLeastMargin = 0.01;

bool is_inside(const Aabb& box, const Aabb& large) {
  return (large.lo.array() <= box.lo.array()).all() && (box.hi.array() <= large.hi.array()).all();
}

/// Grown on the sides to which it moves.
Aabb large_box(const Aabb& box, const Vec3& way) {
  if (box.is_empty()) return box;
  const Vec3 margin = Vec3::Constant(kLeastMargin * box.size().maxCoeff());
  const Vec3 ahead = kFramesAhead * way;
  return {box.lo - margin + ahead.cwiseMin(0.0), box.hi + margin + ahead.cwiseMax(0.0)};
}

Vec3 way_between(const Aabb& from, const Aabb& to) {
  const Vec3 way = to.centre() - from.centre();
  return !from.is_empty() && !to.is_empty() && way.allFinite() ? way : Vec3(Vec3::Zero());
}
}  // namespace

bool BoxPairMemory::covers(std::span<const Aabb> boxes) const {
  if (boxes.size() != large_.size()) return false;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (!boxes[i].is_empty() && !is_inside(boxes[i], large_[i])) return false;
  }
  return true;
}

void BoxPairMemory::rebuild(std::span<const Aabb> boxes) {
  large_.resize(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Vec3 way = i < last_.size() ? way_between(last_[i], boxes[i]) : Vec3(Vec3::Zero());
    large_[i] = large_box(boxes[i], way);
  }
  pairs_ = overlapping_pairs(large_);
  ++rebuilds_;
}

std::vector<BoxPairMemory::IndexPair> BoxPairMemory::overlapping(std::span<const Aabb> boxes) {
  if (!covers(boxes)) rebuild(boxes);
  last_.assign(boxes.begin(), boxes.end());
  std::vector<IndexPair> pairs;
  for (const IndexPair& pair : pairs_) {
    const Aabb &a = boxes[pair.first], &b = boxes[pair.second];
    if (!a.is_empty() && !b.is_empty() && a.overlaps(b)) pairs.push_back(pair);
  }
  return pairs;
}

}  // namespace graze
