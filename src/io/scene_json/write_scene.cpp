// SPDX-License-Identifier: MIT
#include "graze/io/write_scene.h"

#include <map>
#include <set>
#include <tuple>

#include "graze/base/error.h"
#include "graze/geometry/equal_meshes.h"
#include "graze/io/file.h"
#include "io/scene_json/read_joint.h"
#include "io/scene_json/scene_document.h"
#include "io/scene_json/surface_shapes.h"
#include "io/scene_json/write_motion.h"

namespace graze {
namespace {
using json::to_json;
using scene_json::OrderedJson;
using scene_json::to_json;

OrderedJson points_json(std::span<const Vec3> points) {
  OrderedJson json = OrderedJson::array();
  for (const Vec3& p : points) json.push_back(to_json(p));
  return json;
}

OrderedJson mesh_json(const Shape& shape) {
  OrderedJson triangles = OrderedJson::array();
  for (const Triangle& t : shape.mesh().triangles()) triangles.push_back({t[0], t[1], t[2]});
  OrderedJson json{{"type", "mesh"},
                   {"vertices", points_json(shape.mesh().vertices())},
                   {"triangles", std::move(triangles)}};
  if (const std::string& source = shape.source(); !source.empty() && source != "mesh")
    json["source"] = source;
  if (shape.rounding() > 0.0) json["rounding"] = shape.rounding();
  if (shape.outward_error() > 0.0) json["outward_error"] = shape.outward_error();
  return json;
}

/// A form in the words of docs/scene.md; reading it back gives the same form, bit for bit.
struct FormWriter {
  OrderedJson operator()(const Box& f) const {
    return {{"type", "box"}, {"half_size", to_json(f.half_size)}};
  }
  OrderedJson operator()(const SphereForm& f) const {
    return {{"type", "sphere"}, {"radius", f.radius}, {"centre", to_json(f.centre)}};
  }
  OrderedJson operator()(const CapsuleForm& f) const { return axis("capsule", f.begin, f.end, f); }
  OrderedJson operator()(const CylinderForm& f) const {
    return with_sides(axis("cylinder", f.begin, f.end, f), f.sides);
  }
  OrderedJson operator()(const ConeForm& f) const {
    return with_sides(axis("cone", f.base, f.tip, f), f.sides);
  }
  OrderedJson operator()(const HalfSpaceForm& f) const {
    return {{"type", "half_space"}, {"normal", to_json(f.normal)}, {"offset", f.offset}};
  }
  OrderedJson operator()(const ConvexHullForm& f) const {
    return {{"type", "convex_hull"}, {"vertices", points_json(f.points)}};
  }
  template <typename Named>  // written once, under a name
  OrderedJson operator()(const Named&) const {
    return {};
  }

 private:
  static OrderedJson axis(const char* type, const Vec3& from, const Vec3& to, const auto& form) {
    return {{"type", type}, {"from", to_json(from)}, {"to", to_json(to)}, {"radius", form.radius}};
  }
  static OrderedJson with_sides(OrderedJson json, int sides) {
    if (sides != Shape::kSides) json["sides"] = sides;
    return json;
  }
};

/// Shapes by content, each written once under a name of its own.
class ShapeWriter {
 public:
  OrderedJson write(const Shape& shape) {
    if (shape.is_surface()) return write_surface(shape);
    if (!std::holds_alternative<MeshForm>(shape.form()))
      return std::visit(FormWriter{}, shape.form());
    const std::size_t number = numbers_.add(shape.mesh()).first;
    const auto [name, is_new] =
        names_.try_emplace({number, shape.rounding(), shape.outward_error()});
    if (!is_new) return name->second;
    const std::string source = shape.source().empty() ? "mesh" : shape.source();
    name->second = source + " #" + std::to_string(names_.size());
    shapes_[name->second] = mesh_json(shape);
    return name->second;
  }
  const OrderedJson& shapes() const { return shapes_; }

 private:
  OrderedJson write_surface(const Shape& shape) {
    const auto [name, is_new] = surfaces_.try_emplace(shape.identity());
    if (!is_new) return name->second;
    name->second = shape.source() + " #s" + std::to_string(surfaces_.size());
    shapes_[name->second] = scene_json::surface_json(shape);
    return name->second;
  }

  MeshNumbers numbers_;
  std::map<std::tuple<std::size_t, double, double>, std::string> names_;  // by content
  std::map<const void*, std::string> surfaces_;
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
  if (!body.shape.mesh().vertices().empty()) json["shape"] = shapes.write(body.shape);
  if (body.parent) json["parent"] = scene.bodies[body.parent->index()].name;
  if (body.deforms()) {
    json["deformation"] = deformation_json(body);
  } else {
    write_movement(body, json);
  }
  json["mass"] = body.mass;
  if (body.padding != 0.0) json["padding"] = body.padding;
  if (!body.groups.empty()) json["groups"] = body.groups;
  if (body.solid) json["solid"] = *body.solid;
  return json;
}

/// Pairs that may touch, then those with a depth.
OrderedJson rules_json(const Scene& scene) {
  std::set<std::pair<std::string, std::string>> with_depth;
  for (const Fit& fit : scene.fits) with_depth.emplace(fit.a, fit.b);
  OrderedJson rules = OrderedJson::array();
  for (const auto& rule : scene.may_touch) {
    if (!with_depth.contains(rule)) rules.push_back(OrderedJson(rule));
  }
  for (const Fit& fit : scene.fits) {
    rules.push_back({{"pair", {fit.a, fit.b}}, {"depth", fit.depth}});
  }
  return rules;
}
}  // namespace

scene_json::OrderedJson scene_json::scene_document(const Scene& scene) {
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
  if (OrderedJson rules = rules_json(scene); !rules.empty()) json["may_touch"] = std::move(rules);
  return json;
}

std::string format_scene(const Scene& scene) {
  return scene_json::scene_document(scene).dump(1) + "\n";
}

void write_scene(const std::filesystem::path& path, const Scene& scene) {
  write_file(path, format_scene(scene));
}

}  // namespace graze
