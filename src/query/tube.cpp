// SPDX-License-Identifier: MIT
// Question   Is every motion within a tube free, and how wide may the tube be?                 [G6]
// Source     A pair whose nominal distance stays above what the tube can displace it (tube_reach)
//            cannot touch. The reach is proportional to the errors: the largest tube follows from
//            the smallest distances.
// Guarantee  That of the answers for the nominal motion. Conservative: a tube that is not proved
//            free may still be.
// Changed    -
#include "graze/query/tube.h"

#include <algorithm>
#include <map>

#include "graze/query/clearance.h"
#include "graze/scene/scene.h"

namespace graze {
namespace {
constexpr double kRoundedDown = 1.0 - 1e-12;

using IdPair = std::pair<BodyId, BodyId>;

/// Pairs of the same reach are one question.
std::map<double, std::vector<IdPair>> pairs_by_reach(const RobotScene& robot, const JointTube& tube,
                                                     const ContactOptions& options) {
  std::map<double, std::vector<IdPair>> by_reach;
  const auto pairs = options.pairs.empty() ? checked_pairs(robot.scene) : options.pairs;
  for (const auto& [a, b] : pairs) by_reach[tube_reach(robot, tube, a, b)].emplace_back(a, b);
  return by_reach;
}

void find_largest(const PreparedScene& scene, ContactOptions options,
                  const std::map<IdPair, double>& reaches, TubeReport& result) {
  options.pairs.clear();
  for (const auto& [pair, reach] : reaches) {
    if (reach > 0.0) options.pairs.push_back(pair);
  }
  if (options.pairs.empty()) return;
  for (const PairClearance& pair : clearances_per_pair(scene, options)) {
    const double reach = reaches.at({pair.a, pair.b});
    const bool is_known = pair.clearance.outcome != Outcome::kUndecided;
    const double room =
        is_known ? std::max(0.0, pair.clearance.distance.lo - options.min_separation) : 0.0;
    const double scale = room / reach * kRoundedDown;
    if (result.largest_scale && *result.largest_scale <= scale) continue;
    result.largest_scale = scale;
    result.limiting = {pair.a, pair.b};
  }
}
}  // namespace

TubeReport check_tube(const PreparedScene& scene, const RobotScene& robot, const JointTube& tube,
                      const ContactOptions& options, bool with_largest) {
  TubeReport result;
  std::map<IdPair, double> reaches;
  for (const auto& [reach, pairs] : pairs_by_reach(robot, tube, options)) {
    ContactOptions question = options;
    question.pairs = pairs;
    question.far_pairs = true;
    question.min_separation = options.min_separation + reach;
    for (PairReport& report : contacts_per_pair(scene, question)) {
      reaches[{report.a, report.b}] = reach;
      result.pairs.push_back({std::move(report), reach});
    }
  }
  if (with_largest) find_largest(scene, options, reaches, result);
  return result;
}

}  // namespace graze
