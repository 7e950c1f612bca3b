// SPDX-License-Identifier: MIT
// Question   Which two triangles of two moving trees touch first within a window, and when?
// Source     docs/methods/certified.md, section 3.
// Guarantee  Every pair of boxes waits with a time before which it is proved apart; the earliest
//            waiting time is therefore safe for all. Times are snapped down to a grid, which keeps
//            that.
// Changed    Best-first over bounds in time instead of the paper's depth-first bisection of time.
#include "methods/certified/window_search.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <new>

#include "methods/certified/closest_instant.h"
#include "methods/certified/feature_directions.h"
#include "methods/certified/screw_profile.h"
#include "methods/certified/start_contact.h"

namespace graze::certified {
namespace {

// Bounds for any angle are worth their time in long searches and where this much angle is left;
// squares, rad^2.
constexpr std::uint64_t kLongSearch = 200;  // wide tests of a question
constexpr double kLargeTurn = 0.01;

// Below this many of its roundings the direction of a distance may be off by more than the distance
// over the size of the triangles: 2^-46 of the size is one.
constexpr double kFineGap = 0x1p23;

// Down to a multiple of a power of two that is at most an eighth of the step: pairs then share
// times, and poses are computed once per time.
int snapped(int slot, int target) {
  const unsigned eighth = static_cast<unsigned>(std::max(0, target - slot)) / 8;
  if (eighth == 0) return std::max(slot, target);
  return target & ~static_cast<int>(std::bit_floor(eighth) - 1);
}

// From a to b. Not divided by near.distance(): that and the points differ by rounding, and bounds
// rely on a length of one.
Vec3 direction_of(const TriangleDistance& near) {
  const Vec3 way = near.point_b - near.point_a;
  const double square = way.squaredNorm();
  return square > 1e-280 ? Vec3(way / std::sqrt(square)) : way.stableNormalized();
}

void prefetch(const WideObbNode& node) {
  const auto* bytes = reinterpret_cast<const char*>(&node);
  for (std::size_t line = 0; line < sizeof node; line += 64) __builtin_prefetch(bytes + line);
}

}  // namespace

void SearchMemory::clear() {
  queue.clear();
  for (std::size_t k = 0; k < moments_in_use; ++k) {
    moment_of_slot[static_cast<std::size_t>(moments[k].slot)] = -1;
  }
  moments_in_use = 0;
}

WindowSearch::WindowSearch(const WindowInput& input, WideTest test, StartContact& start,
                           SearchMemory& memory, BudgetWatch& watch, Stats& stats)
    : input_(input),
      tree_a_(*input.tree_a),
      tree_b_(*input.tree_b),
      test_(test),
      start_(start),
      memory_(memory),
      watch_(watch),
      stats_(stats),
      cell_((input.window.hi - input.window.lo) / SlotQueue::kSlots),
      coarse_(cell_ > 0x1p-28 * std::max(std::abs(input.window.lo), std::abs(input.window.hi))),
      hi_(input.window.hi),
      gap_(input.pair.gap),
      sure_until_(input.window.lo) {
  memory_.clear();
}

double WindowSearch::slot_time(int slot) const {
  return slot == SlotQueue::kSlots ? input_.window.hi : input_.window.lo + cell_ * slot;
}

int WindowSearch::slot_before(double t) const {
  const double cells = (t - input_.window.lo) / cell_;
  int slot = static_cast<int>(std::clamp(cells, 0.0, double{SlotQueue::kSlots - 1}));
  while (slot > 0 && slot_time(slot) > t) --slot;
  return slot;
}

SlotMoment& WindowSearch::slot_moment(int slot) {
  std::int32_t& index = memory_.moment_of_slot[static_cast<std::size_t>(slot)];
  if (index >= 0) return memory_.moments[static_cast<std::size_t>(index)];
  index = static_cast<std::int32_t>(memory_.moments_in_use++);
  if (memory_.moments_in_use > memory_.moments.size()) memory_.moments.emplace_back();
  SlotMoment& made = memory_.moments[static_cast<std::size_t>(index)];
  ::new (&made.moment) Moment(moment_at(input_.pair, slot_time(slot)));  // in place: it is large
  made.slot = slot;
  made.is_seen[0] = made.is_seen[1] = false;
  ++stats_.poses;
  return made;
}

const View& WindowSearch::view_of(SlotMoment& now, bool own_is_a) {
  View& seen = now.seen[own_is_a ? 0 : 1];
  bool& is_seen = now.is_seen[own_is_a ? 0 : 1];
  const BodyMoment& a = now.moment.a;
  const BodyMoment& b = now.moment.b;
  if (!is_seen) ::new (&seen) View(own_is_a ? view(a, b) : view(b, a));
  is_seen = true;
  return seen;
}

void WindowSearch::run() {
  if (cell_ <= 0.0) return;
  memory_.queue.push(0, {kWholeTree, kWholeTree});
  for (int slot = memory_.queue.earliest(0); slot < SlotQueue::kSlots;
       slot = memory_.queue.earliest(slot)) {
    sure_until_ = slot_time(slot);
    if (sure_until_ >= hi_) break;
    if (watch_.spend()) stop(why_undecided(watch_.limit()));
    if (!is_complete()) return;
    if (static_cast<double>(stats_.wide_tests) > shortcut_after_ && shortcut_proves_rest()) break;
    expand(slot, memory_.queue.pop(slot));
    if (!is_complete()) return;
  }
  sure_until_ = hi_;
}

void WindowSearch::use(ProfileShortcut& shortcut) {
  shortcut_ = &shortcut;
  shortcut_after_ =
      shortcut.due_after(input_.tree_a->binary().mesh(), input_.tree_b->binary().mesh());
}

// Whatever waits is apart up to `sure_until_`.
bool WindowSearch::shortcut_proves_rest() {
  const TriangleMesh& a = input_.tree_a->binary().mesh();
  const TriangleMesh& b = input_.tree_b->binary().mesh();
  if (contact_) return false;
  const Interval rest{sure_until_, input_.piece.hi};
  rest_is_free_ = shortcut_->proves({&a, &b, input_.pair, rest}, stats_);
  shortcut_after_ = shortcut_->due_after(a, b);
  return rest_is_free_;
}

void WindowSearch::expand(int slot, WaitingPair pair) {
  const Lane a = lane_at(tree_a_, pair.a);
  const Lane b = lane_at(tree_b_, pair.b);
  if (a.is_leaf && b.is_leaf) return look_at_leaves(moment(slot), a, b);
  if (opens_second(a, b)) {
    open(slot, pair.a, b.child, true);
  } else {
    open(slot, pair.b, a.child, false);
  }
}

bool WindowSearch::turns_far(const Moment& now, double square) const {
  const double left = hi_ - now.t;
  return left * left * std::max(now.a.curvature, now.b.curvature) > square;
}

void WindowSearch::open(int slot, Place own_place, std::uint32_t wide_node, bool own_is_a) {
  const LaneTree& own_tree = own_is_a ? tree_a_ : tree_b_;
  const WideObbNode& node = (own_is_a ? tree_b_ : tree_a_).nodes[wide_node];
  prefetch(node);
  SlotMoment& now = slot_moment(slot);
  const View& seen = view_of(now, own_is_a);
  const double duration = hi_ - now.moment.t;
  const bool any_angle = stats_.wide_tests > kLongSearch && turns_far(now.moment, kLargeTurn);
  WideResult result;
  test_(box_at(own_tree, own_place), node, seen, {duration, input_.scale, gap_, true, any_angle},
        result);
  ++stats_.wide_tests;
  const Place first = place_of(wide_node, 0);
  stats_.box_tests += static_cast<unsigned>(lanes_of(node));
  push_lanes(slot, result, duration,
             own_is_a ? WaitingPair{own_place, first} : WaitingPair{first, own_place}, own_is_a);
}

// Counted in cells: k <= share * duration / cell * (1 - 2^-20) and 2^-20 of a cell is more than the
// roundings of slot_time, so slot_time(slot + k) is not beyond the step.
void WindowSearch::push_lanes(int slot, const WideResult& result, double duration, WaitingPair pair,
                              bool own_is_a) {
  const double begin = slot_time(slot);
  const float cells = static_cast<float>(duration / cell_ * (1.0 - 0x1p-19));
  for (unsigned waiting = result.waiting; waiting != 0; waiting &= waiting - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(waiting));
    const float share = result.advance[lane];
    const int target = coarse_
                           ? slot + static_cast<int>(share * cells)
                           : slot_before(round_down(begin + static_cast<double>(share) * duration));
    memory_.queue.push(snapped(slot, target), own_is_a ? WaitingPair{pair.a, pair.b + lane}
                                                       : WaitingPair{pair.a + lane, pair.b});
  }
}

