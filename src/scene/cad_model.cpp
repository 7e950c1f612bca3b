// SPDX-License-Identifier: MIT
#include "graze/scene/cad_model.h"

#include "graze/base/error.h"
#include "graze/base/nearest_word.h"

namespace graze {
namespace {

SurfaceCurve scaled_curve(const SurfaceCurve& curve, double factor) {
  if (const auto* line = std::get_if<LineCurve>(&curve)) {
    return LineCurve{factor * line->begin, factor * line->end};
  }
  if (const auto* arc = std::get_if<ArcCurve>(&curve)) {
    return ArcCurve{factor * arc->centre, factor * arc->x, factor * arc->y};
  }
  BezierCurve bezier = std::get<BezierCurve>(curve);
  for (Vec3& p : bezier.points) p *= factor;
  return bezier;
}

struct PatchScaler {
  double factor;
  SurfacePatch operator()(BezierPatch patch) const {
    for (Vec3& p : patch.points) p *= factor;
    return patch;
  }
  SurfacePatch operator()(RevolutionPatch patch) const {
    patch.frame.translation *= factor;
    patch.profile = scaled_curve(patch.profile, factor);
    return patch;
  }
  SurfacePatch operator()(ExtrusionPatch patch) const {
    patch.curve = scaled_curve(patch.curve, factor);
    patch.direction *= factor;
    return patch;
  }
  template <typename Other>
  SurfacePatch operator()(const Other&) const {
    throw InputError({"patch", "a formula or function", "a patch of numbers", ""});
  }
};

}  // namespace

Surface surface_of(const CadPart& part) {
  std::vector<SurfaceFace> faces;
  for (const CadFace& face : part.faces) {
    if (!face.refused.empty()) {
      throw InputError(
          {part.name + ", " + face.name, face.refused, "a face that can be represented", ""});
    }
    for (const CadPatch& patch : face.patches) faces.push_back({face.name, patch.form});
  }
  return Surface(std::move(faces));
}

SurfacePatch scaled(const SurfacePatch& patch, double factor) {
  return std::visit(PatchScaler{factor}, patch);
}

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
