// SPDX-License-Identifier: MIT
// A seven-jointed arm and three places made by code, for edges of planners.
#pragma once
#include <string>
#include <vector>

#include "graze/scene/robot.h"

namespace graze::bench {

/// Seven revolute joints; links of about `triangles` each.
Robot make_planner_robot(double triangles);

/// "table", "shelf" or "cage": boxes around the arm.
Scene make_planner_world(const std::string& name);

}  // namespace graze::bench
