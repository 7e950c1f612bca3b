// SPDX-License-Identifier: MIT
// Forward kinematics by other means: urdfdom reads the file, long doubles multiply.
#pragma once
#include <map>
#include <random>
#include <string>
#include <vector>

#include "graze/math/pose.h"
#include "graze/scene/robot.h"

namespace graze::test {

/// root_from_link of every link that urdfdom knows, by name.
std::map<std::string, Pose> link_poses_by_urdfdom(const std::string& urdf_text,
                                                  const std::map<std::string, double>& values);

/// A random configuration within the limits (within a few turns where there are none).
std::vector<double> random_values(const Robot& robot, std::mt19937_64& random);

/// Its values by name, those of mimics included.
std::map<std::string, double> by_name(const Robot& robot, const std::vector<double>& values);

}  // namespace graze::test
