// SPDX-License-Identifier: MIT
// Question   Which cells of two moving surfaces touch first within a window, and when?
// Source     docs/methods/surfaces.md; the search of docs/methods/certified.md, section 3.
// Guarantee  Every pair of cells waits with a time before which it is proved apart; the earliest
//            waiting time is therefore safe for all. A contact is two proved points.
// Changed    A leaf is what is flat enough for the tolerance; all others are opened. Faces about
//            one line are asked by their profiles first.
#include "methods/certified/surface_search.h"

#include <algorithm>
#include <cmath>

#include "math/unit_roundoff.h"
#include "methods/certified/profile_search.h"

namespace graze::certified {
namespace {

constexpr double kSharp = 0.125;       // of the tolerance: cells that are less loose are not opened
constexpr double kLineSlack = 0x1p-6;  // of the tolerance: how far two lines that are one may be

Vec3 normal_of(const PlacedHull& hull) { return normal_across(hull.at, hull.count); }

/// Ways out of a and into b's outside. Faces that look the same way are in each other.
std::vector<Vec3> ways_out(const PlacedPair& placed, const Hull& a, const Hull& b) {
  const Vec3 of_a = a.side * normal_of(placed.a), of_b = b.side * normal_of(placed.b);
  if (of_a.dot(of_b) > 0.5) return {};
  std::vector<Vec3> ways;
  if (of_a.squaredNorm() > 0.5) ways.push_back(of_a);
  if (of_b.squaredNorm() > 0.5) ways.push_back(-of_b);
  return ways;
}

}  // namespace

std::optional<SurfaceTouch> touch_of(const SurfaceCells& a, const SurfaceCells& b,
                                     std::uint32_t cell_a, std::uint32_t cell_b,
                                     const ClosestShares& closest, const Moment& moment) {
  const auto on_a = a.point(cell_a, closest.a);
  const auto on_b = on_a ? b.point(cell_b, closest.b) : std::nullopt;
  if (!on_b) return std::nullopt;
  SurfaceTouch touch = touch_of(*on_a, *on_b, moment);
  touch.cell_a = cell_a;
  touch.cell_b = cell_b;
  return touch;
}

SurfaceTouch touch_of(const SurfacePoint& a, const SurfacePoint& b, const Moment& moment) {
  SurfaceTouch touch{moment.t, 0, 0, a, b, {}, {}, 0.0};
  touch.at_a = moment.a.rotation * a.point;
  touch.at_b = moment.b.rotation * b.point + (moment.b.position - moment.a.position);
  const double size = touch.at_a.lpNorm<1>() + touch.at_b.lpNorm<1>();
  touch.distance = (touch.at_b - touch.at_a).norm() * (1.0 + 8.0 * kU) + a.error + b.error +
                   moment.a.position_error + moment.b.position_error + 4.0 * kU * size;
  return touch;
}

Contact contact_of(const SurfaceTouch& touch, const Moment& moment) {
  Contact contact;
  contact.point_a = touch.at_a + moment.a.position;
  contact.point_b = touch.at_b + moment.a.position;
  contact.point = 0.5 * (contact.point_a + contact.point_b);
  contact.normal = Vec3(touch.at_b - touch.at_a).stableNormalized();
  contact.distance = touch.distance;
  return contact;
}

void CellSearch::search(double from, std::uint32_t a, std::uint32_t b) {
  push(from, a, b);
  while (!queue_.empty() && is_complete() && !is_done()) {
    const Waiting pair = queue_.top();
    sure_until_ = pair.t;
    if (touch_ && pair.t >= hi_) return;
    queue_.pop();
    if (watch_.spend()) return give_up(why_undecided(watch_.limit()));
    look_at(pair);
  }
  if (is_complete() && !is_done()) sure_until_ = hi_;
}

// The direction of the closest points; where rounding or a flat hull spoils it, those of the faces.
HullStep CellSearch::best_step(const PlacedPair& placed, const Moment& now, const Vec3& way) const {
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

void CellSearch::look_at(const Waiting& pair) {
  if (!moment_ || moment_->t != pair.t) {
    moment_.emplace(moment_then(pair.t));
    ++stats_.poses;
  }
  if (is_known(pair, *moment_)) return;
  const Hull a = hull_a(pair.a), b = hull_b(pair.b);
  const PlacedPair placed = place(a, b, *moment_);
  const ClosestShares closest = closest_shares(placed);
  const HullStep step = best_step(placed, *moment_, closest.way);
  ++stats_.box_tests;
  // An instant needs a gap only; what is left of a window is closed at its end.
  if (step.gap > 0.0 && step.step >= hi_ - pair.t) return;
  if (step.gap > 0.0 && apart_at_any_angle(placed, *moment_, input_.pair.gap, hi_ - pair.t)) return;
  if (settles({pair, a, b, placed, closest, *moment_})) return;
  go_on(pair, a, b, step);
}

bool CellSearch::can_sharpen(const Hull& a, const Hull& b) const {
  return (a.can_open || b.can_open) && a.loose + b.loose > kSharp * input_.pair.tolerance;
}

// Open what is loose against the gap; else what is so long that its far ends decide; else go on.
void CellSearch::go_on(const Waiting& pair, const Hull& a, const Hull& b, const HullStep& step) {
  const double next = round_down(pair.t + step.step);
  const bool moves = step.step > 0.0 && next > pair.t;
  const bool is_loose = step.gap < 0.5 * (a.loose + b.loose) && can_sharpen(a, b);
  const Hull& longer = a.extent >= b.extent ? a : b;
  const bool is_long =
      step.step < 0.5 * step.at_best && longer.can_open && longer.extent > step.gap;
  const bool can_open = a.can_open || b.can_open;
  if (is_loose || (can_open && (is_long || !moves))) {
    const bool by_length = !is_loose;
    const double size_a = by_length ? a.extent : a.loose, size_b = by_length ? b.extent : b.loose;
    open(pair, a.can_open && (!b.can_open || size_a >= size_b), by_length);
  } else if (moves) {
    ++stats_.iterations;
    push(next, pair.a, pair.b);
  } else {
    give_up(Undecided::kBelowRounding);
  }
}

void CellSearch::open(const Waiting& pair, bool open_a, bool by_length) {
  if (open_a) {
    for (const std::uint32_t part : parts_a(pair.a, by_length)) push(pair.t, part, pair.b);
  } else {
    for (const std::uint32_t part : parts_b(pair.b, by_length)) push(pair.t, pair.a, part);
  }
}

bool SurfaceSearch::settles(const Look& look) {
  const double rest = left(look.pair.t);
  if (start_.have_been() && start_.excuses(look.placed, look.moment, rest)) return true;
  if (!(look.a.doubt + look.b.doubt <= 0.5 * input_.pair.tolerance)) return false;
  ++stats_.triangle_tests;
  const auto touch = touch_of(a_, b_, look.pair.a, look.pair.b, look.closest, look.moment);
  if (!touch || !(touch->distance <= input_.pair.gap + input_.pair.tolerance)) return false;
  if (start_.may_begin(look.pair.t)) {
    if (start_.begin(look.placed, look.moment, ways_out(look.placed, look.a, look.b), rest))
      return true;
    if (is_worth_opening(look)) return false;
  }
  end_with(*touch);
  return true;
}

bool SurfaceSearch::is_known(const Waiting& pair, const Moment& moment) {
  if (a_.face(pair.a) == nullptr || b_.face(pair.b) == nullptr) return false;
  const double until = apart_until({a_.face_number(pair.a), b_.face_number(pair.b)}, pair, moment);
  if (touch() && pair.t >= hi_) return true;
  if (!(pair.t < until)) return false;
  if (until < hi_ && is_complete()) push(until, pair.a, pair.b);
  return true;
}

/// Planes have no axis of their own: the lines about which the bodies touch are tried.
std::optional<ProfilePair> SurfaceSearch::profiles_of(const Waiting& pair,
                                                      const Moment& moment) const {
  const SurfaceFace &a = *a_.face(pair.a), &b = *b_.face(pair.b);
  const double duration = left(pair.t), slack = kLineSlack * input_.pair.tolerance;
  auto profiles = ProfilePair::about_one_line(a, b, moment, duration, slack);
  if (profiles || !start_.have_been()) return profiles;
  for (const StartTouches::Line& line : start_.lines()) {
    profiles = ProfilePair::across_line(a, b, line.point, line.axis, moment, duration, slack);
    if (profiles) return profiles;
  }
  return std::nullopt;
}

/// The earliest pair of cells of two faces asks for both whole faces, which were apart before.
double SurfaceSearch::apart_until(const FacePair& faces, const Waiting& pair,
                                  const Moment& moment) {
  const auto [known, is_new] = apart_until_.try_emplace(faces, pair.t);
  if (!is_new) return known->second;
  const auto profiles = profiles_of(pair, moment);
  if (!profiles) return pair.t;
  ProfileSearch search(*profiles, input_, hi_, ahead_, start_, watch_, stats_);
  search.run(pair.t);
  if (!search.is_complete() && search.why_incomplete() != Undecided::kBelowRounding)
    give_up(search.why_incomplete());
  if (search.touch()) {
    SurfaceTouch touch = *search.touch();
    touch.cell_a = pair.a;
    touch.cell_b = pair.b;
    end_with(touch);
  }
  return known->second = search.is_settled() ? kInfinity : search.sure_until();
}

}  // namespace graze::certified
