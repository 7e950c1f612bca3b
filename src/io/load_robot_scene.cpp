// SPDX-License-Identifier: MIT
#include "graze/io/load_robot_scene.h"

#include <algorithm>
#include <cmath>

#include "graze/base/error.h"
#include "graze/base/nearest_word.h"
#include "graze/base/number_text.h"
#include "graze/io/file.h"
#include "graze/io/planning_scene.h"
#include "graze/io/trajectory_io.h"
#include "io/foreign_format.h"
#include "io/robot_world.h"

namespace graze {
namespace {
Robot load_robot(const RobotFiles& files, std::vector<std::string>& warnings) {
  UrdfOptions options = files.urdf_options;
  options.warn = [&](const std::string& sentence) { warnings.push_back(sentence); };
  Robot robot = load_urdf(files.urdf, options);
  if (!files.srdf.empty()) load_srdf(files.srdf, robot, options.warn);
  return robot;
}

std::vector<double> rest_of(const Robot& robot, const RobotFiles& files) {
  std::vector<double> rest = home_values(robot);
  if (!files.state.empty()) rest = with_state(robot, std::move(rest), files.state);
  return with_values(robot, std::move(rest), files.rest);
}

RobotPlacement placement_of(const Robot& robot, const Scene& world, const RobotFiles& files) {
  RobotPlacement placement;
  placement.values = rest_of(robot, files);
  placement.padding = files.padding;
  placement.parent_from_root = files.parent_from_root;
  if (!(std::isfinite(files.padding) && files.padding >= 0.0)) {
    throw InputError({"padding", number_text(files.padding), "a finite length >= 0", ""});
  }
  if (files.attach.empty()) return placement;
  placement.parent = find_body(world, files.attach);
  if (!placement.parent) {
    throw InputError({"attach", "'" + files.attach + "'", "the name of a body of the scene", ""});
  }
  return placement;
}

void scale_angles(const Robot& robot, double factor, JointTrajectory& trajectory) {
  for (std::size_t j = 0; j < trajectory.joints.size(); ++j) {
    const auto joint = find_joint(robot, trajectory.joints[j]);
    if (joint && robot.joints[*joint].kind == RobotJointKind::kPrismatic) continue;
    for (TrajectoryPoint& point : trajectory.points) {
      for (auto* numbers : {&point.positions, &point.velocities, &point.accelerations}) {
        if (!numbers->empty()) (*numbers)[j] *= factor;
      }
    }
  }
}

/// Values far beyond the limits and more than a turn: refused until the user says which unit they
/// are in.
void refuse_degrees(const Robot& robot, const JointTrajectory& trajectory,
                    const std::string& place) {
  for (std::size_t j = 0; j < trajectory.joints.size(); ++j) {
    const auto found = find_joint(robot, trajectory.joints[j]);
    if (!found) continue;
    const RobotJoint& joint = robot.joints[*found];
    if (joint.kind != RobotJointKind::kRevolute || !joint.limits) continue;
    const double reach = std::max(std::fabs(joint.limits->lower), std::fabs(joint.limits->upper));
    for (const TrajectoryPoint& point : trajectory.points) {
      const double value = point.positions[j];
      if (std::fabs(value) <= 7.0 || std::fabs(value) <= 2.0 * reach) continue;
      throw InputError(
          {place,
           "joint '" + joint.name + "' at " + number_text(value) + ", which looks like degrees",
           "radians", "say --angles deg, or --angles rad if it is meant"});
    }
  }
}

/// The first line that holds a word, as ":7"; nothing where the file cannot be read again.
std::string line_of(const std::filesystem::path& file, const std::string& word) {
  if (file == "-" || !std::filesystem::is_regular_file(file)) return "";
  const std::string text = read_file(file);
  const std::size_t at = text.find(word);
  if (at == std::string::npos) return "";
  const auto lines = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  return ":" + std::to_string(lines + 1);
}

/// "did you mean 'elbow'?", or the first of the names.
std::string advice_on(const std::string& wrong, const std::vector<std::string_view>& names) {
  std::string advice = did_you_mean(wrong, names);
  if (!advice.empty() || names.empty()) return advice;
  constexpr std::size_t kMostNamed = 8;
  advice = "its joints are";
  for (std::size_t i = 0; i < std::min(names.size(), kMostNamed); ++i)
    advice += (i == 0 ? " " : ", ") + std::string(names[i]);
  return names.size() > kMostNamed ? advice + ", …" : advice;
}

void refuse_unknown_joints(const Robot& robot, const JointTrajectory& trajectory,
                           const std::filesystem::path& file) {
  std::vector<std::string_view> names;
  for (const RobotJoint& joint : robot.joints) {
    if (joint.has_value()) names.push_back(joint.name);
  }
  for (const std::string& name : trajectory.joints) {
    if (find_joint(robot, name)) continue;
    throw InputError({file.string() + line_of(file, name), "the joint '" + name + "'",
                      "a revolute, continuous or prismatic joint of robot '" + robot.name + "'",
                      advice_on(name, names)});
  }
}

std::optional<JointTrajectory> trajectory_of(const Robot& robot, const RobotFiles& files,
                                             TrajectoryFile file) {
  if (files.trajectory.empty()) return std::nullopt;
  JointTrajectory& trajectory = file.trajectory;
  refuse_unknown_joints(robot, trajectory, files.trajectory);
  if (files.angles == AngleUnit::kDegrees) {
    scale_angles(robot, 3.14159265358979323846 / 180.0, trajectory);
  }
  if (files.angles == AngleUnit::kUnsure) {
    refuse_degrees(robot, trajectory, files.trajectory.string());
  }
  if (files.interpolation) trajectory.interpolation = *files.interpolation;
  return trajectory;
}

/// What a planning scene says about joints that the robot has.
std::map<std::string, double> known_joints(const Robot& robot,
                                           const std::map<std::string, double>& values) {
  std::map<std::string, double> known;
  for (const auto& [name, value] : values) {
    const auto joint = find_joint(robot, name);
    if (joint && robot.joints[*joint].has_value() && !robot.joints[*joint].mimic) {
      known[name] = value;
    }
  }
  return known;
}

/// Loads that only the trajectory's file names: it does not say enough to carry them along.
void warn_of_loads(const std::vector<std::string>& ids, const RobotFiles& files,
                   const PlanningScene& around, std::vector<std::string>& warnings) {
  for (const std::string& id : ids) {
    const auto attached = [&](const AttachedBody& load) { return load.body.name == id; };
    const auto carried = [&](const CarriedBody& load) { return load.body == id; };
    if (std::ranges::any_of(around.attached, attached)) continue;
    if (std::ranges::any_of(files.carried, carried)) continue;
    warnings.push_back(files.trajectory.string() + " attaches '" + id +
                       "' to the robot, which is not read from there: attach it in the planning "
                       "scene, or by --carry");
  }
}
}  // namespace

RobotScene load_robot_scene(const RobotFiles& files) {
  std::vector<std::string> warnings;
  Robot robot = load_robot(files, warnings);
  TrajectoryFile way =
      files.trajectory.empty() ? TrajectoryFile{} : load_trajectory_file(files.trajectory);
  std::optional<Interval> span;
  if (!way.trajectory.points.empty()) span = span_of(way.trajectory);
  PlanningScene around = files.world.empty() ? PlanningScene{} : load_world(files.world, span);
  io::allow_links(around.allowed, robot);
  RobotFiles stated = files;
  stated.rest = known_joints(robot, around.joints);
  for (const auto& [name, value] : known_joints(robot, way.start)) stated.rest[name] = value;
  for (const auto& [name, value] : files.rest) stated.rest[name] = value;
  for (const auto* more : {&around.warnings, &way.warnings}) {
    warnings.insert(warnings.end(), more->begin(), more->end());
  }
  warn_of_loads(way.attached, files, around, warnings);
  for (const std::string& frame : io::unknown_frames(robot, around)) {
    warnings.push_back("the frame '" + frame +
                       "' is no link of the robot: what is placed in it is taken to be placed in "
                       "the world");
  }
  io::resolve_frames(robot, placement_of(robot, around.world, stated), around);
  std::vector<AttachedBody> loads = io::take_out(around.world, files.carried);
  const RobotPlacement placement = placement_of(robot, around.world, stated);
  auto trajectory = trajectory_of(robot, files, std::move(way));
  RobotScene scene =
      make_robot_scene(std::move(robot), std::move(around.world), placement, std::move(trajectory));
  for (const AttachedBody& load : around.attached) io::hang_on(load, scene);
  for (AttachedBody& load : loads) io::take_along(std::move(load), scene);
  io::allow_objects(around.allowed, scene);
  scene.warnings = std::move(warnings);
  return scene;
}

bool is_robot_file(const std::filesystem::path& path) {
  const std::string ending = io::lower_extension(path);
  if (path != kStandardInput) return ending == ".urdf" || ending == ".sdf" || ending == ".xml";
  const std::string text = read_file(path);
  const auto first = text.find_first_not_of(" \t\r\n");
  return first != std::string::npos && text[first] == '<';
}

}  // namespace graze
