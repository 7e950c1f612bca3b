// SPDX-License-Identifier: MIT
#include "io/scene_json/read_shape.h"

#include <algorithm>

#include "graze/geometry/shapes.h"
#include "graze/io/mesh_io.h"
#include "graze/io/read_policy.h"
#include "graze/io/tree_cache.h"
#include "io/scene_json/read_form.h"
#include "io/scene_json/read_pose.h"
#include "io/scene_json/surface_shapes.h"

namespace graze::scene_json {
namespace {
using json::kLength;
using json::kSize;
using json::placed;

struct Placement {
  Vec3 scale = Vec3::Ones();
  Vec3 offset = Vec3::Zero();
  bool is_needed = false;
};

Placement read_placement(const JsonCursor& cursor) {
  Placement placement;
  if (const auto scale = cursor.find("scale")) {
    const bool is_one_number = scale->value().is_number();
    placement.scale =
        is_one_number ? Vec3::Constant(scale->number(kSize)).eval() : scale->vec3(kSize);
    placement.is_needed = true;
  }
  if (const auto offset = cursor.find("offset")) {
    placement.offset = offset->vec3();
    placement.is_needed = true;
  }
  return placement;
}

TriangleMesh placed_mesh(const TriangleMesh& mesh, const Placement& placement) {
  if (!placement.is_needed) return mesh;
  std::vector<Vec3> vertices;
  vertices.reserve(mesh.vertices().size());
  for (const Vec3& v : mesh.vertices()) {
    vertices.push_back(v.cwiseProduct(placement.scale) + placement.offset);
  }
  return TriangleMesh(std::move(vertices), {mesh.triangles().begin(), mesh.triangles().end()});
}

Shape read_box(const JsonCursor& cursor) {
  cursor.expect_keys({"type", "size", "half_size"});
  const std::string_view key = cursor.one_of({"size", "half_size"});
  const Vec3 size = cursor.at(key).vec3(kSize);
  return Shape::from_box(key == "size" ? (0.5 * size).eval() : size);
}

std::vector<Vec3> read_vertices(const JsonCursor& cursor) {
  std::vector<Vec3> vertices;
  for (const JsonCursor& item : cursor.items()) vertices.push_back(item.vec3());
  return vertices;
}

TriangleMesh read_inline_mesh(const JsonCursor& cursor) {
  if (cursor.has("path")) {
    cursor.at("type").refuse("a 'mesh', whose vertices are in the scene, with a 'path'",
                             "\"type\": \"file\" for a mesh in a file", "");
  }
  cursor.expect_keys(
      {"type", "source", "vertices", "triangles", "scale", "offset", "rounding", "outward_error"});
  std::vector<Vec3> vertices = read_vertices(cursor.at("vertices"));
  std::vector<Triangle> triangles;
  for (const JsonCursor& item : cursor.at("triangles").items()) {
    const auto corners = item.items(3);
    triangles.push_back({corners[0].index(vertices.size()), corners[1].index(vertices.size()),
                         corners[2].index(vertices.size())});
  }
  if (triangles.empty()) {
    cursor.at("triangles").refuse("a mesh without triangles", "a mesh with triangles", "");
  }
  return TriangleMesh(std::move(vertices), std::move(triangles));
}

/// A mesh: its triangles alone, with a rounding, or as a mesh that contains an exact form.
Shape read_mesh_form(const JsonCursor& cursor) {
  TriangleMesh mesh = placed_mesh(read_inline_mesh(cursor), read_placement(cursor));
  const auto named = cursor.find("source");
  const std::string source = named ? named->text() : "mesh";
  if (const auto rounding = cursor.find("rounding"))
    return Shape::from_rounded_mesh(std::move(mesh), rounding->number(kSize), source);
  const auto error = cursor.find("outward_error");
  return Shape::from_containing_mesh(std::move(mesh), error ? error->number(kSize) : 0.0, source);
}

json::Range range_of(const ShapeParameter& parameter) { return {parameter.lo, parameter.hi}; }

TriangleMesh read_built_in(const JsonCursor& cursor, const std::string& type) {
  const ShapeInfo& info = shape_info(type);
  std::vector<std::string_view> known{"type", "scale", "offset"};
  if (std::ranges::find(form_names(), type) != form_names().end()) known.push_back("mesh");
  for (const ShapeParameter& parameter : info.parameters) known.push_back(parameter.name);
  cursor.expect_keys(known);
  ShapeParameters values;
  for (const ShapeParameter& parameter : info.parameters) {
    if (const auto value = cursor.find(parameter.name)) {
      values[parameter.name] = value->number(range_of(parameter));
    }
  }
  return make_shape(type, values);
}

/// The built-in shapes, except those that have an exact form of the same name.
std::vector<std::string> built_in_names() {
  std::vector<std::string> names = shape_names();
  std::erase_if(names, [](const std::string& name) {
    return name == "box" || std::ranges::find(form_names(), name) != form_names().end();
  });
  return names;
}

TriangleMesh merged(const std::vector<std::pair<TriangleMesh, Pose>>& parts) {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  for (const auto& [mesh, pose] : parts) {
    const auto first = static_cast<std::uint32_t>(vertices.size());
    for (const Vec3& v : mesh.vertices()) vertices.push_back(pose * v);
    for (const Triangle& t : mesh.triangles()) {
      triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    }
  }
  return TriangleMesh(std::move(vertices), std::move(triangles));
}
}  // namespace

void ShapeReader::count_compound(const JsonCursor& part, std::size_t triangles) {
  compound_triangles_ += triangles;
  const std::size_t most = read_policy().compound_triangles;
  if (compound_triangles_ <= most) return;
  part.refuse("compounds of more than " + std::to_string(most) + " triangles in all", "fewer parts",
              "give parts bodies of their own, which share their mesh");
}

Shape ShapeReader::read_compound(const JsonCursor& cursor) {
  cursor.expect_keys({"type", "parts"});
  std::vector<std::pair<TriangleMesh, Pose>> parts;
  double outward_error = 0.0;
  for (const JsonCursor& item : cursor.at("parts").items()) {
    item.expect_keys({"shape", kPosition, kRotation});
    const Shape part = read(item.at("shape"));
    if (part.rounding() > 0.0 || part.is_unbounded()) {
      item.at("shape").refuse("a " + std::string(name(part.form())), "parts with flat sides",
                              "give it a body of its own");
    }
    outward_error = std::max(outward_error, part.outward_error());
    parts.emplace_back(part.mesh(), read_pose_keys(item));
    count_compound(item, part.mesh().triangles().size());
  }
  if (parts.empty()) cursor.at("parts").refuse("an array of at least 1 part");
  return Shape::from_containing_mesh(merged(parts), outward_error, "compound");
}

TriangleMesh ShapeReader::read_file(const std::string& path) {
  std::string note;
  TriangleMesh mesh = read_mesh_in(base_dir_ / path, units_, &note);
  if (!note.empty()) notes_.insert(note);
  return mesh;
}

/// The convex hull of points, or of the vertices of a file.
Shape ShapeReader::read_hull(const JsonCursor& cursor) {
  cursor.expect_keys({"type", "vertices", "path"});
  if (cursor.one_of({"vertices", "path"}) == "vertices")
    return Shape::from_convex_hull(read_vertices(cursor.at("vertices")));
  const std::string path = cursor.at("path").text();
  const TriangleMesh mesh = read_file(path);
  const auto vertices = mesh.vertices();
  return Shape::from_convex_hull({vertices.begin(), vertices.end()}, path);
}

double ShapeReader::read_sealing(const JsonCursor& cursor, const Shape& shape) const {
  if (!cursor.value().is_boolean()) cursor.refuse("true or false");
  if (!cursor.value().get<bool>()) return 0.0;
  const auto sealing = cad_.sealing_of(shape);
  if (!sealing) cursor.refuse("true for a shape of no CAD file", "a shape of type 'step'", "");
  return *sealing;
}

Shape ShapeReader::read_object(const JsonCursor& cursor) {
  std::vector<std::string_view> types{"box",      "convex_hull", "file",   "mesh",
                                      "compound", "step",        "surface"};
  types.insert(types.end(), form_names().begin(), form_names().end());
  const std::vector<std::string> built_in = built_in_names();
  types.insert(types.end(), built_in.begin(), built_in.end());
  const std::string type = cursor.at("type").word(types);
  if (type == "box") return read_box(cursor);
  if (type == "compound") return read_compound(cursor);
  if (type == "surface") return read_surface(cursor);
  if (type == "step") return cad_.read(cursor, base_dir_, units_, notes_);
  if (const std::string note = note_on_name(type); !note.empty()) notes_.insert(note);
  if (is_form(cursor, type)) return placed(cursor, [&] { return read_form(cursor, type); });
  const auto make = [&]() -> Shape {
    if (type == "mesh") return read_mesh_form(cursor);
    if (type == "convex_hull") return read_hull(cursor);
    if (type != "file") {
      return Shape::from_mesh(placed_mesh(read_built_in(cursor, type), read_placement(cursor)),
                              type);
    }
    cursor.expect_keys({"type", "path", "scale", "offset"});
    const std::string path = cursor.at("path").text();
    const TriangleMesh mesh = read_file(path);
    if (mesh.is_empty()) cursor.refuse("a mesh without triangles", "a mesh with triangles", "");
    const Shape shape = Shape::from_mesh(placed_mesh(mesh, read_placement(cursor)), path);
    use_tree_cache(shape);
    return shape;
  };
  return placed(cursor, make);
}

Shape ShapeReader::read_reference(const JsonCursor& cursor) {
  std::vector<std::string_view> names;
  for (const auto& [name, description] : named_) names.push_back(name);
  if (names.empty()) cursor.refuse("an object", "name shapes under 'shapes' to refer to them");
  const std::string name = cursor.word(names);
  if (!open_.insert(name).second) {
    cursor.refuse("'" + name + "', which contains itself", "a shape without cycles", "");
  }
  const Shape shape = read(named_.at(name));
  open_.erase(name);
  return shape;
}

Shape ShapeReader::read(const JsonCursor& cursor) {
  if (cursor.value().is_string()) return read_reference(cursor);
  // Equal descriptions mean equal shapes: a name in them stands for one shape of the scene.
  const std::string description = cursor.value().dump();
  if (const auto found = made_.find(description); found != made_.end()) return found->second;
  return made_.emplace(description, read_object(cursor)).first->second;
}

std::vector<Vec3> ShapeReader::read_frame(const JsonCursor& cursor, const Shape& shape) {
  cursor.expect_keys({"time", "vertices", "path"});
  std::vector<Vec3> vertices;
  if (const auto list = cursor.find("vertices")) {
    if (cursor.has("path")) cursor.one_of({"vertices", "path"});
    for (const JsonCursor& item : list->items()) vertices.push_back(item.vec3());
  } else if (const auto path = cursor.find("path")) {
    const TriangleMesh mesh = read_file(path->text());
    if (!std::ranges::equal(mesh.triangles(), shape.mesh().triangles())) {
      path->refuse("a mesh with other triangles", "frames of one mesh",
                   "only the positions of vertices may differ");
    }
    vertices.assign(mesh.vertices().begin(), mesh.vertices().end());
  } else {
    vertices.assign(shape.mesh().vertices().begin(), shape.mesh().vertices().end());
  }
  const std::size_t expected = shape.mesh().vertices().size();
  if (vertices.size() != expected) {
    cursor.refuse(std::to_string(vertices.size()) + " vertices",
                  "the " + std::to_string(expected) + " of the body's shape", "");
  }
  return vertices;
}

Deformation ShapeReader::read_deformation(const JsonCursor& cursor, const Shape& shape) {
  std::vector<DeformationFrame> frames;
  for (const JsonCursor& item : cursor.items()) {
    frames.push_back({item.at("time").number(json::kTime), read_frame(item, shape)});
  }
  return placed(cursor, [&] { return Deformation(std::move(frames)); });
}

void ShapeReader::read_named(const JsonCursor& shapes) {
  for (const std::string& name : shapes.keys()) named_.emplace(name, shapes.at(name));
  // Read here, so that unused ones show their errors, too.
  for (const auto& [name, description] : named_) read(description);
}

}  // namespace graze::scene_json
