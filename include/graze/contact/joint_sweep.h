// SPDX-License-Identifier: MIT
// How far a robot's joint gets before something touches: the answer.                          [G3]
#pragma once
#include <graze/contact/pair_report.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace graze {

/// One joint's way: rad or length, uniformly.
struct JointSweep {
  std::size_t joint = 0;  ///< of the robot
  double from = 0.0;
  double to = 0.0;
};

/// A pair that touches on the way.
struct SweepContact {
  JointSweep sweep;
  std::vector<double> others;  ///< all joints' values meanwhile; the swept one's counts for nothing
  PairReport pair;             ///< time runs from 0 at `from` to 1 at `to`
  double last_safe = 0.0;      ///< value of the swept joint; `from` if they overlap there
};

struct SweepResult {
  std::vector<SweepContact> contacts;
  std::size_t sweeps = 0;     ///< sweeps that were run
  std::size_t runs = 0;       ///< ways times postures of the other joints
  std::size_t undecided = 0;  ///< pairs of runs, and runs that the budget did not reach
};

/// One joint's ways together: how far it is free in all postures, and what ends that.
struct JointRange {
  std::size_t joint = 0;  ///< of the robot
  Interval asked;         ///< rad or length
  Interval free;          ///< proved free if nothing is undecided, unless it is nowhere
  bool is_never_free = false;
  std::optional<std::size_t> below = {};  ///< which of the result's contacts ends it there
  std::optional<std::size_t> above = {};
};

}  // namespace graze
