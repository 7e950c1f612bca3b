// SPDX-License-Identifier: MIT
// What a robot's report says besides the pairs: segments, joint values, clearance over time.   [G3]
#pragma once
#include <string>

#include "check_result.h"
#include "robot_arguments.h"
#include "terminal.h"

namespace graze::tool {

/// For each contact the waypoint segment, the joints' values there and at the last safe time.
std::string contact_details(const RobotScene& robot, std::span<const PairReport> reports);

/// The smallest distance over time as bars, and the pose of the smallest of all.
std::string curve_text(const Scene& scene, const CheckOutput& result, const Terminal& terminal);

}  // namespace graze::tool
