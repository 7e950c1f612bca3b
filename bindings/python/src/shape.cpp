// SPDX-License-Identifier: MIT
// graze.Shape: meshes, exact forms, parts of CAD files.
#include "graze/scene/shape.h"

#include "bindings.h"
#include "graze/base/error.h"
#include "graze/io/cad_io.h"
#include "graze/io/load_scene.h"
#include "graze/io/mesh_io.h"
#include "graze/io/write_scene.h"

namespace graze::python {
namespace {

std::string describe_shape(const Shape& shape) {
  std::string text = "<graze.Shape";
  if (!shape.source().empty()) text += " " + shape.source();
  text += ": " + std::to_string(shape.mesh().triangles().size()) + " triangles";
  if (shape.rounding() > 0.0)
    text += ", rounded by " + py::repr(py::float_(shape.rounding())).cast<std::string>();
  return text + ">";
}

/// An exact form as scene.json has it, bit for bit; a mesh by its arrays.
py::tuple shape_state(const Shape& shape) {
  if (std::holds_alternative<MeshForm>(shape.form())) {
    return py::make_tuple(shape.mesh(), shape.rounding(), shape.outward_error(), shape.source());
  }
  Scene scene;
  add_body(scene, {.name = "shape", .shape = shape});
  return py::make_tuple(format_scene(scene));
}

Shape shape_from_state(const py::tuple& state) {
  if (state.size() == 1) return parse_scene(state[0].cast<std::string>()).bodies.at(0).shape;
  const auto mesh = state[0].cast<TriangleMesh>();
  const auto rounding = state[1].cast<double>();
  const auto source = state[3].cast<std::string>();
  return rounding > 0.0 ? Shape::from_rounded_mesh(mesh, rounding, source)
                        : Shape::from_containing_mesh(mesh, state[2].cast<double>(), source);
}

/// A part of a CAD file, as scene.json has it.
Shape cad_shape(const std::filesystem::path& path, const std::optional<std::string>& part,
                const std::optional<double>& deviation, const std::string& units) {
  using namespace py::literals;
  py::dict shape("type"_a = "step", "path"_a = std::filesystem::absolute(path).string());
  if (part) shape["part"] = *part;
  if (deviation) shape["deviation"] = *deviation;
  const py::dict body("name"_a = "part", "shape"_a = shape);
  const py::dict scene("units"_a = units, "bodies"_a = py::make_tuple(body));
  const auto text = py::module_::import("json").attr("dumps")(scene).cast<std::string>();
  const py::gil_scoped_release release;
  return parse_scene(text, path.string()).bodies.at(0).shape;
}

Shape load_shape(const std::filesystem::path& path, const std::optional<std::string>& part,
                 const std::optional<double>& deviation, const std::string& units) {
  if (is_cad_file(path)) return cad_shape(path, part, deviation, units);
  if (!part && !deviation) return Shape::from_mesh(read_mesh(path), path.string());
  throw InputError({.place = part ? "part" : "deviation",
                    .found = path.string(),
                    .expected = "a .step or .brep file",
                    .advice = "a mesh is taken whole and as it is"});
}

}  // namespace

void bind_shapes(py::module_& m) {
  py::class_<Shape>(m, "Shape", "What a body is made of. Cheap to copy; copies share their trees.")
      .def(py::init([](const TriangleMesh& mesh, const std::string& source) {
             return Shape::from_mesh(mesh, source);
           }),
           py::arg("mesh"), py::arg("source") = "")
      .def_static(
          "box", [](const Vec3& half_size) { return Shape::from_box(half_size); },
          py::arg("half_size"), "A box about the origin.")
      .def_static(
          "sphere",
          [](double radius, const Vec3& centre) { return Shape::from_sphere(centre, radius); },
          py::arg("radius"), py::arg("centre") = Vec3(0.0, 0.0, 0.0), "A true ball.")
      .def_static("capsule", &Shape::from_capsule, py::arg("begin"), py::arg("end"),
                  py::arg("radius"), "All that is within the radius of a segment.")
      .def_static(
          "cylinder",
          [](double radius, double length) { return Shape::from_cylinder(radius, length); },
          py::arg("radius"), py::arg("length"),
          "About the z axis, centred; contained from outside, see `outward_error`.")
      .def_static(
          "cone",
          [](const Vec3& base, const Vec3& tip, double radius) {
            return Shape::from_cone(base, tip, radius);
          },
          py::arg("base"), py::arg("tip"), py::arg("radius"),
          "From a disc about the base to the tip; contained from outside.")
      .def_static("half_space", &Shape::from_half_space, py::arg("normal"), py::arg("offset") = 0.0,
                  "All that is behind a plane: normal . p <= offset |normal|. It has no edge.")
      .def_static(
          "convex_hull",
          [](const py::object& points) { return Shape::from_convex_hull(vertices_from(points)); },
          py::arg("points"), "Of points, an array of shape (n, 3).")
      .def_static("load", &load_shape, py::arg("path"), py::arg("part") = py::none(),
                  py::arg("deviation") = py::none(), py::arg("units") = "m",
                  "The mesh of a file; of a .step or .brep file, where graze-cad is installed, its "
                  "faces or those of one `part`, in `units`, within `deviation`.")
      .def_property_readonly(
          "form", [](const Shape& shape) { return name(shape.form()); },
          "The exact shape: 'mesh', 'box', 'sphere', 'capsule', 'cylinder', 'cone', 'half_space' "
          "or 'convex_hull'.")
      .def_property_readonly("mesh", &Shape::mesh)
      .def_property_readonly("rounding", &Shape::rounding,
                             "The shape is all that is within this of its mesh.")
      .def_property_readonly("outward_error", &Shape::outward_error,
                             "No point is farther from the exact shape than this.")
      .def_property_readonly("source", &Shape::source)
      .def("__repr__", &describe_shape)
      .def(py::pickle(&shape_state, &shape_from_state));
  py::implicitly_convertible<TriangleMesh, Shape>();
}

}  // namespace graze::python
