// SPDX-License-Identifier: MIT
// Question   Which cells of two moving surfaces touch first within a window, and when?
// Source     docs/methods/surfaces.md; the search of docs/methods/certified.md, section 3.
// Guarantee  Every pair of cells waits with a time before which it is proved apart; the earliest
//            waiting time is therefore safe for all. A contact is two proved points.
// Changed    A leaf is what is flat enough for the tolerance; all others are opened.
#include "methods/certified/surface_search.h"

#include <algorithm>
#include <cmath>

#include "math/unit_roundoff.h"

namespace graze::certified {
namespace {

Vec3 normal_of(const PlacedHull& hull) {
  if (hull.count < 3) return Vec3::Zero();
  return (hull.at[1] - hull.at[0]).cross(hull.at[2] - hull.at[0]).stableNormalized();
}

}  // namespace

std::optional<SurfaceTouch> touch_of(const SurfaceCells& a, const SurfaceCells& b,
                                     std::uint32_t cell_a, std::uint32_t cell_b,
                                     const ClosestShares& closest, const Moment& moment) {
  const auto on_a = a.point(cell_a, closest.a);
  const auto on_b = on_a ? b.point(cell_b, closest.b) : std::nullopt;
  if (!on_b) return std::nullopt;
  SurfaceTouch touch{moment.t, cell_a, cell_b, *on_a, *on_b, {}, {}, 0.0};
  touch.at_a = moment.a.rotation * on_a->point;
  touch.at_b = moment.b.rotation * on_b->point + (moment.b.position - moment.a.position);
  const double size = touch.at_a.lpNorm<1>() + touch.at_b.lpNorm<1>();
  touch.distance = (touch.at_b - touch.at_a).norm() * (1.0 + 8.0 * kU) + on_a->error + on_b->error +
                   moment.a.position_error + moment.b.position_error + 4.0 * kU * size;
  return touch;
}

SurfaceSearch::SurfaceSearch(SurfaceCells& a, SurfaceCells& b, const TimeWindow& input,
                             BudgetWatch& watch, Stats& stats)
    : a_(a),
      b_(b),
      input_(input),
      watch_(watch),
      stats_(stats),
      hi_(input.window.hi),
      sure_until_(input.window.lo) {}

void SurfaceSearch::push(double t, std::uint32_t a, std::uint32_t b) {
  queue_.push({t, pushed_++, a, b});
}

void SurfaceSearch::run() {
  push(input_.window.lo, a_.root(), b_.root());
  while (!queue_.empty() && is_complete()) {
    const Waiting pair = queue_.top();
    sure_until_ = pair.t;
    if (touch_ && pair.t >= hi_) return;
    queue_.pop();
    if (watch_.spend()) {
      why_incomplete_ = why_undecided(watch_.limit());
      return;
    }
    look_at(pair);
  }
  if (is_complete()) sure_until_ = hi_;
}

// The direction of the closest points; where rounding or a flat hull spoils it, those of the faces.
HullStep SurfaceSearch::best_step(const PlacedPair& placed, const Moment& now,
                                  const Vec3& way) const {
  const double left = hi_ - now.t, gap = input_.pair.gap;
  HullStep best;
  const double length = way.norm();
  if (length > 0.0) best = separated_for(placed, now, way / length, gap, left);
  if (best.step > 0.0 && best.step >= 0.5 * best.at_best) return best;
  for (const Vec3& normal : {normal_of(placed.a), normal_of(placed.b)}) {
    const Vec3 n = normal.dot(placed.b.at[0] - placed.a.at[0]) < 0.0 ? Vec3(-normal) : normal;
    if (!(n.squaredNorm() > 0.5)) continue;
    const HullStep other = separated_for(placed, now, n, gap, left);
    if (other.step > best.step) best = other;
  }
  return best;
}

void SurfaceSearch::look_at(const Waiting& pair) {
  if (!moment_ || moment_->t != pair.t) {
    moment_.emplace(moment_at(input_.pair, pair.t));
    ++stats_.poses;
  }
  const Hull a = a_.hull(pair.a), b = b_.hull(pair.b);
  const PlacedPair placed = place(a, b, *moment_);
  const ClosestShares closest = closest_shares(placed);
  const HullStep step = best_step(placed, *moment_, closest.way);
  ++stats_.box_tests;
  // An instant needs a gap only; what is left of a window is closed at its end.
  if (step.gap > 0.0 && step.step >= hi_ - pair.t) return;
  if (step.gap > 0.0 && apart_at_any_angle(placed, *moment_, input_.pair.gap, hi_ - pair.t)) return;
  if (a.doubt + b.doubt <= 0.5 * input_.pair.tolerance) {
    ++stats_.triangle_tests;
    const auto touch = touch_of(a_, b_, pair.a, pair.b, closest, *moment_);
    if (touch && touch->distance <= input_.pair.gap + input_.pair.tolerance) {
      touch_ = touch;
      hi_ = pair.t;
      return;
    }
  }
  go_on(pair, a, b, step);
}

// Open what is loose against the gap; else what is so long that its far ends decide; else go on.
void SurfaceSearch::go_on(const Waiting& pair, const Hull& a, const Hull& b, const HullStep& step) {
  const double next = round_down(pair.t + step.step);
  const bool moves = step.step > 0.0 && next > pair.t;
  const bool is_loose =
      step.gap < 0.5 * (a.loose + b.loose) && a.loose + b.loose > 0.125 * input_.pair.tolerance;
  const Hull& longer = a.extent >= b.extent ? a : b;
  const bool is_long =
      step.step < 0.5 * step.at_best && longer.can_open && longer.extent > step.gap;
  const bool can_open = a.can_open || b.can_open;
  if (can_open && (is_loose || is_long || !moves)) {
    const bool by_length = !is_loose;
    const double size_a = by_length ? a.extent : a.loose, size_b = by_length ? b.extent : b.loose;
    open(pair, a.can_open && (!b.can_open || size_a >= size_b), by_length);
  } else if (moves) {
    ++stats_.iterations;
    push(next, pair.a, pair.b);
  } else {
    why_incomplete_ = Undecided::kBelowRounding;
  }
}

void SurfaceSearch::open(const Waiting& pair, bool open_a, bool by_length) {
  if (open_a) {
    for (const std::uint32_t part : a_.parts(pair.a, by_length)) push(pair.t, part, pair.b);
  } else {
    for (const std::uint32_t part : b_.parts(pair.b, by_length)) push(pair.t, pair.a, part);
  }
}

}  // namespace graze::certified
