// SPDX-License-Identifier: MIT
// Question   How near are two curved surfaces at an instant, and how near do they come?       [C10]
// Source     docs/methods/surfaces.md.
// Guarantee  Proved: they are never nearer than the lower end; two points of theirs are at the
//            upper one.
// Changed    Over a span: the search for a contact, at the smallest distance seen less a tolerance,
//            until it finds none.
#include <algorithm>
#include <cmath>

#include "methods/certified/surface_search.h"
#include "methods/certified/windows.h"

namespace graze {
namespace {

using certified::ClosestShares;
using certified::Hull;
using certified::SurfaceCells;
using certified::SurfaceTouch;

/// Best first by lower bounds, at one instant.
class NearestCells {
 public:
  NearestCells(SurfaceCells& a, SurfaceCells& b, const certified::Moment& moment, double tolerance,
               BudgetWatch& watch, Stats& stats)
      : a_(a), b_(b), moment_(moment), tolerance_(tolerance), watch_(watch), stats_(stats) {}

  void run() {
    look_at(a_.root(), b_.root());
    while (!queue_.empty()) {
      const Waiting pair = queue_.top();
      lower = std::min(pair.lower, floor_);
      if (pair.lower >= upper() - tolerance_ || watch_.spend()) return;
      queue_.pop();
      open(pair);
    }
    lower = std::min(floor_, upper());
  }

  double upper() const { return touch ? touch->distance : kInfinity; }

  std::optional<SurfaceTouch> touch;
  double lower = 0.0;  ///< the surfaces are not nearer

 private:
  struct Waiting {
    double lower;
    std::uint64_t order;
    std::uint32_t a, b;
    bool operator<(const Waiting& other) const {
      return lower != other.lower ? lower > other.lower : order < other.order;
    }
  };

  void look_at(std::uint32_t cell_a, std::uint32_t cell_b) {
    const Hull a = a_.hull(cell_a), b = b_.hull(cell_b);
    const auto placed = certified::place(a, b, moment_);
    const ClosestShares closest = certified::closest_shares(placed);
    const double length = closest.way.norm();
    const double gap =
        length > 0.0 ? certified::separated_for(placed, moment_, closest.way / length, 0.0, 0.0).gap
                     : 0.0;
    const double low = std::max(0.0, gap);
    ++stats_.box_tests;
    if (low >= upper() - tolerance_) {
      floor_ = std::min(floor_, low);
      return;
    }
    if (a.doubt + b.doubt < std::max(length, tolerance_)) note(cell_a, cell_b, closest);
    if (a.can_open || b.can_open) {
      queue_.push({low, pushed_++, cell_a, cell_b});
    } else {
      floor_ = std::min(floor_, low);
    }
  }

  void note(std::uint32_t cell_a, std::uint32_t cell_b, const ClosestShares& closest) {
    ++stats_.triangle_tests;
    const auto found = certified::touch_of(a_, b_, cell_a, cell_b, closest, moment_);
    if (found && found->distance < upper()) touch = found;
  }

  void open(const Waiting& pair) {
    const Hull a = a_.hull(pair.a), b = b_.hull(pair.b);
    if (a.can_open && (!b.can_open || a.loose >= b.loose)) {
      for (const std::uint32_t part : a_.parts(pair.a, false)) look_at(part, pair.b);
    } else {
      for (const std::uint32_t part : b_.parts(pair.b, false)) look_at(pair.a, part);
    }
  }

