// SPDX-License-Identifier: MIT
// Question   When do a body that deforms and another first touch, over many frames?        [C5, G1]
// Source     Frames are linear by definition; a rigid motion is within a Δt²/8 of its chords.
// Guarantee  Proved: each chord is asked with its error added to the distance to keep. A contact is
//            accepted where that is small against the tolerance, else the chord is cut. Times are
//            the doubles nearest to those of a chord's parameter.
// Changed    -
#include <algorithm>
#include <chrono>
#include <cmath>

#include "contact/end_report.h"
#include "graze/math/interval_arithmetic.h"
#include "methods/linear/chords.h"

namespace graze::linear {
namespace {
class BodySearch {
 public:
  BodySearch(const Side& a, const Side& b, const LinearBodyOptions& options)
      : a_(a),
        b_(b),
        options_(options),
        start_(std::chrono::steady_clock::now()),
        report_(separated_report(Method::kLinear, Guarantee::kProved, options.span,
                                 options.tolerance)) {
    keep_ = is_self() ? options.min_separation
                      : sum_up(sum_up(a.body().growth, b.body().growth), options.min_separation);
  }

  ContactReport run() {
    if (!a_.body().mesh.is_empty() && !b_.body().mesh.is_empty()) search();
    report_.stats.seconds = elapsed_seconds();
    return std::move(report_);
  }

 private:
  static constexpr int kMostOpen =
      4096;  // halvings of one cell are fewer than the bits of a double

  bool is_self() const { return &a_ == &b_; }

  void search() {
    fresh_ = fresh_starts(a_.body(), b_.body(), options_.span);
    open_ = cells_of(a_.body(), b_.body(), options_.span);
    std::ranges::reverse(open_);  // the end of the list is what is asked next
    while (!open_.empty()) {
      const Cell cell = std::move(open_.back());
      open_.pop_back();
      if (!goes_on_after(cell)) return;
    }
  }

  bool goes_on_after(const Cell& cell) {
    Chords a = a_.chords(cell.motion_a, cell.span);
    Chords b = is_self() ? a : b_.chords(cell.motion_b, cell.span);
    ++report_.stats.iterations;
    if (!is_self() && !box_of(a, keep_).overlaps(box_of(b, 0.0))) return true;
    const double bend = sum_up(a.bend, b.bend), rounding = sum_up(a.rounding, b.rounding);
    const double error = sum_up(bend, rounding);
    const LinearMesh mesh_a = a_.mesh(std::move(a));
    const LinearMesh mesh_b = is_self() ? mesh_a : b_.mesh(std::move(b));
    const bool is_fresh = std::ranges::binary_search(fresh_, cell.span.lo);
    // Chords end at the bodies' true places, so a crossing at the start is seen before a cut could
    // lose it.
    ContactReport found = ask(mesh_a, mesh_b, {sum_up(keep_, error), 1.0, is_fresh});
    if (found.outcome == Outcome::kSeparated) return true;
    const bool is_exact = 4.0 * error <= options_.tolerance || bend <= rounding;
    if (found.outcome == Outcome::kContact && !is_exact && cut(cell, found.time.lo)) return true;
    finish(cell, std::move(found), error, mesh_a, mesh_b);
    return false;
  }

  struct Asked {
    double separation = 0.0;
    double until = 1.0;
    bool crossings = false;
  };

  ContactReport ask(const LinearMesh& a, const LinearMesh& b, const Asked& asked) {
    LinearMeshOptions linear;
    linear.tolerance = 0.5 * options_.tolerance;
    linear.until = asked.until;
    linear.min_separation = asked.separation;
    linear.look_for_crossings = asked.crossings;
    linear.threads = options_.threads;
    linear.budget = options_.budget;
    linear.budget.max_seconds = std::max(0.0, options_.budget.max_seconds - elapsed_seconds());
    const std::uint64_t spent = report_.stats.triangle_tests;
    linear.budget.max_tests -= std::min(linear.budget.max_tests, spent);
    const ContactReport found =
        is_self() ? first_self_contact_linear(a, linear) : first_contact_linear(a, b, linear);
    report_.stats += found.stats;
    return found;
  }

  /// What is before `safe`, a share of the cell, needs no second look.
  bool cut(const Cell& cell, double safe) {
    const double begin = std::max(cell.span.lo, round_down(time_of(cell.span, safe)));
    const std::vector<Cell> halves = halves_of(cell, begin);
    if (halves.empty() || open_.size() > kMostOpen) return false;
    open_.insert(open_.end(), halves.rbegin(), halves.rend());
    return true;
  }

  void finish(const Cell& cell, ContactReport found, double error, const LinearMesh& a,
              const LinearMesh& b) {
    const bool at_start = found.outcome == Outcome::kContact && cell.span.lo == options_.span.lo &&
                          found.time.hi <= 0.0;
    if (at_start && is_deep(a, b, error)) end_in_overlap(found, 0.0);
    const bool is_first = cell.span.lo == options_.span.lo;
    if (!is_first && found.outcome == Outcome::kOverlapAtStart) end_in_contact(found, {0.0, 0.0});
    if (!at_start && found.outcome == Outcome::kContact) found.start = StartState::kApart;
    const double lo = time_of(cell.span, found.time.lo);
    const double width = cell.span.hi - cell.span.lo;
    // What a jump leads into did not touch before it.
    const bool after_jump = !is_first && found.outcome == Outcome::kContact && found.time.hi <= 0.0;
    const double begin = after_jump ? std::nextafter(cell.span.lo, options_.span.lo) : cell.span.lo;
    found.time = {found.time.lo <= 0.0 ? begin : std::max(cell.span.lo, round_down(lo)),
                  found.outcome == Outcome::kUndecided ? options_.span.hi
                                                       : time_of(cell.span, found.time.hi)};
    if (width > 0.0) found.closing_speed /= width;
    // Accepted either with 4 error <= tolerance, or as near as rounding can tell.
    found.tolerance = std::max(options_.tolerance, sum_up(2.0 * error, found.tolerance));
    for (Contact& contact : found.contacts) contact.distance += error;
    found.stats = report_.stats;
    report_ = std::move(found);
  }

  /// Nearer at the start than what is to be kept, by more than the tolerance.
  bool is_deep(const LinearMesh& a, const LinearMesh& b, double error) {
    const double deep = keep_ - options_.tolerance - 2.0 * error;
    return deep > 0.0 && ask(a, b, {deep, 0.0, false}).outcome == Outcome::kContact;
  }

  double elapsed_seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

  const Side& a_;
  const Side& b_;
  const LinearBodyOptions& options_;
  std::chrono::steady_clock::time_point start_;
  double keep_ = 0.0;
  std::vector<double> fresh_;  // where crossings need not have begun with a touch
  std::vector<Cell> open_;
  ContactReport report_;
};
}  // namespace
}  // namespace graze::linear

namespace graze {

ContactReport first_contact_linear(const LinearBody& a, const LinearBody& b,
                                   const LinearBodyOptions& options) {
  const linear::Side side_a(a), side_b(b);
  return linear::BodySearch(side_a, side_b, options).run();
}

ContactReport first_self_contact_linear(const LinearBody& body, const LinearBodyOptions& options) {
  const linear::Side side(body);
  return linear::BodySearch(side, side, options).run();
}

}  // namespace graze
