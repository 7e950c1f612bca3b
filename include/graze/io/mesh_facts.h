// SPDX-License-Identifier: MIT
// What is known about mesh and CAD files; written and read as JSON (docs/report.md).       [K3, G3]
#pragma once
#include <graze/geometry/box.h>
#include <graze/geometry/closed_polyhedron.h>
#include <graze/geometry/mass_properties.h>
#include <graze/scene/cad_model.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

struct MeshFacts {
  std::string file;
  std::string units;  ///< "" where the file states none
  std::size_t triangles = 0;
  std::size_t vertices = 0;
  ClosednessReport closedness;
  Aabb bounds;  ///< empty without vertices
  double area = 0.0;
  MassProperties mass;  ///< of closed meshes only
  std::uint64_t content_hash = 0;
};

/// Reads a mesh and examines it. Throws InputError like read_mesh.
MeshFacts mesh_facts(const std::string& file);

/// What a CAD file holds.
struct CadFacts {
  struct Refused {
    std::string face, kind, why;
  };
  struct Part {
    std::string name;
    std::size_t faces = 0;
    std::map<std::string, std::size_t> kinds;  ///< how many faces are planes, cylinders, …
    std::vector<Refused> refused;
    double model_gap = 0.0;  ///< how far the file's edges are from its faces
  };
  struct Instance {
    std::string path, part;
    Vec3 position = Vec3::Zero();
    std::optional<Vec3> colour;
  };
  std::string file, format, units;
  std::vector<Part> parts;
  std::vector<Instance> instances;
};

CadFacts cad_facts(const std::string& file, const CadModel& model);

/// The document of `graze info`.
struct InfoDocument {
  std::vector<MeshFacts> meshes;
  std::vector<CadFacts> models;
};
std::string info_document(const InfoDocument& document);

/// Throws InputError that names line and column, or the JSON path.
InfoDocument parse_info(std::string_view text, const std::string& place = "info");

}  // namespace graze
