// SPDX-License-Identifier: MIT
// A robot's motion between two configurations, sampled with FCL: what planners do today.
#pragma once
#include <optional>
#include <vector>

#include "graze/query/motion_checker.h"
#include "robot/fcl_robot.h"

namespace graze::bench {

using Values = std::vector<double>;

Values between(const Values& from, const Values& to, double s);

class SampledMotion {
 public:
  explicit SampledMotion(const MotionChecker& checker);

  /// World poses of all bodies with the checker's joints at q.
  std::vector<Pose> poses_at(const Values& q) const;
  /// The first of samples + 1 evenly spaced instants at which something collides.
  std::optional<double> first_collision(const Values& from, const Values& to, int samples) const;
  /// So many that no corner of a link's box moves more than `step` between two (measured along the
  /// way, at 128 instants).
  int samples_for(const Values& from, const Values& to, double step) const;
  const test::FclRobot& fcl() const { return fcl_; }

 private:
  MotionChecker checker_;
  test::FclRobot fcl_;
  std::vector<Pose> world_;
};

}  // namespace graze::bench
