// SPDX-License-Identifier: MIT
// What `report` and `view` share: what the page says besides the answers.
#pragma once
#include <memory>
#include <string>

#include "graze/io/report_page.h"
#include "graze/server/session.h"
#include "graze/simulation/world_scene.h"
#include "robot_arguments.h"

namespace graze::tool {

/// Throws InputError if the binary was built without the page.
void require_page(const std::string& verb);

/// What is shown: a scene.json, a robot on its way, an animation, or the recording of a world.
struct ShownArguments {
  std::string file;
  std::string up;  ///< empty: as the file says; of an animation y, as glTF has it, else z
  RobotArguments robot;
};
/// --up and the options that place a robot.
void add_shown_options(CLI::App& verb, ShownArguments& arguments);
/// "y" or "z": a scene.json may say it, a glTF file has y up.
std::string up_in_file(const std::string& file);

/// Throws InputError that names the option or the file.
Scene load_shown(const ShownArguments& arguments);

/// What the file says of dynamics; null if no body of it is dynamic.
std::shared_ptr<const WorldScene> load_shown_world(const ShownArguments& arguments);

/// A recording is played as it is. Its bodies were kept apart when it was made, so contacts are
/// asked about only on request: bodies that rest on each other make it a long question.
bool is_played(const ShownArguments& arguments);

/// Name, command, version and the way up; nothing asked yet.
ReportPage report_page(const ShownArguments& arguments, const Scene& scene);

}  // namespace graze::tool
