// SPDX-License-Identifier: MIT
// graze.World: rigid bodies that move, touch, slide and hit, and never pass each other.  [C11, C12]
#include "world.h"

#include <pybind11/functional.h>

#include "controllers.h"
#include "graze/base/error.h"
#include "graze/simulation/load_world_scene.h"

namespace graze::python {
namespace {
using Path = std::filesystem::path;
using NamePairs = std::vector<std::pair<std::string, std::string>>;

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

std::string describe_world(const LockedWorld& self) {
  return "<graze.World: " + std::to_string(self.names()->size()) + " bodies at " +
         py::repr(py::float_(self.idle().time())).cast<std::string>() + " s>";
}

std::string to_json(const LockedWorld& self) {
  if (self.undescribed().empty()) return format_world_scene(self.scene());
  throw InputError({"world", self.undescribed(), "a world that a file can describe", ""});
}

void bind_making(WorldClass& world) {
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
      .def("to_json", &to_json, "The world at its start as a scene.json.");
}

void bind_steps(WorldClass& world) {
  world.def("overlaps", &overlaps, "Pairs of names that overlap now.")
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
      .def_property_readonly("energy", [](const LockedWorld& w) { return w.idle().energy(); })
      .def_property_readonly("momentum", [](const LockedWorld& w) { return w.idle().momentum(); })
      .def_property_readonly("angular_momentum",
                             [](const LockedWorld& w) { return w.idle().angular_momentum(); })
      .def("__len__", [](const LockedWorld& w) { return w.names()->size(); })
      .def("__repr__", &describe_world);
}

}  // namespace

void bind_world(py::module_& m) {
  bind_world_materials(m);
  WorldClass world(m, "World", "Rigid bodies that move, touch, slide and hit, and never pass.");
  bind_making(world);
  bind_world_bodies(world);
  bind_world_forces(world);
  bind_steps(world);
  bind_asking(world);
  bind_controllers(m, world);
}

}  // namespace graze::python
