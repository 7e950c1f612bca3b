// SPDX-License-Identifier: MIT
// What verbs say about the files that they write, and the list of shapes made by code: written and
// read as JSON (docs/report.md).                                                        [G3, G7]
#pragma once
#include <graze/geometry/repair.h>
#include <graze/geometry/shapes.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

/// The document of `graze shape NAME` and of `graze convert`.
struct WrittenMesh {
  std::string shape = {};  ///< made by code; "": read from `in`
  std::string in = {}, out = {};
  std::size_t vertices = 0;
  std::size_t triangles = 0;
  /// For a CAD file: how far triangles and faces may be apart.
  std::optional<double> deviation_mm = {};
  std::string units = {};  ///< "" where the file states none
};
std::string written_mesh_document(const WrittenMesh& mesh);

/// The document of `graze export`.
struct WrittenScene {
  struct Mark {
    std::string a, b;   ///< names of bodies
    double time = 0.0;  ///< seconds of scene time
  };
  std::string out;
  std::size_t bodies = 0;
  double start_seconds = 0.0;  ///< scene time at which the animation starts
  std::vector<Mark> contacts;
};
std::string written_scene_document(const WrittenScene& scene);

/// The document of `graze repair`.
struct RepairedFile : RepairCounts {
  std::string in, out;
  std::size_t triangles = 0;
  bool is_closed = false;
};
std::string repair_document(const RepairedFile& file);

/// The document of `graze shape`.
std::string shapes_document(std::span<const ShapeInfo> shapes);

/// All throw InputError that names line and column, or the JSON path.
WrittenMesh parse_written_mesh(std::string_view text, const std::string& place = "mesh");
WrittenScene parse_written_scene(std::string_view text, const std::string& place = "scene");
RepairedFile parse_repair(std::string_view text, const std::string& place = "repair");
std::vector<ShapeInfo> parse_shapes(std::string_view text, const std::string& place = "shapes");

}  // namespace graze
