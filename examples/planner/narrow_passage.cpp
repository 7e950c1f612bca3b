// SPDX-License-Identifier: MIT
// Plans a slender arm through a slit in a wall with OMPL's RRT-Connect. Every edge that the planner
// takes is proved free; at the end the whole path is asked again, pair by pair.               [G3]
#include <graze/io/robot_io.h>
#include <graze/scene/joint_trajectory.h>
#include <ompl/base/ProblemDefinition.h>
#include <ompl/geometric/PathGeometric.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/RandomNumbers.h>

#include <cstdio>

#include "graze_ompl.h"

namespace {
// A carriage on a rail, and on it two slender links.
constexpr const char* kArm = R"(<robot name="arm">
  <link name="rail"/>
  <link name="carriage"><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
  <link name="upper"><collision><origin xyz="0 0 0.25"/>
    <geometry><box size="0.03 0.03 0.4"/></geometry></collision></link>
  <link name="lower"><collision><origin xyz="0 0 0.22"/>
    <geometry><capsule radius="0.015" length="0.35"/></geometry></collision></link>
  <joint name="drive" type="prismatic"><parent link="rail"/><child link="carriage"/>
    <axis xyz="0 1 0"/><limit lower="-0.5" upper="0.5"/></joint>
  <joint name="shoulder" type="revolute"><parent link="carriage"/><child link="upper"/>
    <axis xyz="0 1 0"/><limit lower="-1.9" upper="1.9"/></joint>
  <joint name="elbow" type="revolute"><origin xyz="0 0 0.47"/><parent link="upper"/>
    <child link="lower"/><axis xyz="0 1 0"/><limit lower="-2.5" upper="2.5"/></joint>
</robot>)";

graze::Body block(const char* name, const graze::Vec3& half_size, const graze::Vec3& centre) {
  graze::Body body;
  body.name = name;
  body.shape = graze::Shape::from_box(half_size);
  body.motion = graze::Motion::still({graze::Mat3::Identity(), centre});
  return body;
}

/// A wall in front of the rail with a slit of 6 cm at the height of y = 0.3.
graze::Scene wall_with_slit() {
  graze::Scene world;
  add_body(world, block("left of the slit", {0.02, 0.635, 0.6}, {0.3, -0.365, 0.3}));
  add_body(world, block("right of the slit", {0.02, 0.335, 0.6}, {0.3, 0.665, 0.3}));
  return world;
}

namespace ob = ompl::base;

ob::PathPtr plan(const graze::MotionChecker& checker) {
  auto space =
      std::make_shared<ob::RealVectorStateSpace>(static_cast<unsigned>(checker.joints().size()));
  space->setBounds(graze::joint_bounds(checker));
  auto info = std::make_shared<ob::SpaceInformation>(space);
  graze::use_in_ompl(info, checker);
  info->setup();
  ob::ScopedState<ob::RealVectorStateSpace> start(space), goal(space);
  const double from[] = {-0.3, 0.0, 0.0}, to[] = {0.3, 1.4, 0.3};
  for (unsigned j = 0; j < 3; ++j) {
    start[j] = from[j];
    goal[j] = to[j];
  }
  auto problem = std::make_shared<ob::ProblemDefinition>(info);
  problem->setStartAndGoalStates(start, goal);
  ompl::geometric::RRTConnect planner(info);
  planner.setProblemDefinition(problem);
  planner.setRange(0.4);
  planner.setup();
  return planner.ob::Planner::solve(30.0) ? problem->getSolutionPath() : nullptr;
}

/// True if every part of the path is proved free with the earliest contact asked for.
bool is_certified(const graze::MotionChecker& checker, const ompl::geometric::PathGeometric& path) {
  for (std::size_t i = 0; i + 1 < path.getStateCount(); ++i) {
    const auto from =
        graze::ompl_binding::values_of(checker, path.getState(static_cast<unsigned>(i)));
    const auto to =
        graze::ompl_binding::values_of(checker, path.getState(static_cast<unsigned>(i + 1)));
    if (!checker.check(from, to).is_free()) return false;
  }
  return true;
}
}  // namespace

int main() {
  ompl::RNG::setSeed(1);
  ompl::msg::noOutputHandler();
  const graze::Robot robot = graze::parse_urdf(kArm);
  const graze::MotionChecker checker(robot, wall_with_slit(), {}, {.tolerance = 1e-5});
  const ob::PathPtr path = plan(checker);
  if (!path) {
    std::puts("no path found");
    return 1;
  }
  const auto& way = static_cast<const ompl::geometric::PathGeometric&>(*path);
  const graze::MotionChecker strict(robot, wall_with_slit(), {},
                                    {.tolerance = 1e-6, .earliest = true});
  const bool certified = is_certified(strict, way);
  std::printf("a path of %zu states through a slit of 60 mm for links of 30 mm: %s\n",
              way.getStateCount(), certified ? "proved free of contact" : "not certified");
  return certified ? 0 : 1;
}
