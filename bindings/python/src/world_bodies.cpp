// SPDX-License-Identifier: MIT
// What a graze.World is made of: materials, bodies, joints and their motors.
#include <algorithm>
#include <array>

#include "graze/base/error.h"
#include "world.h"

namespace graze::python {
namespace {

Role role_named(const std::string& name) {
  if (name == "static") return Role::kStatic;
  if (name == "driven") return Role::kDriven;
  if (name == "dynamic") return Role::kDynamic;
  throw InputError({"role", "'" + name + "'", "'dynamic', 'driven' or 'static'", ""});
}

LinkKind link_named(const std::string& name) {
  constexpr std::array<std::pair<const char*, LinkKind>, 7> kinds{
      {{"fixed", LinkKind::kFixed},
       {"revolute", LinkKind::kRevolute},
       {"prismatic", LinkKind::kPrismatic},
       {"ball", LinkKind::kBall},
       {"screw", LinkKind::kScrew},
       {"distance", LinkKind::kDistance},
       {"gear", LinkKind::kGear}}};
  for (const auto& [known, kind] : kinds) {
    if (name == known) return kind;
  }
  throw InputError({"kind", "'" + name + "'",
                    "'fixed', 'revolute', 'prismatic', 'ball', 'screw', 'distance' or 'gear'", ""});
}

std::array<bool, 6> locked_from(const std::vector<std::string>& names) {
  constexpr std::array<const char*, 6> known{"x", "y", "z", "rx", "ry", "rz"};
  std::array<bool, 6> locked{};
  for (const std::string& name : names) {
    const auto* const at = std::find(known.begin(), known.end(), name);
    if (at == known.end()) {
      throw InputError({"locked", "'" + name + "'", "some of 'x', 'y', 'z', 'rx', 'ry', 'rz'", ""});
    }
    locked[static_cast<std::size_t>(at - known.begin())] = true;
  }
  return locked;
}

Motion motion_or_pose(const py::object& value) {
  if (py::isinstance<Motion>(value)) return value.cast<Motion>();
  return Motion::still(pose_from(value, "motion"));
}

std::size_t add_to_world(LockedWorld& self, const std::string& name, const Shape& shape,
                         const py::object& motion, const std::string& role, double mass,
                         const std::optional<double>& density, const Vec3& velocity,
                         const Vec3& angular_velocity, const std::vector<std::string>& locked,
                         const std::string& material, double padding,
                         const std::vector<std::string>& groups, const std::optional<bool>& solid) {
  WorldBody body;
  body.body.name = name;
  body.body.shape = shape;
  body.body.motion = motion_or_pose(motion);
  body.body.mass = mass;
  body.body.padding = padding;
  body.body.groups = groups;
  body.body.solid = solid;
  body.role = role_named(role);
  body.density = density;
  body.velocity = velocity;
  body.angular_velocity = angular_velocity;
  body.is_locked = locked_from(locked);
  body.material = material;
  return self.add(std::move(body));
}

std::size_t join(LockedWorld& self, const std::string& kind, const py::object& a,
                 const py::object& b, const Vec3& point, const Vec3& axis, const Vec3& point_b,
                 const Vec3& axis_b, double pitch, double ratio, const py::object& limits,
                 const std::optional<JointMotor>& motor, double friction, double break_force,
                 bool bodies_may_touch, const std::string& name) {
  WorldJoint joint;
  joint.name = name;
  joint.kind = link_named(kind);
  joint.a = self.body(a, "a");
  joint.b = self.body(b, "b");
  joint.point = point;
  joint.axis = axis;
  joint.point_b = point_b;
  joint.axis_b = axis_b;
  joint.pitch = pitch;
  joint.ratio = ratio;
  if (!limits.is_none()) joint.limits = interval_from(limits, "limits");
  joint.motor = motor;
  joint.friction = friction;
  joint.break_force = break_force;
  joint.bodies_may_touch = bodies_may_touch;
  return self.join(joint);
}

}  // namespace

void bind_world_materials(py::module_& m) {
  py::class_<ContactMaterial>(m, "Material", "How bodies touch: friction and bounce.")
      .def(py::init([](double friction, double restitution, double rolling, double spinning) {
             return ContactMaterial{friction, restitution, rolling, spinning};
           }),
           py::arg("friction") = 0.5, py::arg("restitution") = 0.0, py::arg("rolling") = 0.0,
           py::arg("spinning") = 0.0)
      .def_readwrite("friction", &ContactMaterial::friction)
      .def_readwrite("restitution", &ContactMaterial::restitution)
      .def_readwrite("rolling", &ContactMaterial::rolling)
      .def_readwrite("spinning", &ContactMaterial::spinning)
      .def(py::pickle(
          [](const ContactMaterial& c) {
            return py::make_tuple(c.friction, c.restitution, c.rolling, c.spinning);
          },
          [](const py::tuple& t) {
            return ContactMaterial{t[0].cast<double>(), t[1].cast<double>(), t[2].cast<double>(),
                                   t[3].cast<double>()};
          }))
      .def("__repr__", [](const ContactMaterial& c) {
        return "graze.Material(friction=" + py::repr(py::float_(c.friction)).cast<std::string>() +
               ", restitution=" + py::repr(py::float_(c.restitution)).cast<std::string>() + ")";
      });
  py::class_<JointMotor>(m, "Motor", "Drives a joint; with a target it is a servo.")
      .def(py::init([](double speed, double most_force, const std::optional<double>& target) {
             return JointMotor{speed, most_force, target};
           }),
           py::arg("speed") = 0.0, py::arg("most_force") = kInfinity,
           py::arg("target") = py::none())
      .def_readwrite("speed", &JointMotor::speed)
      .def_readwrite("most_force", &JointMotor::most_force)
      .def_readwrite("target", &JointMotor::target)
      .def(py::pickle(
          [](const JointMotor& c) { return py::make_tuple(c.speed, c.most_force, c.target); },
          [](const py::tuple& t) {
            return JointMotor{t[0].cast<double>(), t[1].cast<double>(),
                              t[2].cast<std::optional<double>>()};
          }));
}

void bind_world_bodies(WorldClass& world) {
  const Vec3 zero = Vec3::Zero();
  world
      .def("add", &add_to_world, py::arg("name"), py::arg("shape"), py::arg("motion") = py::none(),
           py::arg("role") = "dynamic", py::arg("mass") = 1.0, py::arg("density") = py::none(),
           py::arg("velocity") = zero, py::arg("angular_velocity") = zero,
           py::arg("locked") = std::vector<std::string>{}, py::arg("material") = "",
           py::arg("padding") = 0.0, py::arg("groups") = std::vector<std::string>{},
           py::arg("solid") = py::none(),
           "Adds a body and returns its number. `motion`: where it starts (a 4 x 4 matrix or a "
           "position), or a Motion that a driven body follows.")
      .def(
          "remove", [](LockedWorld& w, const py::object& body) { w.remove(w.body(body, "body")); },
          py::arg("body"), "Removes a body and its joints; its number stays empty.")
      .def("join", &join, py::arg("kind"), py::arg("a"), py::arg("b"), py::arg("point") = zero,
           py::arg("axis") = Vec3(0.0, 0.0, 1.0), py::arg("point_b") = zero,
           py::arg("axis_b") = Vec3(0.0, 0.0, 1.0), py::arg("pitch") = 0.0, py::arg("ratio") = 1.0,
           py::arg("limits") = py::none(), py::arg("motor") = py::none(), py::arg("friction") = 0.0,
           py::arg("break_force") = kInfinity, py::arg("bodies_may_touch") = true,
           py::arg("name") = "",
           "Adds a joint and returns its number. Points and axes are in the world now; its value "
           "is 0 now. pitch: length per radian.")
      .def(
          "remove_joint",
          [](LockedWorld& w, const py::object& joint) { w.remove(w.joint(joint, "joint")); },
          py::arg("joint"))
      .def(
          "enable",
          [](LockedWorld& w, const py::object& joint, bool is_enabled) {
            w.idle().enable(w.joint(joint, "joint"), is_enabled);
          },
          py::arg("joint"), py::arg("is_enabled"), "Switches a joint on or off.")
      .def(
          "set_motor",
          [](LockedWorld& w, const py::object& joint, const std::optional<JointMotor>& motor) {
            w.idle().set_motor(w.joint(joint, "joint"), motor);
          },
          py::arg("joint"), py::arg("motor"), "A graze.Motor, or None.");
}

}  // namespace graze::python
