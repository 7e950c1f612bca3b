// SPDX-License-Identifier: MIT
// How far a robot's joint gets before something touches: the answer.                          [G3]
#pragma once
#include <graze/contact/pair_report.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace graze {

/// One joint, moved uniformly from one value to another; rad or length.
struct JointSweep {
  std::size_t joint = 0;  ///< of the robot
  double from = 0.0;
  double to = 0.0;
};

/// A pair that touches on the way.
struct SweepContact {
  JointSweep sweep;
  std::vector<double> others;  ///< values of all joints; that of the swept joint is ignored
  PairReport pair;             ///< time runs from 0 at `from` to 1 at `to`
  double last_safe = 0.0;      ///< value of the swept joint; `from` if they overlap there
};

struct SweepResult {
  std::vector<SweepContact> contacts;
  std::size_t sweeps = 0;     ///< sweeps that were run
  std::size_t runs = 0;       ///< ways times postures of the other joints
  std::size_t undecided = 0;  ///< pairs of runs, and runs that the budget did not reach
};

/// All sweeps of one joint: the range in which it is free in every posture, and what ends it.
struct JointRange {
  std::size_t joint = 0;  ///< of the robot
  Interval asked;         ///< rad or length
  Interval free;          ///< proved if nothing is undecided; meaningless if is_never_free
  bool is_never_free = false;
  std::optional<std::size_t> below = {};  ///< which of the result's contacts ends it there
  std::optional<std::size_t> above = {};
};

}  // namespace graze
