// SPDX-License-Identifier: MIT
#include "graze/math/rotation.h"
#include "io/mjcf/read_mjcf.h"

namespace graze::mjcf {
namespace {
using xml::XmlCursor;

/// Half sizes; all > 0.
std::vector<double> sizes_of(const Model& model, const Element& geom, std::size_t count) {
  std::vector<double> sizes = model.numbers(geom, "size");
  bool fits = sizes.size() >= count;
  for (std::size_t i = 0; i < count && fits; ++i) fits = sizes[i] > 0.0 && sizes[i] <= 1e12;
  if (!fits)
    geom.cursor.refuse("size '" + model.word(geom, "size", "") + "'",
                       std::to_string(count) + " lengths > 0");
  return sizes;
}

/// The ends of a capsule or cylinder, and its radius.
struct Segment {
  Vec3 begin, end;
  double radius;
};

Segment segment_of(const Model& model, const Element& geom) {
  if (const auto ends = model.numbers(geom, "fromto"); ends.size() == 6) {
    return {{ends[0], ends[1], ends[2]}, {ends[3], ends[4], ends[5]}, sizes_of(model, geom, 1)[0]};
  }
  const auto sizes = sizes_of(model, geom, 2);
  const Pose pose = model.pose_of(geom);
  const Vec3 half(0.0, 0.0, sizes[1]);
  return {pose * Vec3(-half), pose * half, sizes[0]};
}

Shape read_mesh_geom(const Model& model, const Element& geom, urdf::GeometryReader& geometry) {
  const std::string name = model.word(geom, "mesh", "");
  const XmlCursor* mesh = model.mesh(name);
  if (mesh == nullptr) geom.cursor.refuse("mesh '" + name + "'", "the name of a <mesh> of <asset>");
  for (const char* key : {"refpos", "refquat", "vertex"}) {
    if (mesh->has(key)) mesh->refuse("the attribute " + std::string(key), "a mesh file as it is");
  }
  const Vec3 scale = model.vec3({*mesh, ""}, "scale", Vec3::Ones());
  return geometry.read_mesh(model.mesh_path(*mesh), scale, *mesh).moved(model.pose_of(geom));
}
}  // namespace

Shape read_geom(const Model& model, const Element& geom, urdf::GeometryReader& geometry,
                const Warn& warn) {
  const std::string type = model.word(geom, "type", "sphere");
  if (type == "sphere") {
    return Shape::from_sphere(model.pose_of(geom).translation, sizes_of(model, geom, 1)[0]);
  }
  if (type == "capsule") {
    const Segment s = segment_of(model, geom);
    return Shape::from_capsule(s.begin, s.end, s.radius);
  }
  if (type == "cylinder") {
    const Segment s = segment_of(model, geom);
    return Shape::from_cylinder(s.begin, s.end, s.radius);
  }
  if (type == "box" || type == "ellipsoid") {
    const auto half = sizes_of(model, geom, 3);
    if (type == "ellipsoid" && warn) {
      warn(geom.cursor.place() + " is an ellipsoid; the box around it is checked");
    }
    return Shape::from_box({half[0], half[1], half[2]}).moved(model.pose_of(geom));
  }
  if (type == "plane") {
    const Pose pose = model.pose_of(geom);
    const Vec3 normal = pose.rotation.col(2);
    return Shape::from_half_space(normal, normal.dot(pose.translation));
  }
  if (type == "mesh") return read_mesh_geom(model, geom, geometry);
  geom.cursor.refuse("type '" + type + "'",
                     "sphere, capsule, cylinder, box, ellipsoid, plane or mesh");
}

}  // namespace graze::mjcf
