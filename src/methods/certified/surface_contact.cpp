// SPDX-License-Identifier: MIT
// Question   When, where and how do two moving curved surfaces first touch?                   [C10]
// Source     docs/methods/surfaces.md.
// Guarantee  Proved, as `certified` over meshes.
// Changed    -
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "contact/end_report.h"
#include "graze/base/error.h"
#include "graze/base/number_text.h"
#include "graze/motion/common_pieces.h"
#include "methods/certified/contacts_at.h"
#include "methods/certified/surface_search.h"
#include "methods/certified/windows.h"

namespace graze {
namespace {

using certified::StartTouches;
using certified::SurfaceCells;
using certified::SurfaceTouch;
using certified::TimeWindow;

constexpr double kUnseen = 0.25;  // of the tolerance: how much deeper an overlap of growth may be
constexpr double kFlat = 1e-2;    // of a cell's size: one that bends by less has a normal

/// Across the surface next to a point of the cell; body frame; zero where there is none, as of a
/// segment.
Vec3 normal_near(SurfaceCells& cells, std::uint32_t cell, const Vec3& point) {
  certified::Hull hull = cells.hull(cell);
  while (hull.can_open && !(hull.loose <= kFlat * hull.extent && certified::has_normal(hull))) {
    double nearest = std::numeric_limits<double>::infinity();
    for (const std::uint32_t part : cells.parts(cell, false)) {
      const certified::Hull candidate = cells.hull(part);
      const double distance = certified::distance_from_middle(candidate, point) - candidate.extent;
      if (distance < nearest) nearest = distance, hull = candidate, cell = part;
    }
  }
  return certified::outward(hull);
}

/// One question about two bodies, and the cells that it has opened so far.
class SurfaceQuestion {
 public:
  SurfaceQuestion(const SurfaceBody& a, const SurfaceBody& b, const CertifiedOptions& options)
      : a_(a), b_(b), options_(options), cells_a_(a), cells_b_(b), watch_(options.budget) {
    window_.pair.radius_a = cells_a_.radius();
    window_.pair.radius_b = cells_b_.radius();
    window_.pair.gap = round_up_sum(round_up_sum(a.padding + b.padding) + options.min_separation);
    window_.pair.tolerance = options.tolerance;
    start_.emplace(a.is_solid && b.is_solid, options.span.lo, window_.pair.gap, options.tolerance);
    static_cast<ContactReport&>(report_) =
        separated_report(Method::kCertified, Guarantee::kProved, options.span, options.tolerance);
  }

  SurfaceContactReport answer() {
    if (!cells_a_.is_empty() && !cells_b_.is_empty()) {
      certified::for_each_window(a_.motion, b_.motion, options_.span, window_,
                                 [this] { return search(); });
    }
    report_.stats.seconds = watch_.elapsed_seconds();
    return std::move(report_);
  }

 private:
  TimeWindow first_instant() const {
    TimeWindow instant = window_;
    instant.window.hi = instant.window.lo;
    return instant;
  }

  bool are_at_rest() const { return a_.motion.is_still() && b_.motion.is_still(); }

  // At rest a touch stays as it is and needs no excuse, unless the bodies may cross.
  void settle_at_rest() {
    StartTouches none(false, options_.span.lo, window_.pair.gap, options_.tolerance);
    certified::SurfaceSearch search(cells_a_, cells_b_, first_instant(), 0.0, none, watch_,
                                    report_.stats);
    search.run();
    if (!search.touch()) {
      if (!search.is_complete()) end_undecided(report_, options_.span, search.why_incomplete());
    } else if (may_cross(*search.touch())) {
      note(*search.touch());
    } else if (!is_deep_in_growth()) {
      report_.start = StartState::kTouching;
    }
  }

  // The caller, who knows the solids, finds out how deep they are. Nothing else has a depth: what
  // crosses by less than the tolerance is separated by a move of about that.
  bool may_cross(const SurfaceTouch& touch) {
    if ((a_.is_solid && b_.is_solid) || window_.pair.gap > parting_move()) return false;
    const certified::Moment moment = moment_at(window_.pair, touch.t);
    const Vec3 of_a = moment.a.rotation * normal_near(cells_a_, touch.cell_a, touch.a.point);
    const Vec3 of_b = moment.b.rotation * normal_near(cells_b_, touch.cell_b, touch.b.point);
    const Vec3 way = contact_of(touch, moment).normal;
    return std::ranges::none_of(std::array{of_a, of_b, way, Vec3(-of_a), Vec3(-of_b), Vec3(-way)},
                                [this](const Vec3& n) { return is_parted_along(n); });
  }

  double parting_move() const { return (1.0 + kUnseen) * options_.tolerance; }

