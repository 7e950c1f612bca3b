// SPDX-License-Identifier: MIT
#include "graze/simulation/load_world_scene.h"

#include "graze/base/error.h"
#include "graze/io/file.h"
#include "graze/io/load_robot_scene.h"
#include "graze/io/load_scene.h"
#include "io/foreign_format.h"
#include "io/scene_json/length_units.h"
#include "simulation/articulated.h"
#include "simulation/read_dynamics.h"
#include "simulation/rigid_ipc.h"

namespace graze {
namespace {
using json::JsonCursor;

constexpr std::size_t kLargestWorld = std::size_t{1} << 30;

/// Bodies come first in the scene, those of robots after them.
void read_bodies(const JsonCursor& root, const std::filesystem::path& base_dir, WorldScene& world) {
  const auto bodies = root.at("bodies").items();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const auto dynamics = bodies[i].find("dynamics");
    if (dynamics) simulation::read_body_dynamics(*dynamics, world, i, base_dir);
  }
}

/// What pulls where a scene does not say: 9.81 m/s^2 downwards, in its units.
Vec3 usual_gravity(const JsonCursor& root, const std::string& units) {
  const auto up = root.find("up");
  const Vec3 down = up && up->text() == "y" ? Vec3(0, -1, 0) : Vec3(0, 0, -1);
  return 9.81 * scene_json::per_metre(units).value_or(1.0) * down;
}

void read_joints(const JsonCursor& dynamics, const Scene& scene, WorldScene& world) {
  const auto joints = dynamics.find("joints");
  if (!joints) return;
  for (const JsonCursor& item : joints->items()) {
    world.joints.push_back(simulation::read_world_joint(item, scene));
  }
}

/// Names of materials are known only when all is read.
void check_materials(const JsonCursor& root, const WorldScene& world) {
  std::vector<std::string_view> known;
  for (const auto& [name, material] : world.options.materials) known.push_back(name);
  for (const auto& [names, material] : world.options.pair_materials) {
    known.insert(known.end(), {names.first, names.second});
  }
  const auto bodies = root.at("bodies").items();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (world.bodies[i].material.empty()) continue;
    const JsonCursor place = bodies[i].at("dynamics").at("material");
    if (known.empty()) {
      place.refuse("'" + world.bodies[i].material + "'", "a name under 'dynamics.materials'", "");
    }
    place.word(known);
  }
}
}  // namespace

WorldScene parse_world_scene(std::string_view text, const std::string& place,
                             const std::filesystem::path& base_dir) {
  const json::Json document = json::parse_json(text, place);
  const JsonCursor root(document, place);
  if (document.is_object() && root.has("rigid_body_problem")) {
    return simulation::read_rigid_ipc(root, base_dir);
  }
  const Scene scene = parse_scene(text, place, base_dir);
  WorldScene world = simulation::given_bodies(scene);
  world.options.gravity = usual_gravity(root, scene.units);
  read_bodies(root, base_dir, world);
  simulation::join_to_parents(scene, world);
  if (const auto dynamics = root.find("dynamics")) {
    simulation::read_world_dynamics(*dynamics, world);
    read_joints(*dynamics, scene, world);
  }
  check_materials(root, world);
  return world;
}

WorldScene load_world_scene(const std::filesystem::path& path) {
  if (is_robot_file(path)) return simulation::articulated_robot(load_robot_scene({.urdf = path}));
  io::refuse_foreign_format(path, io::Wanted::kScene);
  return parse_world_scene(read_file(path, kLargestWorld), path.string(), path.parent_path());
}

}  // namespace graze
