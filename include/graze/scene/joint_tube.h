// SPDX-License-Identifier: MIT
// A tube about a trajectory: all motions whose joints stay within stated errors of it.         [G6]
#pragma once
#include <graze/scene/robot_scene.h>

#include <map>
#include <string>
#include <vector>

namespace graze {

/// The stated errors; all >= 0.
struct TubeErrors {
  double angle = 0.0;                           ///< rad; of every joint that turns
  double length = 0.0;                          ///< scene units; of every joint that slides
  std::map<std::string, double> by_joint = {};  ///< rad or length; instead of the above
  double time = 0.0;                            ///< s; the robot's clock is off by at most this
};

/// The largest error of each joint of the robot, in the order of its joints; rad or length.
struct JointTube {
  std::vector<double> errors;
};

/// A mimic has the error of the joint it follows, times its multiplier. An error of time adds to
/// each joint's error its largest speed times that. Throws InputError for errors that are not
/// finite and >= 0, and for names that are not a joint with a value of its own.
JointTube make_tube(const RobotScene& robot, const TubeErrors& errors);

/// How far the bodies of a pair can be displaced relative to each other at any instant of the span:
/// no point of either is moved against the other body by more, for any values of the joints within
/// the tube, however they change. An upper bound, rounded up; proportional to the errors. 0 for
/// pairs that no joint of the tube moves.
double tube_reach(const RobotScene& robot, const JointTube& tube, BodyId a, BodyId b);

}  // namespace graze
