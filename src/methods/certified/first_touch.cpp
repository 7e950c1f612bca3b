// SPDX-License-Identifier: MIT
// Question   When do two moving meshes first touch, to a given error of their positions?       [C6]
// Source     Redon, Kheddar, Coquillart 2002, eq. (11): the time in which features move by the
//            error.
// Guarantee  Proved: nothing touches before the bracket, something does within it, and no point
//            moves farther than the error in it; or the report says that this cannot be decided.
// Changed    The paper calls a short interval a root. Here its end must show a touch: triangles
//            that intersect by more than rounding.
#include <algorithm>
#include <cmath>
#include <string>

#include "graze/base/error.h"
#include "graze/base/number_text.h"
#include "graze/methods/certified_first_touch.h"
#include "graze/motion/common_pieces.h"
#include "methods/certified/moment.h"

namespace graze {
namespace {
constexpr double kLower = 1.0 / 16.0;  // of one tolerance to the next
constexpr double kPositionRounding =
    0x1p-44;                // of the positions: a tolerance below it decides nothing
constexpr int kLooks = 12;  // instants of a bracket, each at half the way of the next
constexpr const char* kCannotTell = "too near to tell whether they touch or pass";

double radius_of(const CertifiedBody& body) {
  const Aabb& box = body.tree.mesh().bounds();
  return box.lo.cwiseAbs().cwiseMax(box.hi.cwiseAbs()).norm();
}

/// Of any point of the body, in a smooth piece.
double speed_of(const CertifiedBody& body, const Motion& motion, const Interval& piece) {
  const MotionBounds bounds = bounds_over(motion, piece);
  const double reach = radius_of(body) + bounds.reference.norm();
  return (bounds.speed + bounds.angular_speed * reach) * (1.0 + certified::kManyRoundings);
}

class TouchSearch {
 public:
  TouchSearch(const CertifiedBody& a, const CertifiedBody& b, const FirstTouchOptions& options)
      : a_(a), b_(b), options_(options), watch_(options.search.budget) {}

  ContactReport run() {
    report_ = ask(options_.search.span, options_.search.tolerance);
    if (report_.start != StartState::kApart) return std::move(report_);
    while (report_.outcome == Outcome::kContact && !is_bracketed()) {
      const double t = report_.time.hi;
      const double tolerance = kLower * report_.tolerance;
      if (tolerance < rounding_at(t)) return given_up();
      ContactReport next = ask({t, options_.search.span.hi}, tolerance);
      if (next.outcome == Outcome::kUndecided) return given_up();
      if (next.start != StartState::kApart) {  // the same instant, a smaller tolerance
        report_.tolerance = tolerance;
        continue;
      }
      report_ = std::move(next);
    }
    report_.stats = stats_;
    if (report_.outcome == Outcome::kSeparated) report_.time = options_.search.span;
    return std::move(report_);
  }

 private:
  ContactReport ask(const Interval& span, double tolerance) {
    CertifiedOptions options = options_.search;
    options.span = span;
    options.tolerance = tolerance;
    options.budget.max_seconds -= watch_.elapsed_seconds();
    const std::uint64_t spent = stats_.box_tests + stats_.triangle_tests;
    options.budget.max_tests -= std::min(options.budget.max_tests, spent);
    ContactReport report = first_contact_certified(a_, b_, options);
    stats_ += report.stats;
    return report;
  }

  double rounding_at(double t) const {
    return kPositionRounding *
           (radius_of(a_) + radius_of(b_) + pose_at(a_.motion, t).translation.norm() +
            pose_at(b_.motion, t).translation.norm());
  }

  bool touch_at(double t) {
    return ask({t, t}, 2.0 * rounding_at(t)).outcome == Outcome::kOverlapAtStart;
  }

  /// Sets the upper end to the earliest instant that is found to show a touch.
  bool is_bracketed() {
    const double t = report_.time.hi;
    const Interval way = short_way(t);
    for (int k = kLooks; k >= 0; --k) {
      const double later = k == kLooks ? t : t + std::ldexp(way.width(), -k);
      if (!touch_at(later)) continue;
      report_.time = {t, later};
      return true;
    }
    return false;
  }

  /// From t on, within a smooth piece, as long as no point moves farther than the error.
  Interval short_way(double t) const {
    const double end = options_.search.span.hi;
    for (const auto& piece : common_pieces(a_.motion, b_.motion, {t, end})) {
      if (piece.span.is_point()) continue;
      const double speed = std::max(speed_of(a_, piece.motion_a, piece.span),
                                    speed_of(b_, piece.motion_b, piece.span));
      const double last = piece.span.hi < end ? std::nextafter(piece.span.hi, t) : end;
      const double later = round_down(t + options_.position_error / speed);
      return {t, std::max(t, std::min(last, later))};
    }
    return Interval(t);
  }

  ContactReport given_up() {
    report_.reason = kCannotTell;
    report_.stats = stats_;
    return std::move(report_);
  }

  const CertifiedBody& a_;
  const CertifiedBody& b_;
  const FirstTouchOptions& options_;
  BudgetWatch watch_;
  Stats stats_;
  ContactReport report_;
};
}  // namespace

ContactReport first_touch(const CertifiedBody& a, const CertifiedBody& b,
                          const FirstTouchOptions& options) {
  if (!(options.position_error > 0.0) || !std::isfinite(options.position_error)) {
    throw InputError(
        {"position_error", number_text(options.position_error), "a finite length > 0", ""});
  }
  return TouchSearch(a, b, options).run();
}

}  // namespace graze
