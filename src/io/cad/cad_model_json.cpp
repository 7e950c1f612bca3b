// SPDX-License-Identifier: MIT
// Lists of points are flat: x y z x y z. A reader trusts the layout that another program wrote and
// checks the values.
#include <fmt/format.h>

#include "graze/base/error.h"
#include "graze/io/cad_io.h"
#include "io/json/contact_json.h"
#include "io/json/json_text.h"

namespace graze::cad_json {
namespace {
using json::Json;
using json::OrderedJson;

OrderedJson flat(const std::vector<Vec3>& points) {
  OrderedJson list = OrderedJson::array();
  for (const Vec3& p : points) {
    for (int k = 0; k < 3; ++k) list.push_back(p[k]);
  }
  return list;
}

std::vector<Vec3> unflat(const Json& list) {
  if (list.size() % 3 != 0) throw InputError({"points", "a number too many", "three each", ""});
  std::vector<Vec3> points(list.size() / 3);
  for (std::size_t k = 0; k < list.size(); ++k) {
    points[k / 3][static_cast<Eigen::Index>(k % 3)] = list[k].get<double>();
  }
  return points;
}

OrderedJson range_json(const Interval& range) { return {range.lo, range.hi}; }
Interval read_range(const Json& json) {
  return {json.at(0).get<double>(), json.at(1).get<double>()};
}

OrderedJson pose_json(const Pose& pose) {
  return flat({pose.rotation.col(0), pose.rotation.col(1), pose.rotation.col(2), pose.translation});
}
Pose read_axes(const Json& json) {
  const auto columns = unflat(json);
  if (columns.size() != 4) throw InputError({"pose", "too few numbers", "twelve", ""});
  Pose pose;
  for (int k = 0; k < 3; ++k) pose.rotation.col(k) = columns[static_cast<std::size_t>(k)];
  pose.translation = columns[3];
  return pose;
}

OrderedJson curve_json(const SurfaceCurve& curve) {
  if (const auto* line = std::get_if<LineCurve>(&curve)) {
    return {{"line", flat({line->begin, line->end})}};
  }
  if (const auto* arc = std::get_if<ArcCurve>(&curve)) {
    return {{"arc", flat({arc->centre, arc->x, arc->y})}};
  }
  const auto& bezier = std::get<BezierCurve>(curve);
  OrderedJson json{{"bezier", flat(bezier.points)}};
  if (!bezier.weights.empty()) json["weights"] = bezier.weights;
  return json;
}

SurfaceCurve read_curve(const Json& json) {
  if (json.contains("line")) {
    const auto p = unflat(json["line"]);
    return LineCurve{p.at(0), p.at(1)};
  }
  if (json.contains("arc")) {
    const auto p = unflat(json["arc"]);
    return ArcCurve{p.at(0), p.at(1), p.at(2)};
  }
  return BezierCurve{unflat(json.at("bezier")), json.value("weights", std::vector<double>{})};
}

struct PatchWriter {
  OrderedJson operator()(const BezierPatch& patch) const {
    OrderedJson json{{"type", "bezier"}, {"rows", patch.rows}, {"points", flat(patch.points)}};
    if (!patch.weights.empty()) json["weights"] = patch.weights;
    return json;
  }
  OrderedJson operator()(const RevolutionPatch& patch) const {
    return {{"type", "revolution"},
            {"frame", pose_json(patch.frame)},
            {"profile", curve_json(patch.profile)}};
  }
  OrderedJson operator()(const ExtrusionPatch& patch) const {
    return {{"type", "extrusion"},
            {"curve", curve_json(patch.curve)},
            {"direction", flat({patch.direction})}};
  }
  template <typename Other>
  OrderedJson operator()(const Other&) const {
    throw InputError({"patch", "a formula or function", "a patch of numbers", ""});
  }
};

SurfacePatch read_patch(const Json& json) {
  const std::string type = json.at("type");
  if (type == "revolution") {
    return RevolutionPatch{read_axes(json.at("frame")), read_curve(json.at("profile"))};
  }
  if (type == "extrusion") {
    return ExtrusionPatch{read_curve(json.at("curve")), unflat(json.at("direction")).at(0)};
  }
  BezierPatch patch{json.at("rows"), 0, unflat(json.at("points")),
                    json.value("weights", std::vector<double>{})};
  if (patch.rows > 0) patch.columns = static_cast<int>(patch.points.size()) / patch.rows;
  return patch;
}

OrderedJson patch_json(const CadPatch& patch) {
  OrderedJson json = std::visit(PatchWriter{}, patch.form.patch);
  json["own"] = {range_json(patch.form.u), range_json(patch.form.v)};
  json["uv"] = {range_json(patch.u), range_json(patch.v)};
  if (!patch.form.trim) return json;
  json["trim"] = OrderedJson::array();
  for (const TrimCurve& trim : patch.form.trim->curves()) {
    OrderedJson curve = curve_json(trim.curve);
    curve["range"] = range_json(trim.range);
    if (trim.backwards) curve["backwards"] = true;
    json["trim"].push_back(std::move(curve));
  }
  return json;
}

CadPatch read_cad_patch(const Json& json) {
  CadPatch patch;
  patch.form.patch = read_patch(json);
  patch.form.u = read_range(json.at("own").at(0));
  patch.form.v = read_range(json.at("own").at(1));
  patch.u = read_range(json.at("uv").at(0));
  patch.v = read_range(json.at("uv").at(1));
  check(patch.form.patch);
  if (!json.contains("trim")) return patch;
  std::vector<TrimCurve> curves;
  for (const Json& curve : json["trim"]) {
    curves.push_back(
        {read_curve(curve), read_range(curve.at("range")), curve.value("backwards", false)});
  }
  patch.form.trim = TrimLoops::from_closed(std::move(curves));
  return patch;
}

OrderedJson face_json(const CadFace& face) {
  OrderedJson json{{"name", face.name}, {"kind", face.kind}};
  if (face.flipped) json["flipped"] = true;
  if (!face.refused.empty()) json["refused"] = face.refused;
  json["model_gap"] = face.model_gap;
  json["patches"] = OrderedJson::array();
  for (const CadPatch& patch : face.patches) json["patches"].push_back(patch_json(patch));
  return json;
}

CadFace read_face(const Json& json) {
  CadFace face{json.at("name"),           json.at("kind"),     json.value("flipped", false), {},
               json.value("refused", ""), json.at("model_gap")};
  for (const Json& patch : json.at("patches")) face.patches.push_back(read_cad_patch(patch));
  return face;
}

// A deviation that is not proved is infinite, for which JSON has no number: it is left out.
OrderedJson mesh_to_json(const CadMesh& mesh) {
  const auto vertices = mesh.mesh.vertices();
  OrderedJson triangles = OrderedJson::array();
  for (const Triangle& t : mesh.mesh.triangles()) {
    for (const std::uint32_t corner : t) triangles.push_back(corner);
  }
  OrderedJson json{{"vertices", flat({vertices.begin(), vertices.end()})},
                   {"triangles", std::move(triangles)},
                   {"faces", mesh.face_of_triangle}};
  if (mesh.unproved.empty()) json["deviation"] = mesh.deviation;
  if (!mesh.unproved.empty()) json["unproved"] = mesh.unproved;
  return json;
}

CadMesh read_cad_mesh(const Json& json) {
  const auto corners = json.at("triangles").get<std::vector<std::uint32_t>>();
  std::vector<Triangle> triangles(corners.size() / 3);
  for (std::size_t k = 0; k < 3 * triangles.size(); ++k) triangles[k / 3][k % 3] = corners[k];
  return {TriangleMesh(unflat(json.at("vertices")), std::move(triangles)), json.at("faces"),
          json.value("deviation", kInfinity), json.value("unproved", "")};
}

CadModel read_model(const Json& json) {
  CadModel model;
  model.units = json.at("units");
  model.schema = json.at("schema");
  for (const Json& part : json.at("parts")) {
    CadPart& made = model.parts.emplace_back();
    made.name = part.at("name");
    for (const Json& face : part.at("faces")) made.faces.push_back(read_face(face));
    if (part.contains("mesh")) made.mesh = read_cad_mesh(part["mesh"]);
  }
  for (const Json& instance : json.at("instances")) {
    CadInstance made{instance.at("path"), instance.at("part"), read_axes(instance.at("pose")), {}};
    if (made.part >= model.parts.size()) throw InputError({made.path, "no part", "one", ""});
    if (instance.contains("colour")) made.colour = unflat(instance["colour"]).at(0);
    model.instances.push_back(std::move(made));
  }
  return model;
}

OrderedJson model_json(const CadModel& model) {
  OrderedJson json{{"format", "graze-cad"}, {"units", model.units}, {"schema", model.schema}};
  json["instances"] = OrderedJson::array();
  for (const CadInstance& instance : model.instances) {
    OrderedJson made{{"path", instance.path},
                     {"part", instance.part},
                     {"pose", pose_json(instance.model_from_part)}};
    if (instance.colour) made["colour"] = flat({*instance.colour});
    json["instances"].push_back(std::move(made));
  }
  json["parts"] = OrderedJson::array();
  for (const CadPart& part : model.parts) {
    OrderedJson made{{"name", part.name}, {"faces", OrderedJson::array()}};
    for (const CadFace& face : part.faces) made["faces"].push_back(face_json(face));
    if (part.mesh) made["mesh"] = mesh_to_json(*part.mesh);
    json["parts"].push_back(std::move(made));
  }
  return json;
}

}  // namespace
}  // namespace graze::cad_json

namespace graze {

std::string format_cad_model(const CadModel& model) {
  using Text = nlohmann::ordered_json;
  return cad_json::model_json(model).dump(-1, ' ', false, Text::error_handler_t::replace);
}

CadModel parse_cad_model(std::string_view text, const std::string& place) {
  try {
    const auto document = json::parse_json(text, place);
    json::expect_format(document, place, "graze-cad");
    return cad_json::read_model(document);
  } catch (const nlohmann::json::exception& error) {
    throw InputError({place, error.what(), "a model as graze-cad writes it", ""});
  } catch (const std::out_of_range&) {
    throw InputError({place, "too few points", "a model as graze-cad writes it", ""});
  }
}

}  // namespace graze
