// SPDX-License-Identifier: MIT
// What a robot's report says beside the pairs: segments, joint values, limits, clearance. [G3]
#pragma once
#include <span>
#include <string>
#include <vector>

#include "graze/query/clearance_curve.h"
#include "robot_arguments.h"

namespace graze::tool {

/// For each contact the waypoint segment, the joints' values there and at the last safe time.
std::string contact_details(const RobotScene& robot, std::span<const PairReport> reports);

/// Limits that the trajectory or the state at rest breaks, a line each; empty if none.
std::string limit_lines(const RobotScene& robot);

std::string curve_text(const RobotScene& robot, const ClearanceCurve& curve);

}  // namespace graze::tool
