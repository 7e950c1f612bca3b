// SPDX-License-Identifier: MIT
// What a robot is, in 64 digits: equal exactly if every question has the same answer.
#pragma once
#include <graze/scene/robot.h>

#include <string>

namespace graze {

/// SHA-256 of its links' names and shapes, its joints with frames, limits and mimics, and the pairs
/// that may touch. Throws InputError like check(robot).
std::string robot_digest(const Robot& robot);

}  // namespace graze
