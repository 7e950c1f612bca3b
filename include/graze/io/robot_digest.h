// SPDX-License-Identifier: MIT
// A robot's contents as 64 hexadecimal digits. Robots with equal digests give the same answer to
// every question.
#pragma once
#include <graze/scene/robot.h>

#include <string>

namespace graze {

/// SHA-256 of its links' names and shapes, its joints with frames, limits and mimics, and the pairs
/// that may touch. Throws InputError like check(robot).
std::string robot_digest(const Robot& robot);

}  // namespace graze
