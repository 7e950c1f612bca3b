// SPDX-License-Identifier: MIT
// What moves the bodies of a graze.World, and how they move.
#include "world.h"

namespace graze::python {
namespace {

void bind_body_commands(WorldClass& world) {
  const Vec3 zero = Vec3::Zero();
  world
      .def(
          "set_force",
          [](LockedWorld& w, const py::object& body, const Vec3& force, const Vec3& torque) {
            w.idle().set_force(w.body(body, "body"), force, torque);
          },
          py::arg("body"), py::arg("force"), py::arg("torque") = zero,
          "At the centre of mass, until it is changed.")
      .def(
          "set_force_at",
          [](LockedWorld& w, const py::object& body, const Vec3& force, const Vec3& point) {
            w.idle().set_force_at(w.body(body, "body"), force, point);
          },
          py::arg("body"), py::arg("force"), py::arg("point"), "At a point of the world.")
      .def(
          "set_command",
          [](LockedWorld& w, const py::object& body, const Vec3& velocity, const Vec3& turn) {
            w.idle().set_command(w.body(body, "body"), velocity, turn);
          },
          py::arg("body"), py::arg("velocity"), py::arg("angular_velocity") = zero,
          "Where a body of a world of first order goes, as far as it can.")
      .def(
          "set_motion",
          [](LockedWorld& w, const py::object& body, const Motion& motion) {
            w.idle().set_motion(w.body(body, "body"), motion);
          },
          py::arg("body"), py::arg("motion"), "Of a driven body.")
      .def(
          "place",
          [](LockedWorld& w, const py::object& body, const py::object& pose, const Vec3& velocity,
             const Vec3& turn) {
            w.idle().place(w.body(body, "body"), pose_from(pose, "pose"), velocity, turn);
          },
          py::arg("body"), py::arg("pose"), py::arg("velocity") = zero,
          py::arg("angular_velocity") = zero, "Puts a body in a new place.");
}

void bind_body_states(WorldClass& world) {
  world
      .def(
          "pose",
          [](const LockedWorld& w, const py::object& body) {
            return matrix_of(w.idle().state(w.body(body, "body")).pose);
          },
          py::arg("body"))
      .def(
          "velocity",
          [](const LockedWorld& w, const py::object& body) {
            return w.idle().state(w.body(body, "body")).velocity;
          },
          py::arg("body"), "Of the centre of mass.")
      .def(
          "angular_velocity",
          [](const LockedWorld& w, const py::object& body) {
            return w.idle().state(w.body(body, "body")).angular_velocity;
          },
          py::arg("body"))
      .def(
          "mass",
          [](const LockedWorld& w, const py::object& body) {
            return w.idle().mass(w.body(body, "body"));
          },
          py::arg("body"), "Mass, centre and inertia of a dynamic body.")
      .def(
          "joint_value",
          [](const LockedWorld& w, const py::object& joint) {
            return w.idle().state().joints[w.joint(joint, "joint").index()].value;
          },
          py::arg("joint"), "Radians or length since the joint was added; turns add up.")
      .def(
          "skin",
          [](const LockedWorld& w, const py::object& a, const py::object& b) {
            return w.idle().skin(w.body(a, "a"), w.body(b, "b"));
          },
          py::arg("a"), py::arg("b"), "The distance at which two bodies rest.");
}

}  // namespace

void bind_world_forces(WorldClass& world) {
  bind_body_commands(world);
  bind_body_states(world);
}

}  // namespace graze::python
