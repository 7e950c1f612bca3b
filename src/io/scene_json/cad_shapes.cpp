// SPDX-License-Identifier: MIT
#include "io/scene_json/cad_shapes.h"

#include <fmt/format.h>

#include <algorithm>

#include "graze/io/cad_io.h"
#include "io/scene_json/length_units.h"

namespace graze::scene_json {
namespace {

constexpr double kUsualDeviation = 1e-3;  // of a part's diagonal

double scale_from_cad(const json::JsonCursor& cursor, const std::string& units) {
  if (const auto scale = per_millimetre(units)) return *scale;
  cursor.refuse("a CAD file in a scene whose units are '" + units + "'", "units of length",
                "set \"units\" to \"mm\"");
}

const CadMesh& proved_mesh(const json::JsonCursor& cursor, const CadPart& part) {
  if (part.mesh && part.mesh->unproved.empty()) return *part.mesh;
  cursor.refuse("the part '" + part.name + "' with " +
                    (part.mesh ? part.mesh->unproved : std::string("no faces")),
                "faces that can all be represented",
                "graze info lists every face; a smaller deviation may help");
}

}  // namespace

const CadModel& CadShapes::model(const std::filesystem::path& path, double deviation_mm,
                                 const std::string& part) {
  const std::pair key{path.string(), deviation_mm};
  const auto known = models_.find(key);
  if (known != models_.end()) return known->second;
  const double relative = deviation_mm > 0.0 ? 0.0 : kUsualDeviation;
  return models_
      .emplace(
          key,
          load_cad(path, {.deviation = deviation_mm, .relative_deviation = relative, .part = part}))
      .first->second;
}

Shape CadShapes::read(const json::JsonCursor& cursor, const std::filesystem::path& base_dir,
                      const std::string& units, std::set<std::string>& notes) {
  cursor.expect_keys({"type", "path", "part", "deviation"});
  const double scale = scale_from_cad(cursor, units);
  const auto wanted = cursor.find("deviation");
  const double wanted_mm = wanted ? wanted->number(json::kSize) / scale : 0.0;
  const std::string path = cursor.at("path").text();
  const auto part = cursor.find("part");
  const CadModel& cad = model(base_dir / path, wanted_mm, part ? part->text() : "");
  if (part) json::placed(*part, [&] { return instance_at(cad, part->text()); });
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  double deviation = 0.0, size = 0.0;
  for (const CadInstance& instance : cad.instances) {
    if (part && instance.path != part->text()) continue;
    if (cad.parts[instance.part].faces.empty()) continue;
    const CadMesh& mesh = proved_mesh(cursor, cad.parts[instance.part]);
    const auto first = static_cast<std::uint32_t>(vertices.size());
    for (const Vec3& v : mesh.mesh.vertices()) {
      vertices.push_back(scale * (instance.model_from_part * v));
      size = std::max(size, scale * (v.norm() + instance.model_from_part.translation.norm()));
    }
    for (const Triangle& t : mesh.mesh.triangles()) {
      triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    }
    deviation = std::max(deviation, scale * mesh.deviation);
  }
  deviation = deviation * (1.0 + 1e-12) + 1e-14 * size;  // placing and scaling round
  if (wanted && deviation > 1.001 * wanted->number(json::kSize)) {
    wanted->refuse(fmt::format("{}, below the {:.3g} that can be proved",
                               wanted->number(json::kSize), deviation),
                   "a larger deviation", "graze info says how exact the file itself is");
  }
  const std::string source = part ? path + ": " + part->text() : path;
  notes.insert(fmt::format("{}: at most what is within {:.3g} {} of its faces counts as the part",
                           source, 2.0 * deviation, units));
  return Shape::from_rounded_mesh(TriangleMesh(std::move(vertices), std::move(triangles)),
                                  deviation, source);
}

}  // namespace graze::scene_json
