// SPDX-License-Identifier: MIT
#include "graze/base/error.h"
#include "graze/geometry/surface.h"
#include "io/scene_json/surface_shapes.h"

namespace graze::scene_json {
namespace {
using json::OrderedJson;
using json::to_json;

OrderedJson list_json(std::span<const Vec3> points) {
  OrderedJson json = OrderedJson::array();
  for (const Vec3& p : points) json.push_back(to_json(p));
  return json;
}

OrderedJson surface_curve_json(const SurfaceCurve& curve) {
  if (const auto* line = std::get_if<LineCurve>(&curve))
    return {{"line", list_json(std::array{line->begin, line->end})}};
  if (const auto* arc = std::get_if<ArcCurve>(&curve))
    return {{"arc", list_json(std::array{arc->centre, arc->x, arc->y})}};
  const auto& bezier = std::get<BezierCurve>(curve);
  OrderedJson json{{"bezier", list_json(bezier.points)}};
  if (!bezier.weights.empty()) json["weights"] = bezier.weights;
  return json;
}

void add_constants(const std::map<std::string, double>& constants, OrderedJson& json) {
  if (!constants.empty()) json["constants"] = constants;
}

struct FacePatchWriter {
  OrderedJson operator()(const BezierPatch& patch) const {
    OrderedJson json{{"type", "bezier"}, {"rows", patch.rows}, {"points", list_json(patch.points)}};
    if (!patch.weights.empty()) json["weights"] = patch.weights;
    return json;
  }
  OrderedJson operator()(const RevolutionPatch& patch) const {
    const Mat3& axes = patch.frame.rotation;
    return {{"type", "revolution"},
            {"origin", to_json(patch.frame.translation)},
            {"axes", {to_json(axes.col(0)), to_json(axes.col(1)), to_json(axes.col(2))}},
            {"profile", surface_curve_json(patch.profile)}};
  }
  OrderedJson operator()(const ExtrusionPatch& patch) const {
    return {{"type", "extrusion"},
            {"curve", surface_curve_json(patch.curve)},
            {"direction", to_json(patch.direction)}};
  }
  OrderedJson operator()(const FormulaPatch& patch) const {
    OrderedJson json{{"type", "formula"}, {"xyz", OrderedJson::array()}};
    for (const auto& formula : patch.xyz) json["xyz"].push_back(formula->text());
    add_constants(patch.xyz[0]->constants(), json);
    return json;
  }
  OrderedJson operator()(const FunctionPatch&) const {
    throw InputError({"surface", "a function of the user's own", "faces that can be written",
                      "give it as a formula"});
  }
};

OrderedJson patch_face_json(const PatchFace& face) {
  OrderedJson json = std::visit(FacePatchWriter{}, face.patch);
  json["u"] = to_json(face.u);
  json["v"] = to_json(face.v);
  if (!face.trim) return json;
  json["edges"] = OrderedJson::array();
  for (const TrimCurve& trim : face.trim->curves()) {
    OrderedJson curve = surface_curve_json(trim.curve);
    curve["range"] = to_json(trim.range);
    if (trim.backwards) curve["backwards"] = true;
    json["edges"].push_back(std::move(curve));
  }
  return json;
}

OrderedJson implicit_json(const ImplicitSurface& surface) {
  OrderedJson json{{"type", "implicit"},
                   {"f", surface.f->text()},
                   {"box", {to_json(surface.bounds.lo), to_json(surface.bounds.hi)}}};
  add_constants(surface.f->constants(), json);
  return json;
}

OrderedJson surface_face_json(const SurfaceFace& face) {
  const auto* patch = std::get_if<PatchFace>(&face.form);
  OrderedJson json = patch != nullptr ? patch_face_json(*patch)
                                      : implicit_json(std::get<ImplicitSurface>(face.form));
  if (!face.name.empty()) json["name"] = face.name;
  if (face.flipped) json["flipped"] = true;
  if (face.part_of) json["part_of"] = {to_json((*face.part_of)[0]), to_json((*face.part_of)[1])};
  return json;
}
}  // namespace

OrderedJson faces_json(const Surface& surface) {
  OrderedJson json = OrderedJson::array();
  for (const SurfaceFace& face : surface.faces()) json.push_back(surface_face_json(face));
  return json;
}

OrderedJson surface_json(const Shape& shape) {
  OrderedJson json{{"type", "surface"}, {"source", shape.source()}};
  json["faces"] = faces_json(*std::get<SurfaceForm>(shape.form()).surface);
  OrderedJson triangles = OrderedJson::array();
  for (const Triangle& t : shape.mesh().triangles()) triangles.push_back({t[0], t[1], t[2]});
  json["vertices"] = list_json(shape.mesh().vertices());
  json["triangles"] = std::move(triangles);
  json["deviation"] = shape.rounding();
  return json;
}

}  // namespace graze::scene_json
