// SPDX-License-Identifier: MIT
// The answers of a whole check of a scene: contacts, distances, joint limits, tube.       [G1, C9]
#pragma once
#include <graze/contact/clearance_curve.h>
#include <graze/contact/tube_report.h>
#include <graze/scene/robot_scene.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace graze {

struct CheckResult {
  std::vector<PairReport> reports;
  std::size_t checked_pairs = 0;
  Interval span;                           ///< seconds of scene time
  double seconds = 0.0;                    ///< that the search for contacts took
  double margin = 0.0;                     ///< contact is where the distance falls to this
  std::vector<std::string> warnings;       ///< sentences
  std::vector<TrajectoryBreach> breaches;  ///< of joint limits
  std::optional<ClearanceCurve> curve;     ///< if asked for
  std::optional<TubeReport> tube;          ///< all motions near the trajectory, if asked about
  const RobotScene* robot = nullptr;       ///< if a robot was asked about
};

struct OutcomeCounts {
  std::size_t contacts = 0;  ///< that begin in the span
  std::size_t overlaps = 0;  ///< at its start
  std::size_t undecided = 0;
};
OutcomeCounts count_outcomes(std::span<const PairReport> reports);

/// All breaches of one limit of one joint.
struct BrokenLimit {
  std::size_t joint = 0;
  bool is_speed = false;
  TrajectoryBreach worst;  ///< the farthest beyond the limit
  std::size_t times = 0;
};
/// In the order of the joints, values before speeds.
std::vector<BrokenLimit> broken_limits(const Robot& robot,
                                       std::span<const TrajectoryBreach> breaches);

}  // namespace graze