  bool is_parted_along(const Vec3& n) {
    Pose moved = pose_at(b_.motion, options_.span.lo);
    moved.translation += parting_move() * n;
    TimeWindow there = window_;
    there.pair.tolerance = kUnseen * options_.tolerance;
    StartTouches none(false, options_.span.lo, there.pair.gap, there.pair.tolerance);
    bool is_apart = true;
    certified::for_each_window(a_.motion, Motion::still(moved),
                               {options_.span.lo, options_.span.lo}, there, [&] {
                                 certified::SurfaceSearch search(cells_a_, cells_b_, there, 0.0,
                                                                 none, watch_, report_.stats);
                                 search.run();
                                 return is_apart = search.is_complete() && !search.touch();
                               });
    return is_apart;
  }

  // Directions of all touches at the start are known before what they excuse is asked for. A touch
  // that nothing excuses is the answer.
  bool is_stopped_at_start() {
    if (!start_->may_begin(window_.window.lo)) return false;
    const TimeWindow instant = first_instant();
    certified::SurfaceSearch search(cells_a_, cells_b_, instant, window_.window.width(), *start_,
                                    watch_, report_.stats);
    search.run();
    if (search.touch()) note(*search.touch());
    return search.touch().has_value();
  }

  // Grown bodies overlap where they are nearer than they are grown, by more than the tolerance. How
  // deep faces are in each other is left to the caller, who knows the solids. True if the answer is
  // known.
  bool is_deep_in_growth() {
    TimeWindow instant = first_instant();
    instant.pair.tolerance = kUnseen * options_.tolerance;
    instant.pair.gap -= round_up_sum(options_.tolerance + instant.pair.tolerance);
    if (!(instant.pair.gap > 0.0)) return false;
    StartTouches none(false, options_.span.lo, instant.pair.gap, instant.pair.tolerance);
    certified::SurfaceSearch search(cells_a_, cells_b_, instant, 0.0, none, watch_, report_.stats);
    search.run();
    if (search.touch()) {
      end_in_overlap(report_, options_.span.lo);
      tell(*search.touch());
    } else if (!search.is_complete()) {
      end_undecided(report_, options_.span, search.why_incomplete());
    }
    return search.touch() || !search.is_complete();
  }

  bool search() {
    if (are_at_rest()) {
      settle_at_rest();
      return false;
    }
    if (is_stopped_at_start()) return false;
    certified::SurfaceSearch search(cells_a_, cells_b_, window_, 0.0, *start_, watch_,
                                    report_.stats);
    search.run();
    if (start_->have_been()) report_.start = StartState::kTouching;
    if (!search.is_complete()) {
      end_undecided(report_, {search.sure_until(), options_.span.hi}, search.why_incomplete());
      return false;
    }
    if (search.touch()) note(*search.touch());
    return !search.touch();
  }

  void note(const SurfaceTouch& touch) {
    const bool at_start = touch.t <= options_.span.lo;
    if (at_start && is_deep_in_growth()) return;
    const double t = instant_of({window_.pair.motion_a, window_.pair.motion_b, window_.piece},
                                a_.motion, b_.motion, touch.t);
    end_in_contact(report_, {std::min(t, touch.t), t});
    if (at_start) report_.start = StartState::kTouching;
    tell(touch);
  }

  void tell(const SurfaceTouch& touch) {
    const certified::Moment moment = moment_at(window_.pair, touch.t);
    report_.contacts.push_back(contact_of(touch, moment));
    report_.closing_speed = certified::closing_speed(report_.contacts[0], moment);
    report_.place_a = cells_a_.place(touch.cell_a, touch.a);
    report_.place_b = cells_b_.place(touch.cell_b, touch.b);
  }

  const SurfaceBody& a_;
  const SurfaceBody& b_;
  const CertifiedOptions& options_;
  SurfaceCells cells_a_, cells_b_;
  BudgetWatch watch_;
  TimeWindow window_;
  std::optional<StartTouches> start_;
  SurfaceContactReport report_;
};

void check_question(const SurfaceBody& a, const SurfaceBody& b, const Interval& span,
                    double tolerance) {
  certified::check_tolerance(tolerance);
  certified::check_body(a.motion, a.padding, span);
  certified::check_body(b.motion, b.padding, span);
}

}  // namespace

SurfaceContactReport first_contact_certified(const SurfaceBody& a, const SurfaceBody& b,
                                             const CertifiedOptions& options) {
  check_question(a, b, options.span, options.tolerance);
  if (!(options.min_separation >= 0.0) || !std::isfinite(options.min_separation)) {
    throw InputError({"min_separation", number_text(options.min_separation), "a length >= 0", ""});
  }
  return SurfaceQuestion(a, b, options).answer();
}

}  // namespace graze
