// SPDX-License-Identifier: MIT
// How far can each joint of a mechanism turn or slide before something touches?               [G3]
#pragma once
#include <graze/contact/joint_sweep.h>
#include <graze/query/first_contact.h>
#include <graze/scene/robot_scene.h>

#include <vector>

namespace graze {

struct SweepOptions {
  /// How many values each other joint takes over its limits. All combinations are postures, at most
  /// 100,000. 1: the others are at rest.
  std::size_t grid = 1;
  ContactOptions contact = {};  ///< of each run; the budget is for all together
};

/// From the joint's value at rest to both ends of its range; half a turn each way if it has no
/// limits.
std::vector<JointSweep> whole_range(const RobotScene& robot, std::size_t joint);
/// The same for every joint that can be moved.
std::vector<JointSweep> whole_ranges(const RobotScene& robot);

/// All sweeps in all postures, in order. Free is proved for every value between `from` and `to`:
/// surfaces never meet, and nothing starts inside another. Throws InputError like
/// contacts_per_pair, and for a grid of too many postures.
SweepResult sweep_joints(const RobotScene& robot, const std::vector<JointSweep>& sweeps,
                         const SweepOptions& options = {});

/// The sweeps and their results, joint by joint. Sweeps of one joint follow each other.
std::vector<JointRange> joint_ranges(const std::vector<JointSweep>& sweeps,
                                     const SweepResult& result);

}  // namespace graze
