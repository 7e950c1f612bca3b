// SPDX-License-Identifier: MIT
// graze.Robot, graze.Trajectory, graze.MotionChecker.                                      [C8, G3]
#include <optional>

#include "bindings.h"
#include "graze/base/error.h"
#include "graze/base/parallel.h"
#include "graze/io/robot_io.h"
#include "graze/io/trajectory_io.h"
#include "graze/query/motion_checker.h"
#include "reports.h"

namespace graze::python {
namespace {

Robot load_robot(const std::string& urdf, const std::optional<std::string>& srdf,
                 const std::vector<std::string>& package_dirs) {
  UrdfOptions options;
  options.package_dirs.assign(package_dirs.begin(), package_dirs.end());
  Robot robot = load_urdf(urdf, options);
  if (srdf) load_srdf(*srdf, robot);
  return robot;
}

std::vector<std::string> moved_names(const Robot& robot) {
  std::vector<std::string> names;
  for (const std::size_t joint : moved_joints(robot)) names.push_back(robot.joints[joint].name);
  return names;
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

/// The scene of a robot that follows a trajectory in its world.
Scene trajectory_scene(const Robot& robot, const JointTrajectory& trajectory, Scene world) {
  const RobotBodies bodies = add_robot(world, robot, {});
  for (const MotionChange& change :
       trajectory_motions(robot, bodies, trajectory, home_values(robot))) {
    world.bodies[change.body.index()].motion = change.motion;
  }
  world.span = span_of(trajectory);
  return world;
}

Scene scene_for(const Robot& robot, const JointTrajectory& trajectory, const py::object& world) {
  return trajectory_scene(robot, trajectory, world.is_none() ? Scene{} : world.cast<Scene>());
}

std::vector<NamedReport> check_trajectory(const Robot& robot, const JointTrajectory& trajectory,
                                          const py::object& world, const py::kwargs& arguments) {
  const PreparedScene ready(scene_for(robot, trajectory, world));
  ContactOptions options = options_from(ready.scene(), arguments);
  return named(ready.scene(),
               without_lock(options.budget, [&] { return contacts_per_pair(ready, options); }));
}

/// Answers for many edges, by columns.
struct EdgeAnswers {
  std::vector<char> free;
  std::vector<double> safe;
  std::vector<double> contact;
  std::vector<std::int64_t> pairs;  // two bodies an edge; -1: none
};

EdgeAnswers check_all(const MotionChecker& checker, const double* q, std::size_t count,
                      int threads) {
  const std::size_t dof = checker.joints().size();
  EdgeAnswers answers{std::vector<char>(count), std::vector<double>(count),
                      std::vector<double>(count), std::vector<std::int64_t>(2 * count, -1)};
  constexpr std::size_t kChunk = 64;  // edges that share a warm start
  parallel_for((count + kChunk - 1) / kChunk,
               [&](std::size_t chunk) {
                 MotionWarmStart warm;
                 for (std::size_t i = chunk * kChunk; i < std::min(count, (chunk + 1) * kChunk);
                      ++i) {
                   const double* edge = q + 2 * dof * i;
                   const MotionCheck one = checker.check({edge, dof}, {edge + dof, dof}, &warm);
                   answers.free[i] = one.is_free() ? 1 : 0;
                   answers.safe[i] = one.safe;
                   answers.contact[i] = one.contact;
                   if (!one.pair) continue;
                   answers.pairs[2 * i] = one.pair->first.value;
                   answers.pairs[2 * i + 1] = one.pair->second.value;
                 }
               },
               threads);
  return answers;
}

template <typename Number>
py::array_t<Number> column(const std::vector<Number>& values) {
  return py::array_t<Number>(static_cast<py::ssize_t>(values.size()), values.data());
}

py::dict check_edges(const MotionChecker& checker, const Numbers& edges, int threads) {
  const auto dof = static_cast<py::ssize_t>(checker.joints().size());
  if (edges.ndim() != 3 || edges.shape(1) != 2 || edges.shape(2) != dof) {
    throw InputError(
        {.place = "edges",
         .found = "an array of shape " + py::str(edges.attr("shape")).cast<std::string>(),
         .expected = "(n, 2, " + std::to_string(dof) + "): both ends of each edge",
         .advice = {}});
  }
  Budget none;
  const EdgeAnswers answers = without_lock(none, [&] {
    return check_all(checker, edges.data(), static_cast<std::size_t>(edges.shape(0)), threads);
  });
  py::dict columns;
  columns["free"] = column(answers.free).attr("astype")("bool");
  columns["safe"] = column(answers.safe);
  columns["contact"] = column(answers.contact);
  columns["pair"] = column(answers.pairs).attr("reshape")(-1, 2);
  return columns;
}

MotionChecker make_checker(const Robot& robot, const py::object& world,
                           const std::vector<std::string>& joints, double tolerance, double margin,
                           bool earliest) {
  MotionCheckerOptions options;
  options.joints = joints;
  options.tolerance = tolerance;
  options.margin = margin;
  options.earliest = earliest;
  return MotionChecker(robot, world.is_none() ? Scene{} : world.cast<Scene>(), {}, options);
}

py::tuple check_one(const MotionChecker& checker, const std::vector<double>& q0,
                    const std::vector<double>& q1) {
  Budget none;
  const MotionCheck one = without_lock(none, [&] { return checker.check(q0, q1); });
  return py::make_tuple(one.is_free(), one.safe, one.contact);
}

void bind_trajectory(py::module_& m) {
  py::class_<JointTrajectory>(m, "Trajectory", "Waypoints of joints with times.")
      .def(py::init(&make_trajectory), py::arg("joints"), py::arg("times"), py::arg("positions"))
      .def_static(
          "load", [](const std::string& path) { return load_trajectory(path); }, py::arg("path"),
          "CSV or JSON.")
      .def_readonly("joints", &JointTrajectory::joints)
      .def_property_readonly("span", [](const JointTrajectory& t) { return to_tuple(span_of(t)); })
      .def("__len__", [](const JointTrajectory& t) { return t.points.size(); })
      .def("__repr__", [](const JointTrajectory& t) {
        return "<graze.Trajectory: " + std::to_string(t.points.size()) + " waypoints of " +
               std::to_string(t.joints.size()) + " joints>";
      });
}

void bind_checker(py::module_& m) {
  py::class_<MotionChecker>(m, "MotionChecker",
                            "For planners: is a straight motion of the joints free, proved?")
      .def(py::init(&make_checker), py::arg("robot"), py::arg("world") = py::none(),
           py::arg("joints") = std::vector<std::string>{}, py::arg("tolerance") = 1e-5,
           py::arg("margin") = 0.0, py::arg("earliest") = false)
      .def("check", &check_one, py::arg("q0"), py::arg("q1"), "(free, safe, contact) of one edge.")
      .def("check_edges", &check_edges, py::arg("edges"), py::arg("threads") = 0,
           "Columns free, safe, contact and pair for an array (n, 2, dof), on all cores.")
      .def_property_readonly(
          "names",
          [](const MotionChecker& checker) {
            std::vector<std::string> names;
            for (const Body& body : checker.scene().scene().bodies) names.push_back(body.name);
            return names;
          },
          "Names of the bodies that `pair` counts.");
}

}  // namespace

void bind_robots(py::module_& m) {
  bind_trajectory(m);
  py::class_<Robot>(m, "Robot", "Links on joints, from a URDF and an SRDF.")
      .def_static("load", &load_robot, py::arg("urdf"), py::arg("srdf") = py::none(),
                  py::arg("package_dirs") = std::vector<std::string>{})
      .def_readonly("name", &Robot::name)
      .def_property_readonly("joints", &moved_names, "Those that are moved.")
      .def_property_readonly("links", &link_names)
      .def_property_readonly("home", &home_values)
      .def("scene", &scene_for, py::arg("trajectory"), py::arg("world") = py::none(),
           "The robot on its way, as a Scene.")
      .def("check", &check_trajectory, py::arg("trajectory"), py::arg("world") = py::none(),
           "Each pair's first contact on the way, between the waypoints too.")
      .def("__repr__", [](const Robot& robot) {
        return "<graze.Robot " + robot.name + ": " + std::to_string(robot.links.size()) +
               " links, " + std::to_string(moved_joints(robot).size()) + " moved joints>";
      });
  bind_checker(m);
}

}  // namespace graze::python
