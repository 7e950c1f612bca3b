// SPDX-License-Identifier: MIT
#include "robot/motion_bench_maker.h"

#include <yaml-cpp/yaml.h>

#include "graze/io/robot_io.h"
#include "robot/data_files.h"

namespace graze::test {
namespace {
Pose pose_of(const YAML::Node& node) {
  const auto p = node["position"].as<std::vector<double>>();
  const auto q = node["orientation"].as<std::vector<double>>();
  return {Quat(q[3], q[0], q[1], q[2]).normalized().toRotationMatrix(), Vec3(p[0], p[1], p[2])};
}

/// ROS's order: a cylinder has height and radius.
Shape shape_of(const YAML::Node& node) {
  const auto d = node["dimensions"].as<std::vector<double>>();
  const auto type = node["type"].as<std::string>();
  if (type == "box") return Shape::from_box(0.5 * Vec3(d[0], d[1], d[2]));
  if (type == "sphere") return Shape::from_sphere(Vec3::Zero(), d[0]);
  return Shape::from_cylinder(d[1], d[0]);
}

void add_object(const YAML::Node& object, Scene& world) {
  for (std::size_t i = 0; i < object["primitives"].size(); ++i) {
    Body body;
    body.name = "object ";
    body.name += object["id"].as<std::string>();
    if (i > 0) body.name.append("/").append(std::to_string(i));
    body.shape = shape_of(object["primitives"][i]);
    body.motion = Motion::still(pose_of(object["primitive_poses"][i]));
    add_body(world, std::move(body));
  }
}
}  // namespace

PlanningProblem load_problem(const std::filesystem::path& scene_file) {
  PlanningProblem problem;
  std::string number = scene_file.stem().string().substr(5);
  problem.name = scene_file.parent_path().filename().string() + " " + number;
  const YAML::Node scene = YAML::LoadFile(scene_file.string());
  for (const YAML::Node& object : scene["world"]["collision_objects"])
    add_object(object, problem.world);
  const YAML::Node request =
      YAML::LoadFile((scene_file.parent_path() / ("request" + number + ".yaml")).string());
  const YAML::Node start = request["start_state"]["joint_state"];
  for (std::size_t i = 0; i < start["name"].size(); ++i) {
    problem.start[start["name"][i].as<std::string>()] = start["position"][i].as<double>();
  }
  problem.goal = problem.start;
  for (const YAML::Node& goal : request["goal_constraints"][0]["joint_constraints"]) {
    problem.goal[goal["joint_name"].as<std::string>()] = goal["position"].as<double>();
  }
  return problem;
}

std::vector<std::filesystem::path> panda_problem_files() {
  std::vector<std::filesystem::path> scenes;
  for (const auto& path : data_files("scenes/mbm/panda", ".yaml")) {
    if (path.filename().string().starts_with("scene")) scenes.push_back(path);
  }
  return scenes;
}

Robot load_panda() {
  const auto dir = data_dir() / "robots/panda";
  Robot robot = load_urdf(dir / "panda.urdf");
  load_srdf(dir / "panda.srdf", robot);
  return robot;
}

std::vector<double> moved_values(const Robot& robot, const std::map<std::string, double>& values) {
  std::vector<double> moved;
  for (const std::size_t joint : moved_joints(robot)) {
    const auto found = values.find(robot.joints[joint].name);
    moved.push_back(found == values.end() ? 0.0 : found->second);
  }
  return moved;
}

}  // namespace graze::test