void WindowSearch::look_at_leaves(const Moment& moment, const Lane& a, const Lane& b) {
  const auto order_a = input_.tree_a->binary().order();
  const auto order_b = input_.tree_b->binary().order();
  for (std::uint32_t i = 0; i < a.triangles; ++i) {
    for (std::uint32_t j = 0; j < b.triangles; ++j) {
      look_at_triangles(moment, order_a[a.child + i], order_b[b.child + j]);
    }
  }
}

void WindowSearch::try_first(std::uint32_t triangle_a, std::uint32_t triangle_b) {
  if (cell_ > 0.0) look_at_triangles(moment(0), triangle_a, triangle_b);
}

void WindowSearch::look_at_triangles(const Moment& begin, std::uint32_t triangle_a,
                                     std::uint32_t triangle_b) {
  const TrianglePair triangles(input_.tree_a->binary().mesh().corners(triangle_a),
                               input_.tree_b->binary().mesh().corners(triangle_b), begin);
  ++stats_.triangle_tests;
  if (turns_far(begin, kLargeTurn) &&
      apart_at_any_angle(triangles.first(), begin, gap_, hi_ - begin.t)) {
    return;
  }
  if (begin.t >= hi_) return;
  std::optional<double> next =
      step(triangles, triangles.first(), begin, {begin.t, triangle_a, triangle_b});
  while (next && *next < hi_) {
    const Moment now = moment_at(input_.pair, *next);
    ++stats_.poses;
    next = step(triangles, triangles.at(now), now, {now.t, triangle_a, triangle_b});
  }
}

