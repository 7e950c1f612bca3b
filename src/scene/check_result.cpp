// SPDX-License-Identifier: MIT
#include "graze/scene/check_result.h"

#include <algorithm>
#include <map>

namespace graze {
namespace {
/// How far a value or a speed is beyond its limit; speeds are compared with each other only.
double beyond(const JointLimits& limits, const TrajectoryBreach& breach) {
  if (breach.is_speed) return breach.value;
  return std::max(limits.lower - breach.value, breach.value - limits.upper);
}
}  // namespace

OutcomeCounts count_outcomes(std::span<const PairReport> reports) {
  OutcomeCounts counts;
  for (const PairReport& pair : reports) {
    const Outcome outcome = pair.report.outcome;
    counts.contacts += outcome == Outcome::kContact;
    counts.overlaps += outcome == Outcome::kOverlapAtStart;
    counts.undecided += outcome == Outcome::kUndecided;
  }
  return counts;
}

std::vector<BrokenLimit> broken_limits(const Robot& robot,
                                       std::span<const TrajectoryBreach> breaches) {
  std::map<std::pair<std::size_t, bool>, BrokenLimit> by_limit;
  for (const TrajectoryBreach& breach : breaches) {
    BrokenLimit& broken = by_limit[{breach.joint, breach.is_speed}];
    const JointLimits& limits = *robot.joints[breach.joint].limits;
    if (broken.times == 0 || beyond(limits, broken.worst) < beyond(limits, breach)) {
      broken.worst = breach;
    }
    broken.joint = breach.joint;
    broken.is_speed = breach.is_speed;
    ++broken.times;
  }
  std::vector<BrokenLimit> list;
  for (const auto& [key, broken] : by_limit) list.push_back(broken);
  return list;
}

}  // namespace graze
