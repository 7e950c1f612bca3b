// SPDX-License-Identifier: MIT
#include "graze/io/write_scene.h"

#include "graze/base/error.h"
#include "graze/geometry/equal_meshes.h"
#include "graze/io/file.h"
#include "io/scene_json/read_joint.h"
#include "io/scene_json/write_motion.h"

namespace graze {
namespace {
using json::to_json;
using scene_json::OrderedJson;
using scene_json::to_json;

OrderedJson mesh_json(const TriangleMesh& mesh) {
  OrderedJson vertices = OrderedJson::array(), triangles = OrderedJson::array();
  for (const Vec3& v : mesh.vertices()) vertices.push_back(to_json(v));
  for (const Triangle& t : mesh.triangles()) triangles.push_back({t[0], t[1], t[2]});
  return {{"type", "mesh"}, {"vertices", std::move(vertices)}, {"triangles", std::move(triangles)}};
}

/// Shapes by content, each written once under a name of its own.
class ShapeWriter {
 public:
  OrderedJson write(const Shape& shape) {
    if (shape.box()) return {{"type", "box"}, {"half_size", to_json(shape.box()->half_size)}};
    const auto [number, is_new] = numbers_.add(shape.mesh());
    if (!is_new) return names_[number];
    const std::string source = shape.source().empty() ? "mesh" : shape.source();
    names_.push_back(source + " #" + std::to_string(number + 1));
    shapes_[names_.back()] = mesh_json(shape.mesh());
    return names_.back();
  }
  const OrderedJson& shapes() const { return shapes_; }

 private:
  MeshNumbers numbers_;
  std::vector<std::string> names_;  // by number
  OrderedJson shapes_ = OrderedJson::object();
};

OrderedJson deformation_json(const Body& body) {
  OrderedJson frames = OrderedJson::array();
  for (const DeformationFrame& frame : body.deformation.frames()) {
    frames.push_back({{"time", frame.time}});
    if (frames.size() == 1) continue;  // the shape itself
    OrderedJson vertices = OrderedJson::array();
    for (const Vec3& v : frame.vertices) vertices.push_back(to_json(v));
    frames.back()["vertices"] = std::move(vertices);
  }
  return frames;
}

void write_movement(const Body& body, OrderedJson& json) {
  const bool is_plain = body.joint == JointKind::kNone || body.joint == JointKind::kFloating;
  if (body.joint != JointKind::kNone) json["joint"]["type"] = scene_json::joint_name(body.joint);
  if (body.joint_frame) {
    json["joint"]["origin"] = to_json(body.joint_frame->parent_from_joint);
    json["joint"]["axis"] = to_json(body.joint_frame->axis);
  }
  (is_plain ? json["motion"] : json["joint"]["motion"]) = to_json(body.motion);
}

OrderedJson body_json(const Scene& scene, const Body& body, ShapeWriter& shapes) {
  OrderedJson json{{"name", body.name}};
  const bool is_empty = body.shape.mesh().vertices().empty() && !body.shape.box();
  if (!is_empty) json["shape"] = shapes.write(body.shape);
  if (body.parent) json["parent"] = scene.bodies[body.parent->index()].name;
  if (body.deforms()) {
    json["deformation"] = deformation_json(body);
  } else {
    write_movement(body, json);
  }
  json["mass"] = body.mass;
  // A round shape is written as its core; growing it is what padding means.
  if (growth_of(body) != 0.0) json["padding"] = growth_of(body);
  if (!body.groups.empty()) json["groups"] = body.groups;
  if (body.solid) json["solid"] = *body.solid;
  return json;
}
}  // namespace

std::string format_scene(const Scene& scene) {
  check(scene);
  ShapeWriter shapes;
  OrderedJson bodies = OrderedJson::array();
  for (const Body& body : scene.bodies) bodies.push_back(body_json(scene, body, shapes));
  OrderedJson json = OrderedJson::object();
  if (!scene.name.empty()) json["name"] = scene.name;
  json["units"] = scene.units;
  json["span"] = {scene.span.lo, scene.span.hi};
  if (scene.tolerance) json["tolerance"] = *scene.tolerance;
  if (!shapes.shapes().empty()) json["shapes"] = shapes.shapes();
  json["bodies"] = std::move(bodies);
  if (!scene.may_touch.empty()) json["may_touch"] = scene.may_touch;
  return json.dump(1) + "\n";
}

void write_scene(const std::filesystem::path& path, const Scene& scene) {
  write_file(path, format_scene(scene));
}

}  // namespace graze
