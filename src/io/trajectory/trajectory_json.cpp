// SPDX-License-Identifier: MIT
// ROS's trajectory_msgs/JointTrajectory as JSON or YAML, also inside a RobotTrajectory, a
// DisplayTrajectory or as the ends of a planning request.
#include <algorithm>
#include <cmath>

#include "graze/io/file.h"
#include "graze/io/trajectory_io.h"
#include "io/foreign_format.h"
#include "io/json/json_cursor.h"
#include "io/moveit/robot_state.h"
#include "io/yaml/yaml_text.h"

namespace graze {
namespace {
using json::JsonCursor;
constexpr std::size_t kLargestTrajectory = std::size_t{1} << 29;
constexpr json::Range kValue{-1e6, 1e6};

/// A number of seconds, or {"secs"|"sec": …, "nsecs"|"nanosec": …}.
double read_duration(const JsonCursor& cursor) {
  if (cursor.value().is_number()) return cursor.number(json::kTime);
  cursor.expect_keys({"secs", "sec", "nsecs", "nanosec"});
  double seconds = 0.0;
  for (const char* key : {"secs", "sec"}) {
    if (const auto part = cursor.find(key)) seconds += part->number(json::kTime);
  }
  for (const char* key : {"nsecs", "nanosec"}) {
    if (const auto part = cursor.find(key)) seconds += 1e-9 * part->number({-1e10, 1e10});
  }
  return seconds;
}

/// As many numbers as joints; an empty array counts as missing.
std::vector<double> read_numbers(const JsonCursor& point, const char* key, std::size_t joints) {
  const auto found = point.find(key);
  if (!found || (found->value().is_array() && found->value().empty())) return {};
  std::vector<double> numbers;
  for (const JsonCursor& item : found->items(joints)) numbers.push_back(item.number(kValue));
  return numbers;
}

TrajectoryPoint read_point(const JsonCursor& cursor, std::size_t joints) {
  cursor.expect_keys({"positions", "velocities", "accelerations", "effort", "time_from_start"});
  TrajectoryPoint point;
  if (const auto time = cursor.find("time_from_start")) point.time = read_duration(*time);
  point.positions = read_numbers(cursor, "positions", joints);
  if (point.positions.empty()) cursor.at("positions").refuse("one number for each joint");
  point.velocities = read_numbers(cursor, "velocities", joints);
  point.accelerations = read_numbers(cursor, "accelerations", joints);
  return point;
}

std::vector<std::string> read_names(const JsonCursor& cursor) {
  std::vector<std::string> names;
  for (const JsonCursor& item : cursor.items()) {
    names.push_back(item.text());
    if (std::count(names.begin(), names.end(), names.back()) > 1) {
      item.refuse("'" + names.back() + "' a second time", "each joint once", "");
    }
  }
  if (names.empty()) cursor.refuse("at least one joint");
  return names;
}
}  // namespace

namespace {
/// Planners leave times out: each segment then takes one second, which changes no answer about a
/// world that stands still.
void number_times(JointTrajectory& trajectory, std::vector<std::string>& warnings) {
  std::vector<TrajectoryPoint>& points = trajectory.points;
  const bool has_times =
      points.size() < 2 || std::any_of(points.begin(), points.end(),
                                       [](const TrajectoryPoint& p) { return p.time != 0.0; });
  if (has_times) return;
  trajectory.is_timed = false;
  for (std::size_t k = 0; k < points.size(); ++k) points[k].time = static_cast<double>(k);
  const std::string told = "the waypoints have no times: each segment is taken to last one second";
  if (std::find(warnings.begin(), warnings.end(), told) == warnings.end()) warnings.push_back(told);
}

JointTrajectory read_joint_trajectory(const JsonCursor& root) {
  JointTrajectory trajectory;
  trajectory.joints = read_names(root.at("joint_names"));
  for (const JsonCursor& item : root.at("points").items()) {
    trajectory.points.push_back(read_point(item, trajectory.joints.size()));
  }
  if (trajectory.points.empty()) root.at("points").refuse("at least one point");
  return trajectory;
}

void check_times(const JsonCursor& points, const JointTrajectory& trajectory) {
  for (std::size_t k = 1; k < trajectory.points.size(); ++k) {
    if (trajectory.points[k - 1].time < trajectory.points[k].time) continue;
    points.items()[k].refuse("a point that is not after the one before",
                             "times (time_from_start) that ascend", "");
  }
}

void read_start(const JsonCursor& state, TrajectoryFile& file) {
  file.attached = moveit::attached_ids(state);
  for (const std::string& sentence : moveit::base_warnings(state)) {
    file.warnings.push_back(sentence);
  }
  const auto joints = state.find("joint_state");
  if (!joints || !joints->has("name") || joints->at("name").value().empty()) return;
  const auto names = joints->at("name").items();
  const auto values = joints->at("position").items(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    file.start[names[i].text()] = values[i].number(kValue);
  }
}

/// A base that drives or flies is no joint of a URDF; leaving it out would change the answer.
void refuse_moving_base(const JsonCursor& message) {
  const auto way = message.find("multi_dof_joint_trajectory");
  const auto points = way ? way->find("points") : std::nullopt;
  if (!points || !points->value().is_array() || points->value().empty()) return;
  points->refuse("a base that moves", "joints of one value each",
                 "model the base in the URDF: two prismatic joints and a continuous one");
}

/// Where a part begins, the one before has ended, but for what controllers tolerate: else the robot
/// would jump.
void check_start(const JsonCursor& points, const TrajectoryPoint& end,
                 const TrajectoryPoint& begin) {
  constexpr double kTolerated = 0.01;  // rad or m: MoveIt's allowed_start_tolerance
  for (std::size_t j = 0; j < end.positions.size(); ++j) {
    if (begin.time > 0.0 || std::fabs(end.positions[j] - begin.positions[j]) <= kTolerated)
      continue;
    points.refuse("a part that does not begin where the one before ended",
                  "parts that follow each other", "check each part in a file of its own");
  }
}

/// The parts of a DisplayTrajectory, one after the other.
TrajectoryFile read_parts(const JsonCursor& list) {
  TrajectoryFile file;
  for (const JsonCursor& item : list.items()) {
    const auto inner = item.find("joint_trajectory");
    const JsonCursor root = inner ? *inner : item;
    refuse_moving_base(item);
    JointTrajectory part = read_joint_trajectory(root);
    number_times(part, file.warnings);
    check_times(root.at("points"), part);
    JointTrajectory& whole = file.trajectory;
    if (whole.points.empty()) {
      whole = std::move(part);
      continue;
    }
    if (part.joints != whole.joints) {
      root.at("joint_names").refuse("other joints than the part before", "the same joints", "");
    }
    check_start(root.at("points"), whole.points.back(), part.points.front());
    whole.is_timed = whole.is_timed && part.is_timed;
    const double begin = whole.points.back().time;
    for (TrajectoryPoint& point : part.points) {
      point.time += begin;
      if (point.time > begin) whole.points.push_back(std::move(point));
    }
  }
  if (file.trajectory.points.empty()) list.refuse("at least one trajectory");
  return file;
}

/// A planning request: straight from its start to its goal, in one second.
TrajectoryFile read_request(const JsonCursor& root) {
  TrajectoryFile file;
  read_start(root.at("start_state"), file);
  const auto goals = root.at("goal_constraints").items();
  if (goals.empty()) root.at("goal_constraints").refuse("a goal of joint_constraints");
  TrajectoryPoint from{0.0, {}}, to{1.0, {}};
  for (const JsonCursor& goal : goals[0].at("joint_constraints").items()) {
    const std::string name = goal.at("joint_name").text();
    if (!file.start.contains(name)) goal.refuse("a joint of start_state");
    file.trajectory.joints.push_back(name);
    from.positions.push_back(file.start.at(name));
    to.positions.push_back(goal.at("position").number(kValue));
  }
  file.trajectory.points = {from, to};
  file.trajectory.is_timed = false;
  file.warnings.push_back(
      "a planning request: the straight path from its start to its goal is taken");
  return file;
}

TrajectoryFile read_trajectory(const JsonCursor& root) {
  TrajectoryFile file;
  if (root.has("trajectory") && root.at("trajectory").value().is_array()) {
    file = read_parts(root.at("trajectory"));
    if (const auto start = root.find("trajectory_start")) read_start(*start, file);
  } else if (root.has("goal_constraints")) {
    file = read_request(root);
  } else {
    const auto outer = root.find("trajectory");
    const JsonCursor within = outer ? *outer : root;
    const auto inner = within.find("joint_trajectory");
    const JsonCursor way = inner ? *inner : within;
    if (!way.has("joint_names")) {
      root.refuse("'joint_names' and 'points', or a message that holds them",
                  "JointTrajectory, RobotTrajectory, DisplayTrajectory and planning requests are "
                  "read");
    }
    refuse_moving_base(within);
    file.trajectory = read_joint_trajectory(way);
    number_times(file.trajectory, file.warnings);
    check_times(way.at("points"), file.trajectory);
  }
  file.trajectory.interpolation = natural_interpolation(file.trajectory);
  check(file.trajectory);
  return file;
}
}  // namespace

JointTrajectory parse_trajectory_json(std::string_view text, const std::string& place) {
  const json::Json document = json::parse_json(text, place);
  return read_trajectory(JsonCursor(document, place)).trajectory;
}

TrajectoryFile load_trajectory_file(const std::filesystem::path& path) {
  io::refuse_foreign_format(path, io::Wanted::kTrajectory);
  const std::string text = read_file(path, kLargestTrajectory);
  const auto first = text.find_first_not_of(" \t\r\n");
  const bool is_json =
      io::lower_extension(path) == ".json" || (first != std::string::npos && text[first] == '{');
  if (!is_json && !yaml::is_yaml(path)) return parse_trajectory_table(text, path.string());
  const json::Json document = yaml::parse_document(text, path.string());
  return read_trajectory(JsonCursor(document, path.string()));
}

JointTrajectory load_trajectory(const std::filesystem::path& path) {
  return load_trajectory_file(path).trajectory;
}

std::vector<TimedPose> load_rigid_path(const std::filesystem::path& path) {
  return parse_rigid_path(read_file(path, kLargestTrajectory), path.string());
}

}  // namespace graze