// How long the triangles go on from an instant before hi_; nothing if they are done with.
std::optional<double> WindowSearch::step(const TrianglePair& triangles,
                                         const PlacedTriangles& placed, const Moment& now,
                                         const Candidate& candidate) {
  if (watch_.spend()) stop(why_undecided(watch_.limit()));
  if (!is_complete()) return std::nullopt;
  ++stats_.iterations;
  const TriangleDistance near = triangle_distance(placed.a, placed.b);
  if (nearest_ != nullptr) note_distance(candidate, near.distance());
  if (now.t >= hi_) return std::nullopt;
  const bool is_near = nearest_ == nullptr &&
                       near.distance() + placed.distance_error <= gap_ + input_.pair.tolerance;
  const double left = hi_ - now.t;
  const double step = is_near ? start_.allowed_for(triangles, placed, now, left)
                              : apart_for(triangles, placed, near, now);
  if (step >= left) return std::nullopt;
  const double next = round_down(now.t + step);
  if (next > now.t) return next;
  if (is_near && watch_.exhausted()) {
    stop(why_undecided(watch_.limit()));
  } else if (is_near) {
    hi_ = now.t;
    contact_ = candidate;
  } else {
    stop(Undecided::kBelowRounding);
  }
  return std::nullopt;
}

// Closest points give the direction in which the gap is widest. Rounding turns it by about its
// share of the distance.
double WindowSearch::apart_for(const TrianglePair& triangles, const PlacedTriangles& placed,
                               const TriangleDistance& near, const Moment& now) const {
  const double left = hi_ - now.t;
  const double step = triangles.separated_for(placed, direction_of(near), gap_, left);
  const bool is_fine = near.distance() < kFineGap * placed.distance_error;
  if (step >= left || (!is_fine && now.t + step > now.t)) return step;
  return std::max(step, finely_apart_for(triangles, placed, now));
}

// Of all directions that the features define, and that of the spin, which keeps off a body that
// turns over another: not the one of the widest gap, the one that does longest.
double WindowSearch::finely_apart_for(const TrianglePair& triangles, const PlacedTriangles& placed,
                                      const Moment& now) const {
  const double left = hi_ - now.t;
  double longest = 0.0;
  const auto try_one = [&](const Vec3& n) {
    longest = std::max(longest, triangles.separated_for(placed, n, gap_, left));
    return longest >= left;
  };
  const Vec3 about = (now.b.spin - now.a.spin).stableNormalized();
  if (try_one(about) || try_one(-about)) return longest;
  for (const FeatureDirection& direction : feature_directions(placed.a, placed.b)) {
    if (try_one(direction.n)) break;
  }
  return longest;
}

void WindowSearch::seek_nearest(NearInstant& nearest) {
  nearest_ = &nearest;
  gap_ = std::max(0.0, nearest.distance - input_.slack_of(nearest.distance));
}

// Everything is to be proved farther apart than the gap, which follows the smallest distance seen.
// That is sought downhill from here: by steps as long as the tolerance it would take for ever.
void WindowSearch::note_distance(const Candidate& candidate, double distance) {
  if (distance >= nearest_->distance) return;
  *nearest_ = closest_instant(input_, {candidate, distance});
  gap_ = std::max(0.0, nearest_->distance - input_.slack_of(nearest_->distance));
  if (nearest_->distance <= input_.pair.tolerance) hi_ = candidate.t;  // the bracket reaches zero
}

}  // namespace graze::certified
