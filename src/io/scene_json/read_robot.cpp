// SPDX-License-Identifier: MIT
#include "io/scene_json/read_robot.h"

#include "graze/io/robot_io.h"
#include "graze/io/trajectory_io.h"
#include "io/scene_json/read_pose.h"

namespace graze::scene_json {
namespace {
using json::JsonCursor;

std::vector<double> read_rest(const JsonCursor& cursor, const Robot& robot) {
  std::vector<double> rest = home_values(robot);
  if (const auto state = cursor.find("state")) rest = with_state(robot, rest, state->text());
  const auto values = cursor.find("values");
  if (!values) return rest;
  std::map<std::string, double> named;
  for (const std::string& name : values->keys()) named[name] = values->at(name).number({-1e6, 1e6});
  return with_values(robot, rest, named);
}

RobotPlacement read_placement(const JsonCursor& cursor, const Scene& scene) {
  RobotPlacement placement;
  if (const auto name = cursor.find("name")) placement.prefix = name->text() + ".";
  if (const auto pose = cursor.find("pose")) placement.parent_from_root = read_pose(*pose);
  if (const auto padding = cursor.find("padding")) placement.padding = padding->number({0.0, 1e12});
  if (const auto parent = cursor.find("parent")) {
    placement.parent = find_body(scene, parent->text());
    if (!placement.parent) parent->refuse("the name of a body of the scene");
  }
  return placement;
}
}  // namespace

std::optional<JointTrajectory> read_trajectory(const JsonCursor& cursor,
                                               const std::filesystem::path& base_dir) {
  const auto path = cursor.find("trajectory");
  if (!path) return std::nullopt;
  return json::placed(cursor, [&] { return load_trajectory(base_dir / path->text()); });
}

void read_robot(const JsonCursor& cursor, const std::filesystem::path& base_dir,
                const std::optional<JointTrajectory>& trajectory, Scene& scene) {
  cursor.expect_keys(
      {"urdf", "srdf", "name", "pose", "parent", "padding", "state", "values", "trajectory"});
  Robot robot = load_urdf(base_dir / cursor.at("urdf").text());
  if (const auto srdf = cursor.find("srdf")) load_srdf(base_dir / srdf->text(), robot);
  json::placed(cursor, [&] {
    RobotPlacement placement = read_placement(cursor, scene);
    placement.values = read_rest(cursor, robot);
    const RobotBodies bodies = add_robot(scene, robot, placement);
    if (!trajectory) return;
    for (const MotionChange& change :
         trajectory_motions(robot, bodies, *trajectory, placement.values)) {
      scene.bodies[change.body.index()].motion = change.motion;
    }
  });
}

}  // namespace graze::scene_json
