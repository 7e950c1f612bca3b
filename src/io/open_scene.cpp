// SPDX-License-Identifier: MIT
#include "graze/io/open_scene.h"

#include <nlohmann/json.hpp>

#include "graze/io/cad_io.h"
#include "graze/io/load_gltf.h"
#include "graze/io/load_scene.h"
#include "io/scene_json/cad_shapes.h"
#include "io/scene_json/parse_assembly.h"

namespace graze {
namespace {
/// A CAD file as the scene that a user would write: a body for each instance of a part, standing.
std::string assembly_text(const std::filesystem::path& path, const CadModel& model) {
  nlohmann::ordered_json bodies = nlohmann::ordered_json::array();
  for (const CadInstance& instance : model.instances) {
    if (model.parts[instance.part].faces.empty()) continue;
    bodies.push_back(
        {{"name", instance.path},
         {"shape",
          {{"type", "step"}, {"path", path.filename().string()}, {"part", instance.path}}}});
  }
  return nlohmann::ordered_json{{"units", "mm"}, {"bodies", std::move(bodies)}}.dump();
}

}  // namespace

Scene open_scene(const std::filesystem::path& path) {
  if (is_gltf(path)) return load_gltf(path).scene;
  if (is_cad_file(path)) {
    CadModel model = load_cad(path, {.relative_deviation = scene_json::kUsualDeviation});
    const std::string text = assembly_text(path, model);
    return scene_json::parse_assembly(text, path, std::move(model));
  }
  return load_scene(path);
}

}  // namespace graze
