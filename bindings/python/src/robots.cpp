// SPDX-License-Identifier: MIT
// graze.Robot and graze.Trajectory.                                                            [G3]
#include <algorithm>
#include <optional>
#include <tuple>

#include "bindings.h"
#include "graze/base/error.h"
#include "graze/io/robot_io.h"
#include "graze/io/trajectory_io.h"
#include "graze/scene/robot_scene.h"
#include "reports.h"

namespace graze::python {
namespace {

using Path = std::filesystem::path;

Robot load_robot(const Path& urdf, const std::optional<Path>& srdf,
                 const std::vector<Path>& package_dirs) {
  UrdfOptions options;
  options.package_dirs = package_dirs;
  Robot robot = load_urdf(urdf, options);
  if (srdf) load_srdf(*srdf, robot);
  return robot;
}

std::vector<std::string> moved_names(const Robot& robot) {
  std::vector<std::string> names;
  for (const std::size_t joint : moved_joints(robot)) names.push_back(robot.joints[joint].name);
  return names;
}

std::vector<double> moved_home(const Robot& robot) {
  const std::vector<double> all = home_values(robot);
  std::vector<double> values;
  for (const std::size_t joint : moved_joints(robot)) values.push_back(all[joint]);
  return values;
}

std::vector<std::string> link_names(const Robot& robot) {
  std::vector<std::string> names;
  for (const RobotLink& link : robot.links) names.push_back(link.name);
  return names;
}

using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

JointTrajectory make_trajectory(const std::vector<std::string>& joints, const Numbers& times,
                                const Numbers& positions) {
  if (times.ndim() != 1 || positions.ndim() != 2 || positions.shape(0) != times.shape(0) ||
      positions.shape(1) != static_cast<py::ssize_t>(joints.size())) {
    throw InputError({.place = "positions",
                      .found = py::str(positions.attr("shape")).cast<std::string>(),
                      .expected = "one row for each time and one column for each joint",
                      .advice = {}});
  }
  JointTrajectory trajectory{.joints = joints};
  const auto rows = positions.unchecked<2>();
  for (py::ssize_t i = 0; i < times.shape(0); ++i) {
    TrajectoryPoint point{.time = times.at(i)};
    for (py::ssize_t k = 0; k < positions.shape(1); ++k) point.positions.push_back(rows(i, k));
    trajectory.points.push_back(std::move(point));
  }
  check(trajectory);
  return trajectory;
}

py::array_t<double> times_of(const JointTrajectory& trajectory) {
  py::array_t<double> times(static_cast<py::ssize_t>(trajectory.points.size()));
  double* at = times.mutable_data();
  for (const TrajectoryPoint& point : trajectory.points) *at++ = point.time;
  return times;
}

py::array_t<double> positions_of(const JointTrajectory& trajectory) {
  py::array_t<double> positions({static_cast<py::ssize_t>(trajectory.points.size()),
                                 static_cast<py::ssize_t>(trajectory.joints.size())});
  double* at = positions.mutable_data();
  for (const TrajectoryPoint& point : trajectory.points) {
    at = std::copy(point.positions.begin(), point.positions.end(), at);
  }
  return positions;
}

using PointState =
    std::tuple<double, std::vector<double>, std::vector<double>, std::vector<double>>;

py::tuple trajectory_state(const JointTrajectory& trajectory) {
  std::vector<PointState> points;
  for (const TrajectoryPoint& p : trajectory.points) {
    points.emplace_back(p.time, p.positions, p.velocities, p.accelerations);
  }
  return py::make_tuple(trajectory.joints, points, static_cast<int>(trajectory.interpolation));
}

JointTrajectory trajectory_from_state(const py::tuple& state) {
  JointTrajectory trajectory{.joints = state[0].cast<std::vector<std::string>>()};
  for (const auto& [time, q, v, a] : state[1].cast<std::vector<PointState>>()) {
    trajectory.points.push_back({time, q, v, a});
  }
  trajectory.interpolation = static_cast<JointInterpolation>(state[2].cast<int>());
  check(trajectory);
  return trajectory;
}

Scene scene_for(const Robot& robot, const JointTrajectory& trajectory, const py::object& world) {
  return make_robot_scene(robot, world.is_none() ? Scene{} : world.cast<Scene>(), {}, trajectory)
      .scene;
}

std::vector<NamedReport> check_trajectory(const Robot& robot, const JointTrajectory& trajectory,
                                          const py::object& world, const py::kwargs& arguments) {
  const PreparedScene ready(scene_for(robot, trajectory, world));
  ContactOptions options = options_from(ready.scene(), arguments);
  auto reports =
      named(ready.scene(),
            without_lock(options.budget, [&] { return contacts_per_pair(ready, options); }));
  const auto question = asked(ready, options, false);
  for (NamedReport& report : reports) report.asked = question;
  return reports;
}

void bind_trajectory(py::module_& m) {
  py::class_<JointTrajectory>(m, "Trajectory", "Waypoints of joints with times.")
      .def(py::init(&make_trajectory), py::arg("joints"), py::arg("times"), py::arg("positions"))
      .def_static(
          "load", [](const Path& path) { return load_trajectory(path); }, py::arg("path"),
          "CSV or JSON.")
      .def_readonly("joints", &JointTrajectory::joints)
      .def_property_readonly("times", &times_of, "(n,) seconds.")
      .def_property_readonly("positions", &positions_of, "(n, joints).")
      .def_property_readonly("span", [](const JointTrajectory& t) { return to_tuple(span_of(t)); })
      .def("__len__", [](const JointTrajectory& t) { return t.points.size(); })
      .def(py::pickle(&trajectory_state, &trajectory_from_state))
      .def("__repr__", [](const JointTrajectory& t) {
        return "<graze.Trajectory: " + std::to_string(t.points.size()) + " waypoints of " +
               std::to_string(t.joints.size()) + " joints>";
      });
}

}  // namespace

void bind_robots(py::module_& m) {
  bind_trajectory(m);
  py::class_<Robot>(m, "Robot", "Links on joints, from a URDF and an SRDF.")
      .def_static("load", &load_robot, py::arg("urdf"), py::arg("srdf") = py::none(),
                  py::arg("package_dirs") = std::vector<Path>{},
                  "Reads a URDF with its meshes, and an SRDF.")
      .def_readonly("name", &Robot::name)
      .def_property_readonly("joints", &moved_names, "Those that are moved.")
      .def_property_readonly("links", &link_names)
      .def_property_readonly("home", &moved_home, "Where `joints` rest.")
      .def("scene", &scene_for, py::arg("trajectory"), py::arg("world") = py::none(),
           "The robot on its way, as a Scene.")
      .def("check", &check_trajectory, py::arg("trajectory"), py::arg("world") = py::none(),
           "Each pair's first contact on the way, between the waypoints too.")
      .def("__repr__", [](const Robot& robot) {
        return "<graze.Robot " + robot.name + ": " + std::to_string(robot.links.size()) +
               " links, " + std::to_string(moved_joints(robot).size()) + " moved joints>";
      });
}

}  // namespace graze::python
