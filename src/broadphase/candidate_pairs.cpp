// SPDX-License-Identifier: MIT
// Question   Which pairs of moving bodies can touch during a span, and when at the earliest?   [C8]
// Source     Redon et al. 2002, section 5: boxes around swept volumes.
// Guarantee  No touching pair is left out and no `earliest` is late: the boxes are enclosures,
//            rounding included, and comparing them rounds nothing.
// Changed    The span is cut into slices for bodies that move far compared to their size, which
//            drops pairs that share a place at different times and gives the lower time bound.
#include "graze/broadphase/candidate_pairs.h"

#include <algorithm>

#include "broadphase/swept_bodies.h"
#include "graze/base/error.h"
#include "graze/broadphase/overlapping_pairs.h"

namespace graze {
namespace {
using broadphase::Apart;
using broadphase::SweptBodies;
using IndexPair = std::pair<std::uint32_t, std::uint32_t>;

/// Below this many pairs, slices of bodies on chains cost more than the searches that they spare.
constexpr std::size_t kPairsForChains = 64;
constexpr std::size_t kFewBodies = 16;  // whose pairs are found as fast as they are remembered

std::vector<Interval> slices_of(const Interval& span, int count) {
  std::vector<Interval> slices;
  double begin = span.lo;
  for (int i = 1; i <= count; ++i) {
    const double s = static_cast<double>(i) / count;
    const double end = i == count ? span.hi : (1.0 - s) * span.lo + s * span.hi;
    if (end < begin || (end == begin && i < count)) continue;  // the span is a few ulps wide
    slices.emplace_back(begin, end);
    begin = end;
  }
  return slices;
}

/// Slices pay only for a body that moves farther than its own size.
bool moves_far(const MovingBounds& body, const Aabb& swept) {
  return swept.diagonal() > 2.0 * (body.box_body.diagonal() + 2.0 * body.padding);
}

std::vector<IndexPair> overlapping_pairs(const SweptBodies& swept,
                                         const BroadphaseOptions& options) {
  const std::vector<Aabb>& boxes = swept.bounds();
  const bool remembers = options.memory && boxes.size() > kFewBodies;
  std::vector<IndexPair> pairs =
      remembers ? options.memory->overlapping(boxes) : graze::overlapping_pairs(boxes);
  std::erase_if(pairs, [&](const IndexPair& pair) {
    const BodyId a(pair.first), b(pair.second);
    if (options.is_checked && !options.is_checked(a, b)) return true;
    const Apart apart = swept.surely_apart(pair.first, pair.second);
    if (options.may_contain && apart == Apart::kBoxAndSurface)
      options.may_contain->push_back({a, b, swept.still_beside(pair.first, pair.second)});
    if (options.may_contain && apart == Apart::kSurfaces) options.may_contain->push_back({a, b});
    return apart != Apart::kNot;
  });
  return pairs;
}

/// Boxes of far movers for each slice of the span; of the others for the whole.
class SlicedBoxes {
 public:
  SlicedBoxes(std::vector<Aabb> whole, std::vector<char> is_far)
      : whole_(std::move(whole)), is_far_(std::move(is_far)) {}

  void add_slice(std::vector<Aabb> boxes) { slices_.push_back(std::move(boxes)); }

  /// The first slice in which the boxes meet, or `count`.
  std::size_t first_meeting(const IndexPair& pair, std::size_t count) const {
    if (!is_far_[pair.first] && !is_far_[pair.second]) return 0;  // met over the whole span
    for (std::size_t k = 0; k < count; ++k) {
      if (during(pair.first, k).overlaps(during(pair.second, k))) return k;
    }
    return count;
  }

 private:
  const Aabb& during(std::uint32_t body, std::size_t slice) const {
    return is_far_[body] ? slices_[slice][body] : whole_[body];
  }

  std::vector<Aabb> whole_;
  std::vector<char> is_far_;
  std::vector<std::vector<Aabb>> slices_;
};

std::vector<char> far_movers(std::span<const MovingBounds> bodies, const std::vector<Aabb>& whole,
                             const std::vector<IndexPair>& pairs) {
  std::vector<char> is_far(bodies.size());  // first used as: is in a pair
  for (const IndexPair& pair : pairs) is_far[pair.first] = is_far[pair.second] = 1;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const bool is_worth_it = !bodies[i].parent || pairs.size() >= kPairsForChains;
    is_far[i] = is_far[i] && is_worth_it && moves_far(bodies[i], whole[i]);
  }
  return is_far;
}

void check(const BroadphaseOptions& options) {
  if (options.slices >= 1 && options.slices <= 64) return;
  throw InputError({"slices", std::to_string(options.slices), "1 to 64", ""});
}
}  // namespace

std::vector<CandidatePair> candidate_pairs(std::span<const MovingBounds> bodies,
                                           const Interval& span, const BroadphaseOptions& options) {
  check(options);
  const std::vector<char> all(bodies.size(), 1);
  const SweptBodies whole(bodies, span, all, options.threads);
  const std::vector<IndexPair> pairs = overlapping_pairs(whole, options);
  const std::vector<char> is_far = far_movers(bodies, whole.bounds(), pairs);
  std::vector<CandidatePair> candidates;
  candidates.reserve(pairs.size());
  if (std::find(is_far.begin(), is_far.end(), 1) == is_far.end()) {
    for (const auto& [a, b] : pairs) candidates.push_back({BodyId(a), BodyId(b), span.lo});
    return candidates;
  }
  const std::vector<Interval> slices = slices_of(span, options.slices);
  SlicedBoxes boxes(whole.bounds(), is_far);
  for (const Interval& slice : slices) {
    boxes.add_slice(SweptBodies(bodies, slice, is_far, options.threads).bounds());
  }
  for (const IndexPair& pair : pairs) {
    const std::size_t slice = boxes.first_meeting(pair, slices.size());
    if (slice == slices.size()) continue;
    candidates.push_back({BodyId(pair.first), BodyId(pair.second), slices[slice].lo});
  }
  // Pairs come in order of their ids.
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const auto& p, const auto& q) { return p.earliest < q.earliest; });
  return candidates;
}

}  // namespace graze
