// SPDX-License-Identifier: MIT
// Question   How far are two bodies from each other at an instant, and where are they nearest?
// Source     docs/methods/certified.md, section 7.
// Guarantee  Proved: the bracket contains the distance of the motions' formulas.
// Changed    -
#include <algorithm>

#include "methods/certified/nearest.h"
#include "methods/certified/windows.h"

namespace graze {
namespace {

using certified::Nearest;
using certified::NearestHint;
using certified::TreesAtInstant;

// A triangle of another mesh, say of a scene that has changed, is not a hint.
std::optional<TrianglePairId> known_pair(const CertifiedBody& a, const CertifiedBody& b,
                                         const std::optional<TrianglePairId>& likely) {
  const auto has = [](const CertifiedBody& body, TriangleId id) {
    return id.value < body.tree.mesh().triangles().size();
  };
  return likely && has(a, likely->a) && has(b, likely->b) ? likely : std::nullopt;
}

Clearance clearance_of(const Nearest& nearest, const TreesAtInstant& trees,
                       const Interval& padding) {
  Clearance clearance;
  clearance.time = trees.moment.t;
  if (!nearest.pair) {
    clearance.distance = certified::grown_distance({nearest.lower, kInfinity}, padding);
    return clearance;
  }
  const double distance = nearest.pair->distance.distance();
  clearance.closest = contact_of(*nearest.pair, *trees.tree_a, *trees.tree_b, trees.moment);
  clearance.distance = certified::grown_distance(
      {std::min(nearest.lower, distance), round_up_sum(distance + nearest.error)}, padding);
  if (distance - padding.hi <= nearest.error) clearance.outcome = Outcome::kContact;
  return clearance;
}

}  // namespace

Clearance distance_at(const CertifiedBody& a, const CertifiedBody& b, double t,
                      const DistanceOptions& options) {
  certified::check_body(a, {t, t});
  certified::check_body(b, {t, t});
  certified::check_shapes(a, b);
  certified::check_farthest(options.farthest);
  const Interval padding = certified::padding_of(a, b);
  BudgetWatch watch(options.budget);
  certified::WindowInput input = certified::window_input(a, b, 0.0, 1.0);
  Clearance clearance;
  certified::for_each_window(a, b, {t, t}, input, [&] {
    const TreesAtInstant trees{input.tree_a, input.tree_b, moment_at(input.pair, t), input.scale};
    Stats stats;
    const Nearest nearest = nearest_pair(
        trees,
        {round_up_sum(options.farthest + padding.hi), known_pair(a, b, options.likely_nearest)},
        options.portable ? certified::portable_box_distance_test() : certified::box_distance_test(),
        watch, stats);
    clearance = clearance_of(nearest, trees, padding);
    clearance.stats = stats;
    return false;
  });
  if (watch.exhausted()) clearance.outcome = Outcome::kUndecided;
  clearance.stats.seconds = watch.elapsed_seconds();
  return clearance;
}

}  // namespace graze
