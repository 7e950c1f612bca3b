// SPDX-License-Identifier: MIT
// graze.Motion: formulas, and functions written in Python.
#include "graze/motion/motion.h"

#include "bindings.h"
#include "custom_motion.h"
#include "graze/base/error.h"
#include "graze/io/load_scene.h"
#include "graze/io/write_scene.h"

namespace graze::python {
namespace {

Interpolation interpolation_named(const std::string& name) {
  if (name == "screw") return Interpolation::kScrew;
  if (name == "slerp") return Interpolation::kSlerp;
  if (name == "six_parameters") return Interpolation::kSixParameters;
  if (name == "step") return Interpolation::kStep;
  throw InputError({.place = "interpolation",
                    .found = "'" + name + "'",
                    .expected = "'screw', 'slerp', 'six_parameters' or 'step'",
                    .advice = {}});
}

Outside outside_named(const std::string& name) {
  if (name == "hold") return Outside::kHold;
  if (name == "loop") return Outside::kLoop;
  if (name == "error") return Outside::kError;
  throw InputError({.place = "outside",
                    .found = "'" + name + "'",
                    .expected = "'hold', 'loop' or 'error'",
                    .advice = {}});
}

Motion between(const py::object& begin, const py::object& end, const py::object& domain,
               const std::string& interpolation, const std::string& outside) {
  return Motion::between(pose_from(begin, "begin"), pose_from(end, "end"),
                         interval_from(domain, "domain"), interpolation_named(interpolation),
                         outside_named(outside));
}

Motion screw(const Vec3& axis, double angle, const Vec3& point, double slide,
             const py::object& begin, const py::object& domain, const std::string& outside) {
  return Motion::screw({.begin = pose_from(begin, "begin"),
                        .point = point,
                        .axis = axis,
                        .angle = angle,
                        .slide = slide},
                       interval_from(domain, "domain"), outside_named(outside));
}

Motion path(const std::vector<double>& times, const py::sequence& poses,
            const std::string& interpolation, const std::string& outside) {
  if (times.size() != poses.size()) {
    throw InputError({.place = "poses",
                      .found = std::to_string(poses.size()),
                      .expected = "one for each of " + std::to_string(times.size()) + " times",
                      .advice = {}});
  }
  std::vector<TimedPose> keys;
  for (std::size_t i = 0; i < times.size(); ++i) {
    keys.push_back({times[i], pose_from(py::object(poses[i]), "poses")});
  }
  return Motion::path(keys, interpolation_named(interpolation), outside_named(outside));
}

std::string describe_motion(const Motion& motion) {
  return "<graze.Motion " + std::string(motion.kind()) + " over " +
         py::str(to_tuple(motion.domain())).cast<std::string>() + ">";
}

py::array_t<double> poses_at(const Motion& motion,
                             const py::array_t<double, py::array::forcecast>& times) {
  if (times.ndim() != 1) throw py::type_error("times: expected an array of one dimension");
  py::array_t<double> poses({times.shape(0), py::ssize_t{4}, py::ssize_t{4}});
  const auto at = times.unchecked<1>();
  auto entries = poses.mutable_unchecked<3>();
  for (py::ssize_t i = 0; i < times.shape(0); ++i) {
    const Pose pose = pose_at(motion, at(i));
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column)
        entries(i, row, column) = pose.rotation(row, column);
      entries(i, row, 3) = pose.translation[row];
      entries(i, 3, row) = 0.0;
    }
    entries(i, 3, 3) = 1.0;
  }
  return poses;
}

/// As the only body of a scene: motions are written as parts of one.
py::tuple motion_state(const Motion& motion) {
  Scene scene;
  scene.bodies.push_back({.name = "body", .motion = motion});
  return py::make_tuple(format_scene(scene));
}

Motion motion_from_state(const py::tuple& state) {
  return parse_scene(state[0].cast<std::string>(), "pickle").bodies.at(0).motion;
}

}  // namespace

void bind_motion(py::module_& m) {
  const py::tuple unit = py::make_tuple(0.0, 1.0);
  py::class_<Motion>(m, "Motion", "Where a body is at every time. Poses are 4 x 4 matrices.")
      .def(py::init<>(), "Stands still at the identity.")
      .def_static(
          "still", [](const py::object& pose) { return Motion::still(pose_from(pose, "pose")); },
          py::arg("pose") = py::none(), "Stays where it is: a matrix or a position.")
      .def_static("between", &between, py::arg("begin"), py::arg("end"), py::arg("domain") = unit,
                  py::arg("interpolation") = "screw", py::arg("outside") = "hold",
                  "From one pose to another.")
      .def_static("screw", &screw, py::arg("axis"), py::arg("angle"),
                  py::arg("point") = Vec3(0.0, 0.0, 0.0), py::arg("slide") = 0.0,
                  py::arg("begin") = py::none(), py::arg("domain") = unit,
                  py::arg("outside") = "hold",
                  "Turns by `angle` radians about a line and slides along it; any number of turns.")
      .def_static("path", &path, py::arg("times"), py::arg("poses"),
                  py::arg("interpolation") = "screw", py::arg("outside") = "hold",
                  "Through all poses in order.")
      .def_static("composed", &Motion::composed, py::arg("outer"), py::arg("inner"),
                  "`inner` carried along by `outer`.")
      .def_static("reversed", &Motion::reversed, py::arg("motion"), "The same way back.")
      .def_static(
          "custom", &custom_motion, py::arg("pose_at"), py::arg("speed"), py::arg("angular_speed"),
          py::arg("domain") = unit, py::arg("breakpoints") = std::vector<double>{},
          py::arg("acceleration") = py::none(), py::arg("angular_acceleration") = py::none(),
          "Your own function of time. `speed` (of the body's origin) and `angular_speed` "
          "are the largest that occur: proofs rest on them. With the largest accelerations, "
          "too, every method applies, and a body of a World may be driven by it.")
      .def_static(
          "from_json",
          [](const std::string& text, const py::object& span) {
            return parse_motion(text, "motion", interval_from(span, "span"));
          },
          py::arg("text"), py::arg("span") = unit, "As in scene.json.")
      .def(
          "pose_at", [](const Motion& motion, double t) { return matrix_of(pose_at(motion, t)); },
          py::arg("t"))
      .def("poses_at", &poses_at, py::arg("times"), "(n, 4, 4) for n times.")
      .def_property_readonly("domain",
                             [](const Motion& motion) { return to_tuple(motion.domain()); })
      .def_property_readonly("kind",
                             [](const Motion& motion) { return std::string(motion.kind()); })
      .def_property_readonly("is_still", &Motion::is_still)
      .def("__repr__", &describe_motion)
      .def(py::pickle(&motion_state, &motion_from_state));
}

}  // namespace graze::python
