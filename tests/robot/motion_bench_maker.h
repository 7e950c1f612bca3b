// SPDX-License-Identifier: MIT
// MotionBenchMaker's problems: a MoveIt planning scene and a request, as YAML.
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "graze/scene/robot.h"

namespace graze::test {

struct PlanningProblem {
  std::string name;                     ///< "box 0001"
  Scene world;                          ///< boxes and cylinders
  std::map<std::string, double> start;  ///< joint values
  std::map<std::string, double> goal;
};

/// The scene's obstacles and the request's start and goal.
PlanningProblem load_problem(const std::filesystem::path& scene_file);

/// All of the data's problems for the Panda, in order; none if the data is not there.
std::vector<std::filesystem::path> panda_problem_files();

/// The Panda with its SRDF.
Robot load_panda();

/// Values of the robot's moved joints: those of the map, 0 for others, those of mimics left out.
std::vector<double> moved_values(const Robot& robot, const std::map<std::string, double>& values);

}  // namespace graze::test