  SurfaceCells& a_;
  SurfaceCells& b_;
  const certified::Moment& moment_;
  double tolerance_;
  BudgetWatch& watch_;
  Stats& stats_;
  double floor_ = kInfinity;  // of what is not looked at any more
  std::uint64_t pushed_ = 0;
  std::priority_queue<Waiting> queue_;
};

Contact closest_contact(const SurfaceTouch& touch, const certified::Moment& moment,
                        double distance) {
  Contact contact;
  contact.point_a = touch.at_a + moment.a.position;
  contact.point_b = touch.at_b + moment.a.position;
  contact.point = 0.5 * (contact.point_a + contact.point_b);
  contact.normal = Vec3(touch.at_b - touch.at_a).stableNormalized();
  contact.distance = distance;
  return contact;
}

// The bodies without what is grown are that much farther apart.
double padding_of_both(const SurfaceBody& a, const SurfaceBody& b) {
  return round_up_sum(a.padding + b.padding);
}

}  // namespace

Clearance distance_at(const SurfaceBody& a, const SurfaceBody& b, double t, double tolerance,
                      const Budget& budget) {
  certified::check_tolerance(tolerance);
  certified::check_body(a.motion, a.padding, {t, t});
  certified::check_body(b.motion, b.padding, {t, t});
  SurfaceCells cells_a(a), cells_b(b);
  Clearance clearance;
  clearance.time = t;
  clearance.distance = {kInfinity, kInfinity};
  if (cells_a.is_empty() || cells_b.is_empty()) return clearance;
  BudgetWatch watch(budget);
  certified::TimeWindow window;
  window.pair.radius_a = cells_a.radius();
  window.pair.radius_b = cells_b.radius();
  certified::Moment moment;
  certified::for_each_window(a.motion, b.motion, {t, t}, window, [&] {
    moment = moment_at(window.pair, t);
    return true;  // at a jump the later piece holds
  });
  NearestCells nearest(cells_a, cells_b, moment, tolerance, watch, clearance.stats);
  nearest.run();
  const double padding = padding_of_both(a, b);
  clearance.distance = {std::max(0.0, round_down_sum(nearest.lower - padding)),
                        std::max(0.0, round_up_sum(nearest.upper() - (a.padding + b.padding)))};
  if (nearest.touch) {
    clearance.closest = closest_contact(*nearest.touch, moment, clearance.distance.hi);
  }
  if (watch.exhausted() || !nearest.touch) clearance.outcome = Outcome::kUndecided;
  if (nearest.touch && clearance.distance.hi <= tolerance) clearance.outcome = Outcome::kContact;
  clearance.stats.seconds = watch.elapsed_seconds();
  return clearance;
}

Clearance clearance_certified(const SurfaceBody& a, const SurfaceBody& b,
                              const ClearanceOptions& options) {
  certified::check_tolerance(options.tolerance);
  const Interval& span = options.span;
  certified::check_body(a.motion, a.padding, span);
  certified::check_body(b.motion, b.padding, span);
  constexpr int kSamples = 16;
  const double fine = 0.25 * options.tolerance;
  Clearance best;
  best.distance = {kInfinity, kInfinity};
  const auto sample = [&](double t) {
    const Clearance at = distance_at(a, b, t, fine, options.budget);
    Stats stats = best.stats;
    stats += at.stats;
    if (at.distance.hi < best.distance.hi) best = at;
    best.stats = stats;
    return at.distance.hi;
  };
  for (int k = 0; k <= kSamples; ++k) sample(span.lo + (span.hi - span.lo) * k / kSamples);
  CertifiedOptions search;
  search.span = span;
  search.budget = options.budget;
  search.tolerance = fine;
  while (true) {
    const double lower = std::max(0.0, round_down_sum(best.distance.hi - options.tolerance));
    best.outcome = best.distance.hi <= options.tolerance ? Outcome::kContact : Outcome::kSeparated;
    best.distance.lo = lower;
    if (best.outcome == Outcome::kContact) return best;
    search.min_separation = lower;
    const SurfaceContactReport found = first_contact_certified(a, b, search);
    best.stats += found.stats;
    if (found.outcome == Outcome::kSeparated) return best;
    if (found.outcome == Outcome::kUndecided) {
      best.outcome = Outcome::kUndecided;
      best.distance.lo = 0.0;
      return best;
    }
    // Nothing is nearer before; downhill from there by halving steps.
    search.span.lo = found.time.lo;
    double t = found.time.hi, here = sample(t);
    for (double step = (span.hi - t) / 8.0; step > 1e-9 * (span.hi - span.lo); step *= 0.5) {
      const double next = std::min(span.hi, t + step), there = sample(next);
      if (there < here) t = next, here = there;
    }
  }
}

}  // namespace graze
