// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "io/json/json_cursor.h"

namespace graze::moveit {

/// Sentences about what a moveit_msgs/RobotState says of a base that does not stand at the origin:
/// the multi-DOF joints are not read.
std::vector<std::string> base_warnings(const json::JsonCursor& state);

/// The ids of the objects that a moveit_msgs/RobotState attaches to links.
std::vector<std::string> attached_ids(const json::JsonCursor& state);

}  // namespace graze::moveit
