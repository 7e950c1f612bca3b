// SPDX-License-Identifier: MIT
// graze.Mesh: arrays and files.
#include "bindings.h"
#include "graze/base/error.h"
#include "graze/geometry/shapes.h"
#include "graze/io/mesh_io.h"

namespace graze::python {
namespace {

using Vertices = py::array_t<double, py::array::c_style | py::array::forcecast>;

[[noreturn]] void refuse_array(const char* place, const py::array& found, const char* expected) {
  throw InputError({.place = place,
                    .found = "an array of shape " +
                             py::str(found.attr("shape")).cast<std::string>() + " and type " +
                             py::str(found.dtype()).cast<std::string>(),
                    .expected = expected,
                    .advice = {}});
}

void check_columns(const char* place, const py::array& array) {
  if (array.ndim() == 2 && array.shape(1) == 3) return;
  refuse_array(place, array, "an array of shape (n, 3)");
}

Triangle triangle_at(const py::detail::unchecked_reference<std::int64_t, 2>& rows, py::ssize_t i) {
  Triangle triangle;
  for (py::ssize_t k = 0; k < 3; ++k) {
    const std::int64_t index = rows(i, k);
    if (index < 0 || index > 0xffffffff) {
      throw InputError({.place = "triangles[" + std::to_string(i) + "]",
                        .found = "vertex index " + std::to_string(index),
                        .expected = "an index from 0 to 4294967295",
                        .advice = {}});
    }
    triangle[static_cast<std::size_t>(k)] = static_cast<std::uint32_t>(index);
  }
  return triangle;
}

std::vector<Triangle> triangles_from(const py::object& value) {
  const py::array given = py::array::ensure(value);
  if (!given) throw py::error_already_set();
  const char kind = given.dtype().kind();
  if (given.size() != 0 && kind != 'i' && kind != 'u') {
    refuse_array("triangles", given, "an array of whole numbers");
  }
  if (given.size() == 0) return {};
  check_columns("triangles", given);
  const auto array =
      py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>::ensure(given);
  const auto rows = array.unchecked<2>();
  std::vector<Triangle> triangles;
  triangles.reserve(static_cast<std::size_t>(array.shape(0)));
  for (py::ssize_t i = 0; i < array.shape(0); ++i) triangles.push_back(triangle_at(rows, i));
  return triangles;
}

TriangleMesh mesh_from_arrays(const py::object& vertices, const py::object& triangles) {
  return TriangleMesh(vertices_from(vertices), triangles_from(triangles));
}

/// Anything with `.vertices` and `.faces`, as trimesh, or with `.triangles`, as Open3D.
TriangleMesh mesh_from_object(const py::object& mesh) {
  const char* faces = py::hasattr(mesh, "faces") ? "faces" : "triangles";
  if (!py::hasattr(mesh, "vertices") || !py::hasattr(mesh, faces)) {
    throw py::type_error(
        "expected vertices and triangles, or an object that has .vertices and .faces");
  }
  return mesh_from_arrays(mesh.attr("vertices"), mesh.attr(faces));
}

/// An array that shows the mesh's own numbers; it keeps the mesh alive and cannot be written to.
template <typename Number, typename Row>
py::array shared_rows(const std::span<const Row>& rows, const TriangleMesh& mesh) {
  const py::capsule owner(new TriangleMesh(mesh),
                          [](void* kept) { delete static_cast<TriangleMesh*>(kept); });
  py::array_t<Number> array({static_cast<py::ssize_t>(rows.size()), py::ssize_t{3}},
                            reinterpret_cast<const Number*>(rows.data()), owner);
  array.attr("flags").attr("writeable") = false;
  return array;
}

py::array vertices_of(const TriangleMesh& mesh) {
  return shared_rows<double>(mesh.vertices(), mesh);
}
py::array triangles_of(const TriangleMesh& mesh) {
  return shared_rows<std::uint32_t>(mesh.triangles(), mesh);
}

std::string describe_mesh(const TriangleMesh& mesh) {
  return "<graze.Mesh: " + std::to_string(mesh.vertices().size()) + " vertices, " +
         std::to_string(mesh.triangles().size()) + " triangles>";
}

TriangleMesh named_mesh(const std::string& name, const py::kwargs& parameters) {
  ShapeParameters values;
  for (const auto& [key, value] : parameters) {
    values[py::str(key).cast<std::string>()] = value.cast<double>();
  }
  return make_shape(name, values);
}

}  // namespace

std::vector<Vec3> vertices_from(const py::object& value) {
  const py::array given = py::array::ensure(value);
  if (!given) throw py::error_already_set();
  const char kind = given.dtype().kind();
  if (kind != 'f' && kind != 'i' && kind != 'u') {
    refuse_array("vertices", given, "an array of numbers");
  }
  check_columns("vertices", given);
  const Vertices array = Vertices::ensure(given);
  const auto* first = reinterpret_cast<const Vec3*>(array.data());
  return {first, first + array.shape(0)};
}

void bind_meshes(py::module_& m) {
  py::class_<TriangleMesh>(m, "Mesh",
                           "Any soup of triangles. Immutable; `vertices` and `triangles` show its "
                           "own memory.")
      .def(py::init(&mesh_from_arrays), py::arg("vertices"), py::arg("triangles"),
           "From arrays of shape (n, 3) and (m, 3).")
      .def(py::init(&mesh_from_object), py::arg("mesh"),
           "From any object with .vertices and .faces, such as a trimesh.")
      .def_static(
          "load", [](const std::filesystem::path& path) { return read_mesh(path); },
          py::arg("path"), "Reads OBJ, STL, PLY, OFF or COLLADA.")
      .def_static("named", &named_mesh, py::arg("name"),
                  "A shape made by code: graze.shape_names() lists them.")
      .def(
          "save",
          [](const TriangleMesh& mesh, const std::filesystem::path& path) {
            write_mesh(path, mesh);
          },
          py::arg("path"), "Writes OBJ, STL, PLY or OFF, as the ending says.")
      .def_property_readonly("vertices", &vertices_of, "(n, 3) float64, not writeable, not copied.")
      .def_property_readonly("triangles", &triangles_of,
                             "(m, 3) uint32, not writeable, not copied.")
      .def_property_readonly("faces", &triangles_of, "The same as `triangles`.")
      .def_property_readonly(
          "bounds",
          [](const TriangleMesh& mesh) {
            return py::make_tuple(mesh.bounds().lo, mesh.bounds().hi);
          },
          "Smallest and largest corner.")
      .def("__len__", [](const TriangleMesh& mesh) { return mesh.triangles().size(); })
      .def("__repr__", &describe_mesh)
      .def(py::pickle(
          [](const TriangleMesh& mesh) {
            return py::make_tuple(vertices_of(mesh), triangles_of(mesh));
          },
          [](const py::tuple& parts) { return mesh_from_arrays(parts[0], parts[1]); }));
  m.def("shape_names", &shape_names, "Names that Mesh.named knows.");
}

}  // namespace graze::python
