// SPDX-License-Identifier: MIT
// graze.Scene, graze.PreparedScene: bodies with shapes and motions, and which may touch.
#include "graze/scene/scene.h"

#include "bindings.h"
#include "graze/io/load_scene.h"
#include "graze/io/open_scene.h"
#include "graze/io/write_scene.h"

namespace graze::python {
namespace {

Scene make_scene(const py::object& span, const std::string& units,
                 const std::optional<double>& tolerance, const std::string& name) {
  Scene scene;
  scene.name = name;
  scene.units = units;
  scene.span = interval_from(span, "span");
  scene.tolerance = tolerance;
  return scene;
}

Motion motion_from(const py::object& value) {
  if (py::isinstance<Motion>(value)) return value.cast<Motion>();
  return Motion::still(pose_from(value, "motion"));
}

std::size_t add_to_scene(Scene& scene, const std::string& name, const Shape& shape,
                         const py::object& motion, const py::object& parent, double padding,
                         const std::vector<std::string>& groups, const std::optional<bool>& solid) {
  Body body;
  body.name = name;
  body.shape = shape;
  body.motion = motion_from(motion);
  body.padding = padding;
  body.groups = groups;
  body.solid = solid;
  if (!parent.is_none()) body.parent = body_from(scene, parent, "parent");
  return add_body(scene, std::move(body)).index();
}

std::vector<std::string> body_names(const Scene& scene) {
  std::vector<std::string> names;
  for (const Body& body : scene.bodies) names.push_back(body.name);
  return names;
}

std::string describe_scene(const Scene& scene) {
  return "<graze.Scene: " + std::to_string(scene.bodies.size()) + " bodies over " +
         py::str(to_tuple(scene.span)).cast<std::string>() + " s>";
}

py::list pairs_of(const Scene& scene) {
  py::list pairs;
  for (const auto& [a, b] : checked_pairs(scene)) {
    pairs.append(py::make_tuple(scene.bodies[a.index()].name, scene.bodies[b.index()].name));
  }
  return pairs;
}

py::array_t<double> world_pose(const Scene& scene, const py::object& body, double t) {
  return matrix_of(pose_at(world_motion(scene, body_from(scene, body, "body")), t));
}

void set_motion(Scene& scene, const py::object& body, const py::object& motion) {
  scene.bodies[body_from(scene, body, "body").index()].motion = motion_from(motion);
}

}  // namespace

void bind_scene(py::module_& m) {
  py::class_<Scene>(m, "Scene", "Bodies that move over a common span of time.")
      .def(py::init(&make_scene), py::arg("span") = py::make_tuple(0.0, 1.0),
           py::arg("units") = "m", py::arg("tolerance") = py::none(), py::arg("name") = "")
      .def_static(
          "load", [](const std::filesystem::path& path) { return open_scene(path); },
          py::arg("path"), "Reads a scene.json and the meshes that it names.")
      .def_static(
          "from_json",
          [](const std::string& text, const std::filesystem::path& folder) {
            return parse_scene(text, "scene", folder);
          },
          py::arg("text"), py::arg("folder") = ".", "From the text of a scene.json.")
      .def(
          "to_json", [](const Scene& scene) { return format_scene(scene); },
          "The whole scene as text; read again it is the same.")
      .def(
          "save",
          [](const Scene& scene, const std::filesystem::path& path) { write_scene(path, scene); },
          py::arg("path"))
      .def(
          "add", &add_to_scene, py::arg("name"), py::arg("shape"), py::arg("motion") = py::none(),
          py::arg("parent") = py::none(), py::arg("padding") = 0.0,
          py::arg("groups") = std::vector<std::string>{}, py::arg("solid") = py::none(),
          "Adds a body and returns its number. `motion` is a Motion, a 4 x 4 matrix or a position.")
      .def("set_motion", &set_motion, py::arg("body"), py::arg("motion"))
      .def(
          "may_touch",
          [](Scene& scene, const std::string& a, const std::string& b) {
            scene.may_touch.emplace_back(a, b);
          },
          py::arg("a"), py::arg("b"),
          "These two bodies or groups may touch: the pair is not asked about.")
      .def("world_pose", &world_pose, py::arg("body"), py::arg("t"))
      .def("checked_pairs", &pairs_of, "Names of the pairs that must not touch.")
      .def(
          "prepare",
          [](const Scene& scene) {
            const py::gil_scoped_release release;
            return PreparedScene(scene);
          },
          "Checked, with trees built: for many questions.")
      .def_property_readonly("names", &body_names)
      .def_readwrite("units", &Scene::units)
      .def_readwrite("tolerance", &Scene::tolerance)
      .def_property(
          "span", [](const Scene& scene) { return to_tuple(scene.span); },
          [](Scene& scene, const py::object& span) { scene.span = interval_from(span, "span"); })
      .def("__len__", [](const Scene& scene) { return scene.bodies.size(); })
      .def("__repr__", &describe_scene)
      .def(py::pickle([](const Scene& scene) { return py::make_tuple(format_scene(scene)); },
                      [](const py::tuple& state) {
                        return parse_scene(state[0].cast<std::string>(), "pickle");
                      }));
  py::class_<PreparedScene>(
      m, "PreparedScene", "A scene made ready for many questions. Immutable; safe in every thread.")
      .def(py::init<Scene>(), py::arg("scene"))
      .def_property_readonly("names",
                             [](const PreparedScene& scene) { return body_names(scene.scene()); })
      .def_property_readonly(
          "span", [](const PreparedScene& scene) { return to_tuple(scene.scene().span); })
      .def("__len__", [](const PreparedScene& scene) { return scene.scene().bodies.size(); })
      .def("__repr__",
           [](const PreparedScene& scene) {
             return "<graze.PreparedScene: " + std::to_string(scene.scene().bodies.size()) +
                    " bodies>";
           })
      .def(py::pickle(
          [](const PreparedScene& scene) { return py::make_tuple(format_scene(scene.scene())); },
          [](const py::tuple& state) {
            return PreparedScene(parse_scene(state[0].cast<std::string>(), "pickle"));
          }));
}

}  // namespace graze::python
