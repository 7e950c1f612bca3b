// SPDX-License-Identifier: MIT
// graze.World: rigid bodies that move, touch, slide and hit, and never pass each other.  [C11, C12]
#include "world.h"

#include <pybind11/functional.h>

#include <algorithm>
#include <array>

#include "controllers.h"
#include "graze/base/error.h"
#include "graze/simulation/load_world_scene.h"

namespace graze::python {
namespace {
using Path = std::filesystem::path;
using NamePairs = std::vector<std::pair<std::string, std::string>>;

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

std::unique_ptr<LockedWorld> make(
    double step, const Vec3& gravity, bool second_order, const std::optional<double>& skin,
    const ContactMaterial& material, const std::map<std::string, ContactMaterial>& materials,
    const std::map<std::pair<std::string, std::string>, ContactMaterial>& pair_materials,
    const NamePairs& may_touch, int max_inner_steps, int max_rounds, bool clamp_energy, int threads,
    const std::string& units) {
  WorldScene scene;
  scene.units = units;
  scene.options = {.step = step,
                   .gravity = gravity,
                   .second_order = second_order,
                   .skin = skin,
                   .material = material,
                   .materials = materials,
                   .pair_materials = pair_materials,
                   .may_touch = may_touch,
                   .max_inner_steps = max_inner_steps,
                   .max_rounds = max_rounds,
                   .clamp_energy = clamp_energy,
                   .threads = threads};
  return std::make_unique<LockedWorld>(std::move(scene));
}

Motion motion_or_pose(const py::object& value) {
  if (py::isinstance<Motion>(value)) return value.cast<Motion>();
  return Motion::still(pose_from(value, "motion"));
}

std::size_t add(LockedWorld& self, const std::string& name, const Shape& shape,
                const py::object& motion, const std::string& role, double mass,
                const std::optional<double>& density, const Vec3& velocity,
                const Vec3& angular_velocity, const std::vector<std::string>& locked,
                const std::string& material, double padding, const std::vector<std::string>& groups,
                const std::optional<bool>& solid) {
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

py::list overlaps(LockedWorld& self) {
  py::list pairs;
  for (const WorldOverlap& pair : self.idle().overlaps()) {
    pairs.append(py::make_tuple((*self.names())[pair.a.index()], (*self.names())[pair.b.index()]));
  }
  return pairs;
}

NamedRecording run(LockedWorld& self, double seconds,
                   const std::optional<std::function<void(double)>>& progress) {
  Interruptible interruptible;
  NamedRecording out{self.run(seconds, progress.value_or(nullptr), interruptible.flag()),
                     self.undescribed()};
  interruptible.raise_if_pressed();
  return out;
}

std::string describe(const LockedWorld& self) {
  return "<graze.World: " + std::to_string(self.names()->size()) + " bodies at " +
         py::repr(py::float_(self.idle().time())).cast<std::string>() + " s>";
}

std::string to_json(const LockedWorld& self) {
  if (self.undescribed().empty()) return format_world_scene(self.scene());
  throw InputError({"world", self.undescribed(), "a world that a file can describe", ""});
}

using WorldClass = py::class_<LockedWorld>;

void bind_making(WorldClass& world) {
  const Vec3 zero = Vec3::Zero();
  const WorldOptions options;
  world
      .def(py::init(&make), py::arg("step") = options.step, py::arg("gravity") = options.gravity,
           py::arg("second_order") = true, py::arg("skin") = py::none(),
           py::arg("material") = ContactMaterial{}, py::arg("materials") = options.materials,
           py::arg("pair_materials") = options.pair_materials, py::arg("may_touch") = NamePairs{},
           py::arg("max_inner_steps") = options.max_inner_steps,
           py::arg("max_rounds") = options.max_rounds, py::arg("clamp_energy") = true,
           py::arg("threads") = 1, py::arg("units") = "m",
           "`step` in seconds. second_order=False: bodies move as they are commanded, and stand "
           "when nothing is.")
      .def_static(
          "load",
          [](const Path& path) { return std::make_unique<LockedWorld>(load_world_scene(path)); },
          py::arg("path"), "Reads a scene.json with \"dynamics\", a rigid-ipc scene or a URDF.")
      .def("to_json", &to_json, "The world at its start as a scene.json.")
      .def("add", &add, py::arg("name"), py::arg("shape"), py::arg("motion") = py::none(),
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

void bind_commands(WorldClass& world) {
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
          py::arg("angular_velocity") = zero, "Puts a body in a new place.")
      .def("overlaps", &overlaps, "Pairs of names that overlap now.")
      .def(
          "separate", [](LockedWorld& w) { return w.idle().separate(); },
          "Moves dynamic bodies until nothing overlaps; False if that was not possible.")
      .def(
          "step",
          [](LockedWorld& w) {
            StepReport report = w.step();
            return NamedStep{std::move(report), w.names()};
          },
          "One step. What it did is returned. Raises InputError if bodies overlap at the start.")
      .def("run", &run, py::arg("seconds"), py::arg("progress") = py::none(),
           "Steps for so long and returns a graze.Recording.")
      .def(
          "restore", [](LockedWorld& w, const WorldState& state) { w.idle().restore(state); },
          py::arg("state"), "Goes on from a graze.WorldState with equal bits.");
}

void bind_asking(WorldClass& world) {
  world.def_property_readonly("time", [](const LockedWorld& w) { return w.idle().time(); })
      .def_property_readonly("names", [](const LockedWorld& w) { return *w.names(); })
      .def_property_readonly(
          "state", [](const LockedWorld& w) { return w.idle().state(); }, "All that changes.")
      .def_property(
          "gravity", [](const LockedWorld& w) { return w.idle().options().gravity; },
          [](LockedWorld& w, const Vec3& gravity) { w.idle().set_gravity(gravity); })
      .def_property(
          "second_order", [](const LockedWorld& w) { return w.idle().state().is_second_order; },
          [](LockedWorld& w, bool is_second) { w.idle().set_second_order(is_second); })
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
          py::arg("a"), py::arg("b"), "The distance at which two bodies rest.")
      .def_property_readonly("energy", [](const LockedWorld& w) { return w.idle().energy(); })
      .def_property_readonly("momentum", [](const LockedWorld& w) { return w.idle().momentum(); })
      .def_property_readonly("angular_momentum",
                             [](const LockedWorld& w) { return w.idle().angular_momentum(); })
      .def("__len__", [](const LockedWorld& w) { return w.names()->size(); })
      .def("__repr__", &describe);
}

}  // namespace

void bind_world(py::module_& m) {
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
      .def_readwrite("target", &JointMotor::target);
  WorldClass world(m, "World", "Rigid bodies that move, touch, slide and hit, and never pass.");
  bind_making(world);
  bind_commands(world);
  bind_asking(world);
  bind_controllers(m, world);
}

}  // namespace graze::python
