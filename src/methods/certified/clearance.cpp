// SPDX-License-Identifier: MIT
// Question   How near do two moving meshes come, and when?
// Source     docs/methods/certified.md, section 7.
// Guarantee  Proved: at no instant of the span are they nearer than the lower end of the bracket.
// Changed    The search for a contact, with a gap that follows the smallest distance seen. A small
//            distance is found first: by samples, each of which looks only for something nearer
//            than the best, and by descending from it.
#include <algorithm>
#include <cmath>

#include "graze/motion/common_pieces.h"
#include "methods/certified/closest_instant.h"
#include "methods/certified/distance_search.h"
#include "methods/certified/nearest.h"
#include "methods/certified/windows.h"

namespace graze {
namespace {

using certified::Nearest;
using certified::NearInstant;
using certified::TreesAtInstant;
using certified::WindowInput;

constexpr int kMostDescents = 16;

/// The smallest distance so far: what is known of it, and where the search goes on.
class ClearanceSearch {
 public:
  ClearanceSearch(const CertifiedBody& a, const CertifiedBody& b, const ClearanceOptions& options)
      : a_(a),
        b_(b),
        options_(options),
        padding_(certified::padding_of(a, b)),
        watch_(options.budget),
        input_(certified::window_input(a, b, 0.0, options.tolerance)) {
    input_.relative_tolerance = options.relative_tolerance;
    input_.padding = padding_.hi;
    nearest_.distance = floor_ = round_up_sum(options.farthest + padding_.hi);
  }

  Clearance answer() {
    for_each_window([this] { return sample_window(); });
    if (found_) descend();
    if (!is_touching()) for_each_window([this] { return search_window(); });
    finish();
    return clearance_;
  }

 private:
  template <typename Visit>
  void for_each_window(const Visit& visit) {
    certified::for_each_window(a_, b_, options_.span, input_, visit);
  }

  bool is_touching() const { return nearest_.distance - padding_.hi <= options_.tolerance; }

  bool sample_window() {
    const Interval& window = input_.window;
    sample(input_, window.lo);
    if (window.lo < window.hi) sample(input_, window.middle());
    if (window.hi == options_.span.hi && window.lo < window.hi) sample(input_, window.hi);
    return !is_touching() && !watch_.exhausted();
  }

  /// True if something nearer was found.
  bool sample(const WindowInput& input, double t) {
    const TreesAtInstant trees{input.tree_a, input.tree_b, moment_at(input.pair, t), input.scale};
    ++clearance_.stats.poses;
    const Nearest near = nearest_pair(trees, {nearest_.distance, likely()},
                                      certified::box_distance_test(), watch_, clearance_.stats);
    floor_ = std::min(floor_, near.lower);
    if (!near.pair) return false;
    keep({{t, near.pair->triangle_a, near.pair->triangle_b}, near.pair->distance.distance()},
         input);
    return true;
  }

  std::optional<TrianglePairId> likely() const {
    if (!found_) return std::nullopt;
    return TrianglePairId{TriangleId(nearest_.at.triangle_a), TriangleId(nearest_.at.triangle_b)};
  }

  void keep(const NearInstant& nearest, const WindowInput& input) {
    found_ = true;
    nearest_ = nearest;
    found_in_ = input;
  }

  // Downhill with the nearest triangles, then to those that are nearest there.
  void descend() {
    const WindowInput input = found_in_;
    for (int k = 0; k < kMostDescents && !is_touching() && !watch_.exhausted(); ++k) {
      const NearInstant lower = closest_instant(input, nearest_);
      if (!(lower.distance < nearest_.distance)) return;
      nearest_ = lower;
      if (!sample(input, lower.at.t)) return;
    }
  }

  bool search_window() {
    thread_local certified::SearchMemory memory;
    NearInstant nearest = nearest_;
    certified::DistanceSearch search(input_, certified::wide_test(), nearest, memory, watch_,
                                     clearance_.stats);
    search.run();
    if (nearest.distance < nearest_.distance) keep(nearest, input_);
    if (!search.is_complete()) clearance_.outcome = Outcome::kUndecided;
    return search.is_complete() && !is_touching();
  }

  void finish() {
    clearance_.stats.seconds = watch_.elapsed_seconds();
    if (watch_.exhausted()) clearance_.outcome = Outcome::kUndecided;
    if (!found_) {
      const bool is_sure = clearance_.outcome != Outcome::kUndecided;
      clearance_.distance = {is_sure ? options_.farthest : 0.0, kInfinity};
      return;
    }
    const certified::Moment moment = moment_at(found_in_.pair, nearest_.at.t);
    const auto placed = place_corners(a_.tree.mesh().corners(nearest_.at.triangle_a),
                                      b_.tree.mesh().corners(nearest_.at.triangle_b), moment);
    const certified::NearPair near{nearest_.at.triangle_a, nearest_.at.triangle_b,
                                   triangle_distance(placed.a, placed.b)};
    const double error = near.distance.intersecting ? 0.0 : placed.distance_error;
    clearance_.closest = contact_of(near, a_.tree, b_.tree, moment);
    clearance_.time =
        instant_of({found_in_.pair.motion_a, found_in_.pair.motion_b, found_in_.piece}, a_.motion,
                   b_.motion, nearest_.at.t);
    bracket(error);
  }

  void bracket(double error) {
    const double distance = nearest_.distance;
    const double slack = std::max(input_.slack_of(distance), error);
    const double lower = std::min(floor_, round_down(distance - round_up(slack)));
    clearance_.distance =
        certified::grown_distance({lower, round_up_sum(distance + error)}, padding_);
    if (clearance_.outcome == Outcome::kUndecided) {
      clearance_.distance.lo = 0.0;
    } else if (distance - padding_.hi <= std::max(error, options_.tolerance)) {
      clearance_.outcome = Outcome::kContact;
    }
  }

  const CertifiedBody& a_;
  const CertifiedBody& b_;
  ClearanceOptions options_;
  Interval padding_;
  BudgetWatch watch_;
  WindowInput input_;
  bool found_ = false;    // something nearer than options_.farthest
  NearInstant nearest_;   // at first only the distance to beat
  WindowInput found_in_;  // the window of nearest_
  double floor_;          // at no instant that was sampled are they nearer
  Clearance clearance_;
};

}  // namespace

Clearance clearance_certified(const CertifiedBody& a, const CertifiedBody& b,
                              const ClearanceOptions& options) {
  certified::check_tolerance(options.tolerance);
  certified::check_body(a, options.span);
  certified::check_body(b, options.span);
  certified::check_shapes(a, b);
  certified::check_farthest(options.farthest);
  certified::check_share(options.relative_tolerance);
  return ClearanceSearch(a, b, options).answer();
}

}  // namespace graze
