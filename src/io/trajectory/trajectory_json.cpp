// SPDX-License-Identifier: MIT
// ROS's trajectory_msgs/JointTrajectory as JSON, also inside a moveit_msgs/RobotTrajectory.
#include <algorithm>

#include "graze/io/file.h"
#include "graze/io/trajectory_io.h"
#include "io/json/json_cursor.h"

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

/// As many numbers as joints; an empty array counts as not there.
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
  point.time = read_duration(cursor.at("time_from_start"));
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

JointTrajectory parse_trajectory_json(std::string_view text, const std::string& place) {
  const json::Json document = json::parse_json(text, place);
  JsonCursor root(document, place);
  if (const auto inner = root.find("joint_trajectory")) root = *inner;
  root.expect_keys({"header", "joint_names", "points"});
  JointTrajectory trajectory;
  trajectory.joints = read_names(root.at("joint_names"));
  for (const JsonCursor& item : root.at("points").items()) {
    trajectory.points.push_back(read_point(item, trajectory.joints.size()));
    const std::size_t last = trajectory.points.size() - 1;
    if (last > 0 && !(trajectory.points[last - 1].time < trajectory.points[last].time)) {
      item.at("time_from_start").refuse("a time after that of the point before");
    }
  }
  if (trajectory.points.empty()) root.at("points").refuse("at least one point");
  trajectory.interpolation = natural_interpolation(trajectory);
  check(trajectory);
  return trajectory;
}

JointTrajectory load_trajectory(const std::filesystem::path& path) {
  const std::string text = read_file(path, kLargestTrajectory);
  return path.extension() == ".json" ? parse_trajectory_json(text, path.string())
                                     : parse_trajectory_csv(text, path.string());
}

std::vector<TimedPose> load_rigid_path(const std::filesystem::path& path) {
  return parse_rigid_path(read_file(path, kLargestTrajectory), path.string());
}

}  // namespace graze
