// SPDX-License-Identifier: MIT
// Question   How near do two moving meshes come, and when?
// Source     docs/methods/certified.md, section 7.
// Guarantee  Proved: at no instant of the span are they nearer than the lower end of the bracket.
// Changed    The search for a contact, with a gap that follows the smallest distance seen.
#include <algorithm>

#include "detect/interval_ccd/contacts_at.h"
#include "detect/interval_ccd/start_contact.h"
#include "detect/interval_ccd/windows.h"
#include "graze/base/error.h"
#include "graze/detect/certified_ccd.h"

namespace graze {
namespace {

using interval_ccd::Candidate;
using interval_ccd::NearPair;
using interval_ccd::TreesAtInstant;
using interval_ccd::WindowInput;
using interval_ccd::WindowSearch;

constexpr int kSamples = 8;  // instants of a window that are looked at first

void check_shapes(const CertifiedBody& a, const CertifiedBody& b) {
  if (!a.tree.nodes().empty() && !b.tree.nodes().empty()) return;
  throw InputError({"shape", "no triangles", "two bodies with triangles", ""});
}

/// The smallest distance so far: what is known of it, and where the search goes on.
class NearestSearch {
 public:
  NearestSearch(const CertifiedBody& a, const CertifiedBody& b, const ClearanceOptions& options)
      : a_(a),
        b_(b),
        options_(options),
        watch_(options.budget),
        input_(interval_ccd::window_input(a, b, 0.0, options.tolerance)) {}

  Clearance answer() {
    touching_ = options_.tolerance;
    interval_ccd::for_each_window(a_, b_, options_.span, input_,
                                  [this] { return search_window(); });
    finish();
    return clearance_;
  }

  Clearance answer_at(double t) {
    interval_ccd::for_each_window(a_, b_, {t, t}, input_, [this, t] {
      sample(t);
      return false;
    });
    finish();
    clearance_.distance.lo = clearance_.distance.hi;
    return clearance_;
  }

 private:
  bool search_window() {
    const double width = input_.window.hi - input_.window.lo;
    for (int k = 0; k <= kSamples; ++k) {
      sample(std::min(input_.window.hi, input_.window.lo + width * k / kSamples));
    }
    if (distance_ <= options_.tolerance) return false;
    interval_ccd::MovingPair pair = input_.pair;
    TreesAtInstant trees{input_.tree_a, input_.tree_b, moment_at(pair, input_.window.lo),
                         input_.scale};
    interval_ccd::StartContact start(trees, pair, interval_ccd::wide_test(), watch_,
                                     clearance_.stats);
    thread_local interval_ccd::SearchMemory memory;
    WindowSearch search(input_, interval_ccd::wide_test(), start, memory, watch_, clearance_.stats);
    const Candidate before = nearest_;
    search.seek_nearest(nearest_, distance_);
    search.run();
    if (nearest_.t != before.t) keep(moment_at(input_.pair, nearest_.t));
    if (!search.is_complete()) clearance_.outcome = Outcome::kUndecided;
    return search.is_complete() && distance_ > options_.tolerance;
  }

  void sample(double t) {
    const TreesAtInstant trees{input_.tree_a, input_.tree_b, moment_at(input_.pair, t),
                               input_.scale};
    const NearPair near = nearest_pair(trees, interval_ccd::wide_test(), clearance_.stats);
    if (near.distance.distance() >= distance_) return;
    distance_ = near.distance.distance();
    nearest_ = {t, near.triangle_a, near.triangle_b};
    keep(trees.moment);
  }

  void keep(const interval_ccd::Moment& moment) {
    const auto placed = place(a_.tree.binary().mesh().corners(nearest_.triangle_a),
                              b_.tree.binary().mesh().corners(nearest_.triangle_b), moment);
    const NearPair near{nearest_.triangle_a, nearest_.triangle_b,
                        triangle_distance(placed.a, placed.b)};
    clearance_.closest = contact_of(near, a_.tree, b_.tree, moment);
    clearance_.time = nearest_.t;
    error_ = near.distance.intersecting ? 0.0 : placed.distance_error;
  }

  void finish() {
    const double padding = a_.padding + b_.padding;
    clearance_.distance.hi = std::max(0.0, distance_ + error_ - padding);
    clearance_.distance.lo =
        std::max(0.0, std::min(distance_ - options_.tolerance, distance_ - error_) - padding);
    if (clearance_.outcome == Outcome::kUndecided) {
      clearance_.distance.lo = 0.0;
    } else if (distance_ - padding <= std::max(error_, touching_)) {
      clearance_.outcome = Outcome::kContact;
    }
    clearance_.stats.seconds = watch_.elapsed_seconds();
  }

  const CertifiedBody& a_;
  const CertifiedBody& b_;
  ClearanceOptions options_;
  BudgetWatch watch_;
  WindowInput input_;
  Candidate nearest_;
  double distance_ = std::numeric_limits<double>::infinity();
  double error_ = 0.0;
  double touching_ = 0.0;  // not farther than this is a contact
  Clearance clearance_;
};

}  // namespace

Clearance clearance_certified(const CertifiedBody& a, const CertifiedBody& b,
                              const ClearanceOptions& options) {
  interval_ccd::check_tolerance(options.tolerance);
  interval_ccd::check_body(a, options.span);
  interval_ccd::check_body(b, options.span);
  check_shapes(a, b);
  return NearestSearch(a, b, options).answer();
}

Clearance distance_at(const CertifiedBody& a, const CertifiedBody& b, double t) {
  interval_ccd::check_body(a, {t, t});
  interval_ccd::check_body(b, {t, t});
  check_shapes(a, b);
  return NearestSearch(a, b, {}).answer_at(t);
}

}  // namespace graze
