// SPDX-License-Identifier: MIT
// What graze check asked and what came out: the same for its text, JSON and CI reports.   [G1, C9]
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "graze/contact/clearance_curve.h"
#include "graze/query/tube.h"
#include "graze/scene/robot_scene.h"

namespace graze::tool {

struct CheckResult {
  std::vector<PairReport> reports;
  std::size_t checked_pairs = 0;
  Interval span;
  double seconds = 0.0;
  double margin = 0.0;                     ///< contact is where the distance falls to this
  std::vector<std::string> warnings;       ///< sentences
  std::vector<std::string> notes;          ///< what else a reader wants to know, a line each
  std::vector<TrajectoryBreach> breaches;  ///< of joint limits
  std::optional<ClearanceCurve> curve;
  std::optional<TubeReport> tube;  ///< all motions near the trajectory, if asked about
  std::optional<double> fps;       ///< frames per second: times are also printed as frames
  bool only_first = false;         ///< one report, the earliest contact of all
  bool limits_fail = false;        ///< a broken joint limit fails the check
  bool may_be_empty = false;       ///< no pair to check is fine
  std::string holds_for;           ///< what the answer is about, where that is not the file itself
  bool moves = true;               ///< false: a glTF file without an animation
  const RobotScene* robot = {};    ///< if a robot was asked about
};

struct OutcomeCounts {
  std::size_t contacts = 0;  ///< that begin in the span
  std::size_t overlaps = 0;  ///< at its start
  std::size_t undecided = 0;
};
OutcomeCounts count_outcomes(const std::vector<PairReport>& reports);

/// kFound, kUnknown, kNothing or kFine.
int exit_code_of(const CheckResult& result);

/// Why there is nothing to check: empty if there is.
std::string why_empty(const Scene& scene, const CheckResult& result);

/// "post / forearm".
std::string pair_name(const Scene& scene, const PairReport& pair);

}  // namespace graze::tool
