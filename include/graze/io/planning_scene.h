// SPDX-License-Identifier: MIT
// What is around a robot, as MoveIt and MotionBenchMaker write it.                             [G3]
#pragma once
#include <graze/scene/scene.h>

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace graze {

/// Something attached to a link: a gripper's load.
struct AttachedBody {
  Body body;                             ///< its motion is its pose in the frame
  std::string link = {};                 ///< of the robot
  std::vector<std::string> touch_links;  ///< links that it may touch besides that one
  std::string frame = {};                ///< a link; empty: `link`; any other name: the world
};

/// A world and what a planning scene says about its robot.
struct PlanningScene {
  Scene world = {};                                               ///< metres; nothing moves
  std::map<std::string, std::string> frames = {};                 ///< header.frame_id, by body
  std::vector<AttachedBody> attached = {};                        ///< in the robot's hand
  std::map<std::string, double> joints = {};                      ///< robot_state, by name
  std::vector<std::pair<std::string, std::string>> allowed = {};  ///< allowed_collision_matrix
  std::vector<std::string> warnings = {};                         ///< what was ignored
};

/// The extension decides: MoveIt's .scene text; YAML or JSON of a moveit_msgs/PlanningScene, where
/// poses and vectors may also be arrays (MotionBenchMaker); any other .json is a scene.json. Throws
/// InputError with line or path; octomaps are refused. `beside`: see load_scene.
PlanningScene load_world(const std::filesystem::path& path, std::optional<Interval> beside = {});

/// The text format of MoveIt's "export scene", with or without the objects' own poses.
PlanningScene parse_scene_text(std::string_view text, const std::string& place);

}  // namespace graze
