// SPDX-License-Identifier: MIT
// What a planning scene says about a robot's world: frames, pairs that may touch, loads.      [G3]
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "graze/io/load_robot_scene.h"
#include "graze/io/planning_scene.h"

namespace graze::io {

using NamePairs = std::vector<std::pair<std::string, std::string>>;

/// Frames of objects that are neither links nor a usual name of the world.
std::vector<std::string> unknown_frames(const Robot& robot, const PlanningScene& around);

/// Poses in the frame of a link become poses in the world, or in the link that carries the object.
void resolve_frames(const Robot& robot, const RobotPlacement& placement, PlanningScene& around);

/// An allowed collision matrix: pairs of links before, pairs with objects once they are in the
/// scene.
void allow_links(const NamePairs& allowed, Robot& robot);
void allow_objects(const NamePairs& allowed, RobotScene& robot);

/// Objects that the robot takes along, with all their parts ("cup", "cup/2"), out of the world.
std::vector<AttachedBody> take_out(Scene& world, const std::vector<CarriedBody>& carried);
/// From where such a body stands to where it hangs, at the start of the span.
void take_along(AttachedBody load, RobotScene& robot);
/// A load in its link's frame. It may touch that link, its touch_links, and the rest of its object.
void hang_on(const AttachedBody& load, RobotScene& robot);

}  // namespace graze::io
