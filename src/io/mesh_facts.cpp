// SPDX-License-Identifier: MIT
#include "graze/io/mesh_facts.h"

#include <algorithm>

#include "graze/io/mesh_io.h"

namespace graze {
namespace {

CadFacts::Part facts_of_part(const CadPart& part) {
  CadFacts::Part facts{.name = part.name, .faces = part.faces.size()};
  for (const CadFace& face : part.faces) {
    ++facts.kinds[face.kind];
    if (!face.refused.empty()) facts.refused.push_back({face.name, face.kind, face.refused});
    facts.model_gap = std::max(facts.model_gap, face.model_gap);
  }
  return facts;
}
}  // namespace

MeshFacts mesh_facts(const std::string& file) {
  const MeshInUnits read = read_mesh_in_its_units(file);
  const TriangleMesh& mesh = read.mesh;
  return {.file = file,
          .units = read.units,
          .triangles = mesh.triangles().size(),
          .vertices = mesh.vertices().size(),
          .closedness = diagnose(mesh),
          .bounds = mesh.bounds(),
          .area = surface_area(mesh),
          .mass = mass_properties(mesh),
          .content_hash = mesh.content_hash()};
}

CadFacts cad_facts(const std::string& file, const CadModel& model) {
  CadFacts facts{.file = file, .format = model.schema, .units = model.units};
  for (const CadPart& part : model.parts) facts.parts.push_back(facts_of_part(part));
  for (const CadInstance& instance : model.instances) {
    facts.instances.push_back({instance.path, model.parts[instance.part].name,
                               instance.model_from_part.translation, instance.colour});
  }
  return facts;
}

}  // namespace graze
