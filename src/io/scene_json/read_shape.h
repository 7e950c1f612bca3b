// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <map>
#include <set>

#include "graze/geometry/deformation.h"
#include "graze/scene/shape.h"
#include "io/json/json_cursor.h"
#include "io/scene_json/cad_shapes.h"

namespace graze::scene_json {

using json::JsonCursor;

/// Reads shapes; equal descriptions give the same Shape, so that instances share mesh and tree.
class ShapeReader {
 public:
  explicit ShapeReader(std::filesystem::path base_dir) : base_dir_(std::move(base_dir)) {}

  /// Units of lengths in the scene; CAD and some mesh files state their own.
  void set_units(std::string units) { units_ = std::move(units); }
  /// A CAD file of the scene that was read already, with the usual deviation.
  void know(const std::string& path, CadModel model) {
    cad_.know(base_dir_ / path, std::move(model));
  }
  /// The scene's named shapes, for bodies and parts of compounds that refer to them.
  void read_named(const JsonCursor& shapes);
  /// An object that describes a shape, or the name of one.
  Shape read(const JsonCursor& cursor);
  /// Frames of a body's shape: [{"time": 0}, {"time": 1, "vertices": […]}, …]. One without vertices
  /// or a path is the shape itself.
  Deformation read_deformation(const JsonCursor& cursor, const Shape& shape);
  /// "sealed": true or false of a body with this shape: by how much it grows.
  double read_sealing(const JsonCursor& cursor, const Shape& shape) const;
  /// Notes for the user about what was read.
  const std::set<std::string>& notes() const { return notes_; }

 private:
  std::vector<Vec3> read_frame(const JsonCursor& cursor, const Shape& shape);
  Shape read_object(const JsonCursor& cursor);
  Shape read_compound(const JsonCursor& cursor);
  Shape read_hull(const JsonCursor& cursor);
  TriangleMesh read_file(const std::string& path);  ///< in the scene's units
  void count_compound(const JsonCursor& part, std::size_t triangles);

  Shape read_reference(const JsonCursor& cursor);

  std::filesystem::path base_dir_;
  std::map<std::string, JsonCursor> named_;
  std::set<std::string> open_;         // names being read: meeting one again is a cycle
  std::map<std::string, Shape> made_;  // by description
  std::size_t compound_triangles_ = 0;
  std::set<std::string> notes_;
  std::string units_ = "m";
  CadShapes cad_;
};

}  // namespace graze::scene_json
