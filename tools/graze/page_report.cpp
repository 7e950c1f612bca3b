// SPDX-License-Identifier: MIT
#include "page_report.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include "built_in_page.h"
#include "graze/base/error.h"
#include "graze/io/file.h"
#include "graze/io/load_gltf.h"
#include "graze/io/open_scene.h"
#include "graze/simulation/load_world_scene.h"
#include "graze/simulation/recording.h"

namespace graze::tool {
namespace {
constexpr std::size_t kLargestScene = std::size_t{1} << 30;
}

void require_page(const std::string& verb) {
  if (!built_in_page().empty()) return;
  throw InputError({verb, "a binary without the page (npm was missing when it was built)",
                    "a binary with it", "install npm and run make build again"});
}

void add_shown_options(CLI::App& verb, ShownArguments& arguments) {
  verb.add_option("--up", arguments.up,
                  "which axis points up: y or z; default: as the scene says, of an animation y")
      ->check(CLI::IsMember({"y", "z"}));
  add_robot_options(verb, arguments.robot, true);
}

Scene load_shown(const ShownArguments& arguments) {
  if (is_robot_file(arguments.file)) return load_robot_scene(arguments.file, arguments.robot).scene;
  refuse_robot_options(arguments.file, arguments.robot);
  if (is_gltf(arguments.file)) return load_gltf(arguments.file).scene;
  if (is_played(arguments)) return recorded_scene(read_recording(arguments.file));
  return open_scene(arguments.file);
}

std::shared_ptr<const WorldScene> load_shown_world(const ShownArguments& arguments) {
  const std::string ending = std::filesystem::path(arguments.file).extension().string();
  if (ending != ".json" && ending != ".urdf" && !is_played(arguments)) return nullptr;
  auto world =
      std::make_shared<const WorldScene>(is_played(arguments) ? read_recording(arguments.file).scene
                                                              : load_world_scene(arguments.file));
  const auto is_dynamic = [](const WorldBody& body) { return body.role == Role::kDynamic; };
  return std::ranges::any_of(world->bodies, is_dynamic) ? world : nullptr;
}

std::string up_in_file(const std::string& file) {
  if (is_gltf(file)) return "y";
  return std::filesystem::path(file).extension() == ".json" ? up_of(read_file(file, kLargestScene))
                                                            : "z";
}

bool is_played(const ShownArguments& arguments) {
  return !arguments.file.empty() && is_recording(arguments.file);
}

ReportPage report_page(const ShownArguments& arguments, const Scene& scene) {
  ReportPage page;
  page.name = scene.name.empty() ? arguments.file : scene.name;
  page.command = (is_played(arguments) ? "graze replay --check " : "graze check ") + arguments.file;
  page.version = GRAZE_VERSION;
  page.up = !arguments.up.empty() ? arguments.up : up_in_file(arguments.file);
  return page;
}

}  // namespace graze::tool
