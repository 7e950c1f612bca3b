// SPDX-License-Identifier: MIT
// Question   When do two convex polytopes under rational motion overlap?                      [B6]
// Source     docs/methods/analytic.md, section 7.
// Guarantee  kApart and kOverlap hold at every instant of their stretches.
// Changed    Exits are entries in reversed time.
#include "methods/analytic/convex_scan.h"

#include <algorithm>
#include <cmath>

namespace graze::analytic {
namespace {
constexpr double kLeastWindow = 0x1p-41;
constexpr double kUnprovedWindow = 0x1p-29;  // windows up to this width mean touching
constexpr std::uint64_t kMostWork = 200'000;

class Scanner {
 public:
  Scanner(ConvexPair& pair, bool first_only)
      : pair_(pair), first_only_(first_only), error_(pair.length_error()) {}

  ConvexScan run() {
    while (t_ < 1.0 && scan_.complete && !is_done()) {
      pass_apart();
      if (t_ >= 1.0) break;
      if (t_ == exit_.lo && exit_.hi > t_) {
        record(Phase::kUnsure, exit_.hi);
        continue;
      }
      const std::optional<Vec3> point = pair_.common_point(t_);
      if (!point || !pass_overlap(*point)) leap();
      scan_.complete = pair_.bounds + pair_.points < kMostWork;
    }
    return std::move(scan_);
  }

 private:
  bool is_done() const {
    return first_only_ && !scan_.stretches.empty() &&
           scan_.stretches.back().phase == Phase::kOverlap;
  }

  void record(Phase phase, double hi, const ConvexAxis& first = {}, const ConvexAxis& last = {}) {
    auto& list = scan_.stretches;
    const double lo = t_;
    if (list.empty() || list.back().phase != phase) list.push_back({phase, t_, hi, first, last});
    list.back().hi = t_ = hi;
    list.back().last = last;
    if (phase != Phase::kUnsure || hi - list.back().lo <= kUnprovedWindow) return;
    scan_.used_band = true;
    list.back().decided = list.back().decided && pair_.nearly_touch_during(lo, hi);
  }

  void pass_apart() {
    const ConvexPair::Reach reach = pair_.apart_until(t_, 1.0);
    if (reach.time <= t_) return;
    record(Phase::kApart, reach.time, reach.first, reach.last);
    slope_ = reach.slope;
  }

  /// From a point inside both at t on: as far as a straight path of deep points is proved.
  bool pass_overlap(const Vec3& point) {
    double end = exit_.lo > t_ ? exit_.lo : 1.0;
    while (end - t_ > 2.0 * kLeastWindow) {
      const std::optional<Vec3> there = pair_.common_point(end);
      if (there && pair_.overlap_during(t_, end, point, *there)) {
        record(Phase::kOverlap, end);
        return true;
      }
      end = !there && find_exit(end) ? exit_.lo : t_ + 0.5 * (end - t_);
    }
    return false;
  }

  /// Back from an instant apart: the last exit before it.
  bool find_exit(double apart) {
    const ConvexPair::Reach reach = pair_.apart_until(apart, t_);
    if (!(reach.time < apart)) return false;
    for (double width = window_after(reach.slope); reach.time - width > t_; width *= 4.0)
      if (pair_.common_point(reach.time - width)) {
        exit_ = {reach.time - width, reach.time};
        return true;
      }
    return false;
  }

  /// What clears the error at a gap's slope.
  double window_after(double slope) const {
    const double wanted = slope > 0.0 ? 32.0 * error_ / slope : 0.0;
    return std::clamp(wanted, kLeastWindow, kUnprovedWindow / 8.0);
  }

  /// Neither is proved at t: the window grows until something is, at its end.
  void leap() {
    double width = window_after(slope_);
    for (; t_ + width < 1.0; width *= 4.0) {
      const double t = t_ + width;
      if (pair_.common_point(t) || pair_.apart_until(t, std::fmin(1.0, t + width)).time > t) break;
    }
    record(Phase::kUnsure, std::fmin(1.0, t_ + width));
    slope_ = 0.0;
  }

  ConvexPair& pair_;
  bool first_only_;
  double error_;
  ConvexScan scan_;
  double t_ = 0.0;
  double slope_ = 0.0;         // of the gap that closed last
  Interval exit_{-1.0, -1.0};  // the next one that is known: overlap at lo, apart from hi on
};
}  // namespace

ConvexScan scan_convex(ConvexPair& pair, bool first_only) {
  return Scanner(pair, first_only).run();
}

}  // namespace graze::analytic
