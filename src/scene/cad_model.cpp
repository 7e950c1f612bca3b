// SPDX-License-Identifier: MIT
#include "graze/scene/cad_model.h"

#include "graze/base/error.h"
#include "graze/base/nearest_word.h"

namespace graze {

std::vector<SurfaceFace> faces_of(const CadPart& part) {
  std::vector<SurfaceFace> faces;
  for (const CadFace& face : part.faces) {
    if (!face.refused.empty()) {
      throw InputError(
          {part.name + ", " + face.name, face.refused, "a face that can be represented", ""});
    }
    for (const CadPatch& patch : face.patches) {
      faces.push_back({face.name, patch.form, face.flipped, std::array{patch.u, patch.v}});
    }
  }
  return faces;
}

Surface surface_of(const CadPart& part) { return Surface(faces_of(part)); }

const CadInstance& instance_at(const CadModel& model, const std::string& path) {
  std::vector<std::string_view> paths;
  for (const CadInstance& instance : model.instances) {
    if (instance.path == path) return instance;
    paths.push_back(instance.path);
  }
  throw InputError(
      {"part", "'" + path + "'", "the path of a part in the assembly", did_you_mean(path, paths)});
}

}  // namespace graze
