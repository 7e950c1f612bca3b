// SPDX-License-Identifier: MIT
// Question   Which pairs of moving bodies can touch during a span, and not before when?        [C8]
// Source     Redon et al. 2002, section 5: boxes around swept volumes.
// Guarantee  No touching pair is left out and no `earliest` is late: the boxes are enclosures,
//            rounding included, and comparing them rounds nothing.
// Changed    The span is cut into slices for bodies that move far compared to their size, which
//            drops pairs that share a place at different times and gives the lower time bound.
#include "graze/broadphase/candidate_pairs.h"

#include <algorithm>
#include <tuple>

#include "graze/base/error.h"
#include "graze/base/parallel.h"
#include "graze/broadphase/aabb_tree.h"

namespace graze {
namespace {
constexpr std::size_t kBodiesPerTask = 64;

Box box_around(const Aabb& aabb) {
  Box box;
  box.centre = aabb.centre();
  for (int k = 0; k < 3; ++k) {
    // From the rounded centre to the farther side, rounded up: contains the box.
    box.half_size[k] = round_up(std::max(aabb.hi[k] - box.centre[k], box.centre[k] - aabb.lo[k]));
  }
  return box;
}

/// Boxes of one body over the slices of the span. A body that hardly moves has one box for all.
class SlicedBounds {
 public:
  void fill(const MovingBounds& body, const std::vector<Interval>& slices) {
    boxes_.clear();
    for (const Interval& slice : slices) boxes_.push_back(bounds_during(body, slice));
  }
  void fill(const Aabb& whole) { boxes_.assign(1, whole); }
  const Aabb& during(std::size_t slice) const {
    return boxes_.size() == 1 ? boxes_[0] : boxes_[slice];
  }
  bool is_single() const { return boxes_.size() == 1; }

 private:
  std::vector<Aabb> boxes_;
};

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

/// Slices pay only where the body leaves its own size behind.
bool moves_far(const MovingBounds& body, const Aabb& swept) {
  return swept.diagonal() > 2.0 * (body.box_body.diagonal() + 2.0 * body.padding);
}

void for_each_body(std::size_t count, int threads, const std::function<void(std::size_t)>& visit) {
  const std::size_t tasks = (count + kBodiesPerTask - 1) / kBodiesPerTask;
  const auto run_task = [&](std::size_t task) {
    const std::size_t end = std::min(count, (task + 1) * kBodiesPerTask);
    for (std::size_t i = task * kBodiesPerTask; i < end; ++i) visit(i);
  };
  parallel_for(tasks, run_task, tasks > 1 ? threads : 1);
}

/// The first slice in which the boxes meet, or the number of slices.
std::size_t first_meeting(const SlicedBounds& a, const SlicedBounds& b, std::size_t slices) {
  if (a.is_single() && b.is_single()) return 0;  // they met over the whole span
  for (std::size_t i = 0; i < slices; ++i) {
    if (a.during(i).overlaps(b.during(i))) return i;
  }
  return slices;
}

void check(const BroadphaseOptions& options) {
  if (options.slices >= 1 && options.slices <= 64) return;
  throw InputError({"slices", std::to_string(options.slices), "1 to 64", ""});
}
}  // namespace

Aabb bounds_during(const MovingBounds& body, const Interval& span) {
  if (body.box_body.is_empty()) return {};
  const IntervalVec3 place = enclose_box(body.world_from_body, span, box_around(body.box_body));
  Aabb box;
  for (int k = 0; k < 3; ++k) {
    box.lo[k] = round_down(place[k].lo - body.padding);
    box.hi[k] = round_up(place[k].hi + body.padding);
  }
  return box;
}

std::vector<CandidatePair> candidate_pairs(std::span<const MovingBounds> bodies,
                                           const Interval& span, const BroadphaseOptions& options) {
  check(options);
  std::vector<Aabb> whole(bodies.size());
  for_each_body(bodies.size(), options.threads,
                [&](std::size_t i) { whole[i] = bounds_during(bodies[i], span); });

  auto overlaps = AabbTree(whole).overlapping_pairs();
  if (options.is_checked) {
    std::erase_if(overlaps, [&](const auto& pair) {
      return !options.is_checked(BodyId(pair.first), BodyId(pair.second));
    });
  }

  std::vector<char> is_needed(bodies.size());
  for (const auto& [a, b] : overlaps) is_needed[a] = is_needed[b] = 1;
  const std::vector<Interval> slices = slices_of(span, options.slices);
  std::vector<SlicedBounds> sliced(bodies.size());
  for_each_body(bodies.size(), options.threads, [&](std::size_t i) {
    if (!is_needed[i]) return;
    if (moves_far(bodies[i], whole[i])) return sliced[i].fill(bodies[i], slices);
    sliced[i].fill(whole[i]);
  });

  std::vector<CandidatePair> candidates;
  for (const auto& [a, b] : overlaps) {
    const std::size_t slice = first_meeting(sliced[a], sliced[b], slices.size());
    if (slice < slices.size()) candidates.push_back({BodyId(a), BodyId(b), slices[slice].lo});
  }
  std::sort(candidates.begin(), candidates.end(), [](const auto& p, const auto& q) {
    return std::tie(p.earliest, p.a, p.b) < std::tie(q.earliest, q.a, q.b);
  });
  return candidates;
}

}  // namespace graze
