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

/// How wide the bracket of a distance may stay, before growth.
struct Fineness {
  double tolerance = 0.0;
  double share = 0.0;  ///< of what is left beyond the paddings
  double padding = 0.0;
  double farthest = kInfinity;  ///< what is farther needs no closer look
  double of(double distance) const { return std::max(tolerance, share * (distance - padding)); }
};

/// Best first by lower bounds, at one instant.
class NearestCells {
 public:
  NearestCells(SurfaceCells& a, SurfaceCells& b, const certified::Moment& moment,
               const Fineness& fineness, BudgetWatch& watch, Stats& stats)
      : a_(a), b_(b), moment_(moment), fineness_(fineness), watch_(watch), stats_(stats) {}

  void run() {
    look_at(a_.root(), b_.root());
    while (!queue_.empty()) {
      const Waiting pair = queue_.top();
      lower = std::min(pair.lower, floor_);
      if (is_near_enough(pair.lower) || watch_.spend()) return;
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

  // What is not nearer than this needs no look.
  bool is_near_enough(double low) const {
    return low >= fineness_.farthest ||
           (touch && low >= touch->distance - fineness_.of(touch->distance));
  }

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
    if (is_near_enough(low)) {
      floor_ = std::min(floor_, low);
      return;
    }
    if (a.doubt + b.doubt < std::max(length, fineness_.tolerance)) note(cell_a, cell_b, closest);
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
  Fineness fineness_;
  BudgetWatch& watch_;
  Stats& stats_;
  double floor_ = kInfinity;  // of what is not looked at any more
  std::uint64_t pushed_ = 0;
  std::priority_queue<Waiting> queue_;
};

// Without their paddings the bodies are that much farther apart.
double padding_of_both(const SurfaceBody& a, const SurfaceBody& b) {
  return round_up_sum(a.padding + b.padding);
}

void check_bodies(const SurfaceBody& a, const SurfaceBody& b, const Interval& span) {
  certified::check_body(a.motion, a.padding, span);
  certified::check_body(b.motion, b.padding, span);
}

Clearance distance_then(const SurfaceBody& a, const SurfaceBody& b, double t,
                        const Fineness& fineness, const Budget& budget) {
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
  NearestCells nearest(cells_a, cells_b, moment, fineness, watch, clearance.stats);
  nearest.run();
  clearance.distance = {std::max(0.0, round_down_sum(nearest.lower - padding_of_both(a, b))),
                        std::max(0.0, round_up_sum(nearest.upper() - (a.padding + b.padding)))};
  if (nearest.touch) {
    clearance.closest = contact_of(*nearest.touch, moment);
    clearance.closest.distance = clearance.distance.hi;
  }
  if (watch.exhausted() || !nearest.touch) clearance.outcome = Outcome::kUndecided;
  if (nearest.touch && clearance.distance.hi <= fineness.tolerance)
    clearance.outcome = Outcome::kContact;
  clearance.stats.seconds = watch.elapsed_seconds();
  return clearance;
}

/// One question about a span, and the nearest that was seen so far.
class SmallestDistance {
 public:
  SmallestDistance(const SurfaceBody& a, const SurfaceBody& b, const ClearanceOptions& options)
      : a_(a), b_(b), options_(options) {
    a_.is_solid = b_.is_solid = false;  // a touch at the start is a distance like any other
    best_.distance = {kInfinity, kInfinity};
    search_.span = options.span;
    search_.budget = options.budget;
  }

  Clearance run() {
    if (a_.motion.is_still() && b_.motion.is_still()) return at_rest();
    for (int k = 0; k <= kSamples; ++k) {
      sample(std::lerp(options_.span.lo, options_.span.hi, static_cast<double>(k) / kSamples));
    }
    while (!is_answered()) {
      const double before = best_.distance.hi;
      go_downhill();
      if (!(best_.distance.hi < before)) {  // the budget ended before a sample
        leave_open();
        break;
      }
    }
    return std::move(best_);
  }

 private:
  static constexpr int kSamples = 16;

  double slack() const {
    return std::max(options_.tolerance, options_.relative_tolerance * best_.distance.hi);
  }

  /// One instant decides everything.
  Clearance at_rest() const {
    const Fineness fine{options_.tolerance, options_.relative_tolerance, a_.padding + b_.padding};
    Clearance clearance = distance_then(a_, b_, options_.span.lo, fine, options_.budget);
    if (clearance.outcome == Outcome::kContact) clearance.distance.lo = 0.0;
    return clearance;
  }

  /// The distance then, if it is the smallest so far; else one that is not smaller.
  double sample(double t) {
    Fineness fine{0.25 * options_.tolerance, 0.25 * options_.relative_tolerance,
                  a_.padding + b_.padding};
    fine.farthest = round_up_sum(best_.distance.hi + padding_of_both(a_, b_));
    Clearance at = distance_then(a_, b_, t, fine, options_.budget);
    at.stats += best_.stats;
    const double distance = at.distance.hi;
    if (distance < best_.distance.hi) {
      best_ = std::move(at);
    } else {
      best_.stats = at.stats;
    }
    return distance;
  }

  /// Nothing in the rest of the span is nearer than the best by more than the slack.
  bool is_answered() {
    best_.distance.lo = std::max(0.0, round_down_sum(best_.distance.hi - slack()));
    best_.outcome =
        best_.distance.hi <= options_.tolerance ? Outcome::kContact : Outcome::kSeparated;
    if (best_.outcome == Outcome::kContact) return true;
    search_.min_separation = best_.distance.lo;
    search_.tolerance = 0.25 * slack();
    found_ = first_contact_certified(a_, b_, search_);
    best_.stats += found_.stats;
    if (found_.outcome == Outcome::kContact) return false;
    const bool is_proved =
        found_.outcome == Outcome::kSeparated && found_.start == StartState::kApart;
    if (!is_proved) leave_open();
    return true;
  }

  void leave_open() {
    best_.outcome = Outcome::kUndecided;
    best_.distance.lo = 0.0;
  }

  /// Nothing is nearer before; from there on by halving steps.
  void go_downhill() {
    const double end = options_.span.hi;
    search_.span.lo = found_.time.lo;
    double t = found_.time.hi, here = sample(t);
    for (double step = (end - t) / 8.0; step > 1e-9 * options_.span.width(); step *= 0.5) {
      const double next = std::min(end, t + step), there = sample(next);
      if (there < here) t = next, here = there;
    }
  }

  SurfaceBody a_, b_;
  const ClearanceOptions& options_;
  CertifiedOptions search_;
  SurfaceContactReport found_;
  Clearance best_;
};

}  // namespace

Clearance distance_at(const SurfaceBody& a, const SurfaceBody& b, double t, double tolerance,
                      const Budget& budget) {
  certified::check_tolerance(tolerance);
  check_bodies(a, b, {t, t});
  return distance_then(a, b, t, {.tolerance = tolerance}, budget);
}

Clearance clearance_certified(const SurfaceBody& a, const SurfaceBody& b,
                              const ClearanceOptions& options) {
  certified::check_tolerance(options.tolerance);
  certified::check_share(options.relative_tolerance);
  check_bodies(a, b, options.span);
  return SmallestDistance(a, b, options).run();
}

}  // namespace graze
