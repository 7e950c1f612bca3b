// SPDX-License-Identifier: MIT
// graze.Robot, graze.Trajectory, graze.MotionChecker.                                      [C8, G3]
#include <algorithm>
#include <atomic>
#include <optional>
#include <span>

#include "bindings.h"
#include "graze/base/error.h"
#include "graze/base/parallel.h"
#include "graze/io/robot_io.h"
#include "graze/io/trajectory_io.h"
#include "graze/query/motion_checker.h"
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

/// Answers for many edges, by columns, written in place.
struct EdgeColumns {
  explicit EdgeColumns(py::ssize_t count)
      : free(count), safe(count), contact(count), pairs({count, py::ssize_t{2}}) {}

  py::array_t<bool> free;
  py::array_t<double> safe;
  py::array_t<double> contact;
  py::array_t<std::int64_t> pairs;  // two bodies an edge; -1: none
};

/// The same as plain memory: no lock is needed to write there.
struct EdgeRows {
  explicit EdgeRows(EdgeColumns& columns)
      : free(columns.free.mutable_data()),
        safe(columns.safe.mutable_data()),
        contact(columns.contact.mutable_data()),
        pairs(columns.pairs.mutable_data()) {}

  void write(std::size_t i, const MotionCheck& one) const {
    free[i] = one.is_free();
    safe[i] = one.safe;
    contact[i] = one.contact;
    pairs[2 * i] = one.pair ? one.pair->first.value : std::int64_t{-1};
    pairs[2 * i + 1] = one.pair ? one.pair->second.value : std::int64_t{-1};
  }

  bool* free;
  double* safe;
  double* contact;
  std::int64_t* pairs;
};

/// Some at a time: between them Ctrl-C is heard.
void check_all(const MotionChecker& checker, std::span<const double> q, int threads,
               const EdgeRows& rows, const std::atomic<bool>* cancel) {
  const std::size_t each = 2 * checker.joints().size();
  constexpr std::size_t kAtATime = 4096;
  for (std::size_t first = 0; first < q.size(); first += kAtATime * each) {
    if (cancel != nullptr && cancel->load(std::memory_order_relaxed)) return;
    const auto some = q.subspan(first, std::min(kAtATime * each, q.size() - first));
    const std::vector<MotionCheck> checks = checker.check_edges(some, threads);
    for (std::size_t i = 0; i < checks.size(); ++i) rows.write(first / each + i, checks[i]);
  }
}

void check_shape(const Numbers& edges, py::ssize_t dof) {
  if (edges.ndim() == 3 && edges.shape(1) == 2 && edges.shape(2) == dof && dof > 0) return;
  throw InputError(
      {.place = "edges",
       .found = "an array of shape " + py::str(edges.attr("shape")).cast<std::string>(),
       .expected = "(n, 2, " + std::to_string(dof) + "): both ends of each edge",
       .advice = {}});
}

/// free, safe, contact, pair: by name or unpacked.
py::object edge_checks_type() { return py::module_::import("graze._graze").attr("EdgeChecks"); }

py::object check_edges(const MotionChecker& checker, const Numbers& edges, int threads) {
  check_shape(edges, static_cast<py::ssize_t>(checker.joints().size()));
  EdgeColumns columns(edges.shape(0));
  const EdgeRows rows(columns);
  const std::span<const double> q(edges.data(), static_cast<std::size_t>(edges.size()));
  Budget budget;
  without_lock(budget, [&] {
    check_all(checker, q, threads, rows, budget.cancel);
    return 0;
  });
  return edge_checks_type()(columns.free, columns.safe, columns.contact, columns.pairs);
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

py::object names_of(const MotionChecker& checker, const MotionCheck& one) {
  if (!one.pair) return py::none();
  const auto& bodies = checker.scene().scene().bodies;
  return py::make_tuple(bodies[one.pair->first.index()].name,
                        bodies[one.pair->second.index()].name);
}

py::object check_one(const MotionChecker& checker, const std::vector<double>& q0,
                     const std::optional<std::vector<double>>& q1) {
  Budget none;
  const MotionCheck one =
      without_lock(none, [&] { return q1 ? checker.check(q0, *q1) : checker.check(q0); });
  return edge_checks_type()(one.is_free(), one.safe, one.contact, names_of(checker, one));
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
      .def("__repr__", [](const JointTrajectory& t) {
        return "<graze.Trajectory: " + std::to_string(t.points.size()) + " waypoints of " +
               std::to_string(t.joints.size()) + " joints>";
      });
}

void bind_checker(py::module_& m) {
  m.attr("EdgeChecks") =
      py::module_::import("collections").attr("namedtuple")("EdgeChecks", "free safe contact pair");
  m.attr("EdgeChecks").attr("__module__") = "graze";
  m.attr("EdgeChecks").attr("__doc__") =
      "free: proved at every instant; safe: free before; contact: where they are within tolerance; "
      "pair: which bodies.";
  py::class_<MotionChecker>(m, "MotionChecker",
                            "For planners: is a straight motion of the joints free, proved?")
      .def(py::init(&make_checker), py::arg("robot"), py::arg("world") = py::none(),
           py::arg("joints") = std::vector<std::string>{}, py::arg("tolerance") = 1e-5,
           py::arg("margin") = 0.0, py::arg("earliest") = false)
      .def("check", &check_one, py::arg("q0"), py::arg("q1") = py::none(),
           "(free, safe, contact, pair) of one edge, or of one configuration; `pair` by names.")
      .def("check_edges", &check_edges, py::arg("edges"), py::arg("threads") = 0,
           "Arrays (free, safe, contact, pair) for an array (n, 2, dof), on all cores; `pair` "
           "counts "
           "as `names` does, -1: none.")
      .def_property_readonly(
          "joints",
          [](const MotionChecker& checker) {
            std::vector<std::string> names;
            for (const std::size_t joint : checker.joints()) {
              names.push_back(checker.robot().joints[joint].name);
            }
            return names;
          },
          "Names of the joints, in the order of the columns.")
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
                  py::arg("package_dirs") = std::vector<Path>{},
                  "Reads a URDF with its meshes, and an SRDF.")
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
