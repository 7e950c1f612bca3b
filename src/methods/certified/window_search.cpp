// SPDX-License-Identifier: MIT
// Question   Which two triangles of two moving trees touch first within a window, or come nearest?
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

#include "methods/certified/feature_directions.h"

namespace graze::certified {
namespace {

// Bounds for any angle are worth their time in long searches and where this much angle is left.
constexpr std::uint64_t kLongSearch = 200;  // wide tests of a question
constexpr double kLargeTurn = 0.01;         // squared, rad^2

// Below this many of its roundings the direction of a distance may be off by more than the distance
// over the size of the triangles: 2^-46 of the size is one.
constexpr double kFineGap = 0x1p23;

// A cell of so much of the largest time is 2^24 of that time's roundings: 2^-20 of the cell, which
// push_lanes leaves out, is then more than those of slot_time.
constexpr double kCoarseCell = 0x1p-28;
constexpr double kWithinCell = 1.0 - 0x1p-19;  // twice that, since a float rounds it again

// A square below this has lost bits to underflow.
constexpr double kLeastSquare = 1e-280;

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
  return square > kLeastSquare ? Vec3(way / std::sqrt(square)) : way.stableNormalized();
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

WindowSearch::WindowSearch(const WindowInput& input, WideTest test, SearchMemory& memory,
                           BudgetWatch& watch, Stats& stats)
    : input_(input),
      watch_(watch),
      stats_(stats),
      hi_(input.window.hi),
      gap_(input.pair.gap),
      sure_until_(input.window.lo),
      tree_a_(*input.tree_a),
      tree_b_(*input.tree_b),
      test_(test),
      memory_(memory),
      cell_((input.window.hi - input.window.lo) / SlotQueue::kSlots),
      coarse_(cell_ >
              kCoarseCell * std::max(std::abs(input.window.lo), std::abs(input.window.hi))) {
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
    if (static_cast<double>(stats_.wide_tests) > pause_after_ && ends_early()) break;
    expand(slot, memory_.queue.pop(slot));
    if (!is_complete()) return;
  }
  sure_until_ = hi_;
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

bool WindowSearch::turns_far(const Moment& now) const {
  const double left = hi_ - now.t;
  return left * left * std::max(now.a.curvature, now.b.curvature) > kLargeTurn;
}

void WindowSearch::open(int slot, Place own_place, std::uint32_t wide_node, bool own_is_a) {
  const LaneTree& own_tree = own_is_a ? tree_a_ : tree_b_;
  const WideObbNode& node = (own_is_a ? tree_b_ : tree_a_).nodes[wide_node];
  prefetch(node);
  SlotMoment& now = slot_moment(slot);
  const View& seen = view_of(now, own_is_a);
  const double duration = hi_ - now.moment.t;
  const bool any_angle = stats_.wide_tests > kLongSearch && turns_far(now.moment);
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
  const float cells = static_cast<float>(duration / cell_ * kWithinCell);
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
  const auto order_a = input_.tree_a->order();
  const auto order_b = input_.tree_b->order();
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
  const TrianglePair triangles(input_.tree_a->mesh().corners(triangle_a),
                               input_.tree_b->mesh().corners(triangle_b), begin);
  ++stats_.triangle_tests;
  if (turns_far(begin) && apart_at_any_angle(triangles.first(), begin, gap_, hi_ - begin.t)) {
    return;
  }
  double next = begin.t;
  if (next < hi_)
    next = look_at(triangles, triangles.first(), begin, {begin.t, triangle_a, triangle_b});
  while (next < hi_) {
    const Moment now = moment_at(input_.pair, next);
    ++stats_.poses;
    next = look_at(triangles, triangles.at(now), now, {now.t, triangle_a, triangle_b});
  }
}

double WindowSearch::look_at(const TrianglePair& triangles, const PlacedTriangles& placed,
                             const Moment& now, const Candidate& candidate) {
  if (watch_.spend()) return stop(why_undecided(watch_.limit()));
  if (!is_complete()) return hi_;
  ++stats_.iterations;
  return next_look({triangles, placed, now, triangle_distance(placed.a, placed.b), candidate});
}

double WindowSearch::stop(Undecided why) {
  why_incomplete_ = why;
  return hi_;
}

double WindowSearch::later(const Moment& now, double step) const {
  return step >= hi_ - now.t ? hi_ : round_down(now.t + step);
}

double WindowSearch::apart_until(const Look& look) {
  const double next = later(look.now, apart_for(look));
  return next > look.now.t ? next : stop(Undecided::kBelowRounding);
}

// Closest points give the direction in which the gap is widest. Rounding turns it by about its
// share of the distance.
double WindowSearch::apart_for(const Look& look) const {
  const double left = hi_ - look.now.t;
  const double step =
      look.triangles.separated_for(look.placed, direction_of(look.near), gap_, left);
  const bool is_fine = look.near.distance() < kFineGap * look.placed.distance_error;
  if (step >= left || (!is_fine && look.now.t + step > look.now.t)) return step;
  return std::max(step, finely_apart_for(look));
}

// Of all directions that the features define, and that of the spin, which keeps off a body that
// turns over another: not the one with the widest gap, but the one that lasts longest.
double WindowSearch::finely_apart_for(const Look& look) const {
  const double left = hi_ - look.now.t;
  double longest = 0.0;
  const auto try_one = [&](const Vec3& n) {
    longest = std::max(longest, look.triangles.separated_for(look.placed, n, gap_, left));
    return longest >= left;
  };
  const Vec3 about = (look.now.b.spin - look.now.a.spin).stableNormalized();
  if (try_one(about) || try_one(-about)) return longest;
  for (const FeatureDirection& direction : feature_directions(look.placed.a, look.placed.b)) {
    if (try_one(direction.n)) break;
  }
  return longest;
}

}  // namespace graze::certified
