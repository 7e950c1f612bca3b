// SPDX-License-Identifier: MIT
#include "io/urdf/read_geometry.h"

#include <cmath>

#include "graze/base/error.h"
#include "graze/io/file.h"
#include "graze/io/mesh_io.h"
#include "graze/math/rotation.h"
#include "io/foreign_format.h"

namespace graze::urdf {
namespace {
using xml::XmlCursor;

Vec3 checked_position(const XmlCursor& cursor, const Vec3& p) {
  if (p.cwiseAbs().maxCoeff() <= 1e12) return p;
  cursor.refuse("a coordinate beyond 1e12", "lengths in metres");
}

void check_scale(const XmlCursor& mesh, const Vec3& scale) {
  const double largest = scale.cwiseAbs().maxCoeff(), smallest = scale.cwiseAbs().minCoeff();
  if (smallest > 0.0 && largest <= 1e12) return;
  mesh.refuse("scale = " + mesh.attribute("scale", "0"), "three numbers that are not zero");
}

/// An odd number of mirrored axes turns the triangles inside out, so they are flipped back.
TriangleMesh scaled(const TriangleMesh& mesh, const Vec3& scale) {
  if (scale == Vec3::Ones()) return mesh;
  std::vector<Vec3> vertices;
  vertices.reserve(mesh.vertices().size());
  for (const Vec3& v : mesh.vertices()) vertices.push_back(v.cwiseProduct(scale));
  std::vector<Triangle> triangles(mesh.triangles().begin(), mesh.triangles().end());
  if (scale.prod() < 0.0) {
    for (Triangle& t : triangles) std::swap(t[1], t[2]);
  }
  return TriangleMesh(std::move(vertices), std::move(triangles));
}

Shape read_capsule(const XmlCursor& capsule) {
  const Vec3 half(0.0, 0.0, 0.5 * capsule.length("length"));
  return Shape::from_capsule(-half, half, capsule.length("radius"));
}

/// Centred about the z axis like the other forms, with its tip up.
Shape read_cone(const XmlCursor& cone) {
  const Vec3 half(0.0, 0.0, 0.5 * cone.length("length"));
  return Shape::from_cone(-half, half, cone.length("radius"));
}

Shape read_box(const XmlCursor& box) {
  const Vec3 size = box.vec3("size");
  if (size.minCoeff() > 0.0 && size.maxCoeff() <= 1e12) return Shape::from_box(0.5 * size);
  box.refuse("size = " + box.attribute("size"), "three lengths > 0");
}
}  // namespace

Mat3 rotation_of_rpy(const Vec3& rpy) {
  return times(
      rotation_about(Vec3::UnitZ(), rpy.z()),
      times(rotation_about(Vec3::UnitY(), rpy.y()), rotation_about(Vec3::UnitX(), rpy.x())));
}

Pose read_origin(const XmlCursor& parent) {
  const auto origin = parent.find("origin");
  if (!origin) return {};
  const Vec3 rpy = origin->vec3("rpy", Vec3::Zero());
  if (rpy.cwiseAbs().maxCoeff() > 1e6) origin->refuse("an angle beyond 1e6", "radians");
  return {rotation_of_rpy(rpy), checked_position(*origin, origin->vec3("xyz", Vec3::Zero()))};
}

/// COLLADA states which axis is up, but meshes of robots often state it wrongly.
TriangleMesh GeometryReader::read_turned(const std::filesystem::path& path) {
  TriangleMesh mesh = read_mesh_in(path, "m");
  if (io::lower_extension(path) != ".dae") return mesh;
  const std::string text = read_file(path);
  const auto says = [&](const char* axis) { return text.find(axis) != std::string::npos; };
  const bool is_y = says("<up_axis>Y_UP"), is_x = says("<up_axis>X_UP");
  if (!is_x && !is_y) return mesh;
  if (!apply_up_axis_) {
    warnings_.push_back(path.filename().string() + " says " + (is_y ? "Y_UP" : "X_UP") +
                        ", which is not applied; --apply-up-axis does, if parts lie on their side");
    return mesh;
  }
  std::vector<Vec3> vertices;
  for (const Vec3& v : mesh.vertices()) {
    vertices.push_back(is_y ? Vec3(v.x(), -v.z(), v.y()) : Vec3(-v.y(), v.x(), v.z()));
  }
  return TriangleMesh(std::move(vertices), {mesh.triangles().begin(), mesh.triangles().end()});
}

Shape GeometryReader::read_mesh(const std::string& filename, const Vec3& scale,
                                const XmlCursor& where) {
  const auto path = find_mesh(filename, places_, where.place());
  check_scale(where, scale);
  const auto key = std::make_tuple(path.string(), scale.x(), scale.y(), scale.z());
  if (const auto known = meshes_.find(key); known != meshes_.end()) return known->second;
  const TriangleMesh read = read_turned(path);
  if (read.is_empty()) {
    throw InputError({where.place(), "the mesh " + path.string() + ", which has no triangles",
                      "a mesh with triangles", ""});
  }
  const Shape shape = Shape::from_mesh(scaled(read, scale), path.filename().string());
  return meshes_.emplace(key, shape).first->second;
}

Shape GeometryReader::read(const XmlCursor& collision) {
  const XmlCursor geometry = collision.at("geometry");
  const auto forms = geometry.children();
  if (forms.size() != 1) {
    geometry.refuse(std::to_string(forms.size()) + " shapes", "exactly one",
                    "give each shape a <collision> of its own");
  }
  const XmlCursor& form = forms[0];
  const std::string type = form.name();
  const Pose origin = read_origin(collision);
  if (type == "mesh") {
    return read_mesh(form.attribute("filename"), form.vec3("scale", Vec3::Ones()), form)
        .moved(origin);
  }
  if (type == "box") return read_box(form).moved(origin);
  if (type == "capsule") return read_capsule(form).moved(origin);
  if (type == "sphere") return Shape::from_sphere(origin.translation, form.length("radius"));
  if (type == "cylinder") {
    return Shape::from_cylinder(form.length("radius"), form.length("length")).moved(origin);
  }
  if (type == "cone") return read_cone(form).moved(origin);
  form.refuse("<" + type + ">", "mesh, box, sphere, cylinder, capsule or cone");
}

}  // namespace graze::urdf
