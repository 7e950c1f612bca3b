// SPDX-License-Identifier: MIT
// Question   Which two triangles of two moving trees touch first within a window, and when?
// Source     docs/methods/certified.md, section 3.
// Guarantee  Every pair of boxes waits with a time before which it is proved apart; the earliest
// waiting
//            time is therefore safe for all. Times are snapped down to a grid, which keeps that.
// Changed    Best-first over bounds in time instead of the paper's depth-first bisection of time.
#include "detect/interval_ccd/window_search.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "detect/interval_ccd/contact_direction.h"
#include "detect/interval_ccd/start_contact.h"

namespace graze::interval_ccd {
namespace {

// Squares of the angle left, rad^2, from which on bounds for any angle are worth their time.
constexpr double kLargeTurnOfBoxes = 1.0;
constexpr double kLargeTurnOfTriangles = 0.01;

bool has_leaf(const WideObbNode& node) {
  for (int lane = 0; lane < kWideLanes && !node.is_empty(lane); ++lane) {
    if (node.is_leaf(lane)) return true;
  }
  return false;
}

}  // namespace

WindowSearch::WindowSearch(const WindowInput& input, WideTest test, StartContact& start,
                           SearchMemory& memory, BudgetWatch& watch, Stats& stats)
    : input_(input),
      test_(test),
      start_(start),
      memory_(memory),
      watch_(watch),
      stats_(stats),
      cell_((input.window.hi - input.window.lo) / SlotQueue::kSlots),
      hi_(input.window.hi),
      gap_(input.pair.gap),
      sure_until_(input.window.lo) {
  memory_.queue.clear();
  memory_.moments.clear();
  memory_.moment_of_slot.fill(-1);
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

// Down to a multiple of a power of two that is at most an eighth of the step: pairs then share
// times, and poses are computed once per time.
int WindowSearch::slot_after_step(int slot, double t) const {
  const int target = slot_before(t);
  const unsigned eighth = static_cast<unsigned>(std::max(0, target - slot)) / 8;
  if (eighth == 0) return std::max(slot, target);
  return target & ~static_cast<int>(std::bit_floor(eighth) - 1);
}

const SlotMoment& WindowSearch::moment(int slot) {
  std::int32_t& index = memory_.moment_of_slot[static_cast<std::size_t>(slot)];
  if (index < 0) {
    index = static_cast<std::int32_t>(memory_.moments.size());
    const Moment now = moment_at(input_.pair, slot_time(slot));
    memory_.moments.push_back({now, view(now.a, now.b), view(now.b, now.a)});
    ++stats_.poses;
  }
  return memory_.moments[static_cast<std::size_t>(index)];
}

void WindowSearch::run() {
  if (cell_ <= 0.0) return;
  memory_.queue.push(0, {kWholeTree, kWholeTree});
  for (int slot = memory_.queue.earliest(0); slot < SlotQueue::kSlots;
       slot = memory_.queue.earliest(slot)) {
    sure_until_ = slot_time(slot);
    if (sure_until_ >= hi_) break;
    if (watch_.spend()) stop("the budget is used up");
    if (!complete_) return;
    expand(slot, memory_.queue.pop(slot));
    if (!complete_) return;
  }
  sure_until_ = hi_;
}

void WindowSearch::expand(int slot, WaitingPair pair) {
  const Lane a = lane_at(*input_.tree_a, pair.a);
  const Lane b = lane_at(*input_.tree_b, pair.b);
  if (a.is_leaf && b.is_leaf) return look_at_leaves(moment(slot).moment, a, b);
  if (opens_second(a, b)) {
    open(slot, pair.a, a.box, b.child, true);
  } else {
    open(slot, pair.b, b.box, a.child, false);
  }
}

bool WindowSearch::turns_far(const Moment& now, double square) const {
  const double left = hi_ - now.t;
  return left * left * std::max(now.a.curvature, now.b.curvature) > square;
}

void WindowSearch::open(int slot, Place own_place, const LaneBox& own_box, std::uint32_t wide_node,
                        bool own_is_a) {
  const WideObbTree& wide_tree = own_is_a ? *input_.tree_b : *input_.tree_a;
  const WideObbNode& node = wide_tree.nodes()[wide_node];
  const SlotMoment& now = moment(slot);
  const double begin = now.moment.t, duration = hi_ - begin;
  const View& seen = own_is_a ? now.from_a : now.from_b;
  const WideQuery query = wide_query(
      own_box, node, seen,
      {duration, input_.scale, gap_, turns_far(now.moment, kLargeTurnOfBoxes) || has_leaf(node)});
  WideResult result;
  test_(query, node, result);
  ++stats_.wide_tests;
  for (int lane = 0; lane < kWideLanes && !node.is_empty(lane); ++lane) {
    ++stats_.box_tests;
    if (!(result.advance[lane] < 1.0f)) continue;
    const double step = static_cast<double>(result.advance[lane]) * duration;
    const Place place = place_of(wide_node, lane);
    memory_.queue.push(slot_after_step(slot, round_down(begin + step)),
                       own_is_a ? WaitingPair{own_place, place} : WaitingPair{place, own_place});
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
  if (cell_ > 0.0) look_at_triangles(moment(0).moment, triangle_a, triangle_b);
}

void WindowSearch::look_at_triangles(const Moment& begin, std::uint32_t triangle_a,
                                     std::uint32_t triangle_b) {
  const MovingPair& pair = input_.pair;
  const TrianglePair triangles(input_.tree_a->binary().mesh().corners(triangle_a),
                               input_.tree_b->binary().mesh().corners(triangle_b), begin);
  ++stats_.triangle_tests;
  Moment now = begin;
  while (now.t < hi_) {
    if (watch_.spend()) return stop("the budget is used up");
    ++stats_.iterations;
    const PlacedTriangles placed = triangles.at(now);
    if (now.t == begin.t && turns_far(now, kLargeTurnOfTriangles) &&
        apart_at_any_angle(placed, now, gap_, hi_ - now.t)) {
      return;
    }
    const TriangleDistance near = triangle_distance(placed.a, placed.b);
    if (nearest_ != nullptr) note_distance({now.t, triangle_a, triangle_b}, near.distance());
    if (now.t >= hi_) return;
    const bool is_near =
        nearest_ == nullptr && near.distance() + placed.distance_error <= gap_ + pair.tolerance;
    const double left = hi_ - now.t;
    const double step = is_near ? start_.allowed_for(triangles, placed, now, left)
                                : apart_for(triangles, placed, near, left);
    if (step >= left) return;
    const double next = round_down(now.t + step);
    if (!(next > now.t) && !is_near) return stop("the tolerance is below the rounding of time");
    if (!(next > now.t)) {
      hi_ = now.t;
      contact_ = Candidate{now.t, triangle_a, triangle_b};
      return;
    }
    now = moment_at(pair, next);
    ++stats_.poses;
  }
}

// Closest points give the direction in which the gap is widest; where the gap is so small that
// rounding turns that direction, the features' own directions do better.
double WindowSearch::apart_for(const TrianglePair& triangles, const PlacedTriangles& placed,
                               const TriangleDistance& near, double duration) const {
  const double gap = gap_;
  const Vec3 n = (near.point_b - near.point_a) / near.distance();
  const double step = triangles.separated_for(placed, n, gap, duration);
  if (placed.t + step > placed.t) return step;
  // Any side may face the other here: a soup's front sides must not win with next to no gap.
  const double evident = gap + 0.5 * (near.distance() - gap);
  const ContactDirection feature = contact_direction(placed, near, evident);
  return triangles.separated_for(placed, feature.n, gap, duration);
}

void WindowSearch::seek_nearest(Candidate& nearest, double& distance) {
  nearest_ = &nearest;
  nearest_distance_ = &distance;
  gap_ = std::max(0.0, distance - input_.pair.tolerance);
}

// Everything is to be proved farther apart than the gap, which follows the smallest distance seen.
void WindowSearch::note_distance(const Candidate& candidate, double distance) {
  if (distance >= *nearest_distance_) return;
  *nearest_ = candidate;
  *nearest_distance_ = distance;
  gap_ = std::max(0.0, distance - input_.pair.tolerance);
  if (distance <= input_.pair.tolerance) hi_ = candidate.t;  // the bracket reaches zero
}

void WindowSearch::stop(const char* reason) {
  complete_ = false;
  reason_ = reason;
}

}  // namespace graze::interval_ccd
