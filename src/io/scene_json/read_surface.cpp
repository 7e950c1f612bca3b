// SPDX-License-Identifier: MIT
#include <functional>
#include <map>
#include <numbers>

#include "graze/geometry/surface.h"
#include "io/scene_json/read_pose.h"
#include "io/scene_json/surface_shapes.h"

namespace graze::scene_json {
namespace {
using json::JsonCursor;
using json::kSize;
using json::placed;

constexpr double kPi = std::numbers::pi;
constexpr json::Range kParameter{-1e12, 1e12};
constexpr Interval kTurn{-kPi, kPi}, kUnit{0.0, 1.0};

std::vector<Vec3> read_point_list(const JsonCursor& cursor) {
  std::vector<Vec3> points;
  for (const JsonCursor& item : cursor.items()) points.push_back(item.vec3());
  return points;
}

std::vector<double> read_weights(const JsonCursor& cursor) {
  std::vector<double> weights;
  if (const auto list = cursor.find("weights"))
    for (const JsonCursor& item : list->items()) weights.push_back(item.number(json::kAnyNumber));
  return weights;
}

std::map<std::string, double> read_constants(const JsonCursor& cursor) {
  std::map<std::string, double> constants;
  if (const auto list = cursor.find("constants"))
    for (const std::string& name : list->keys())
      constants[name] = list->at(name).number(json::kAnyNumber);
  return constants;
}

/// A range of parameters that is not empty.
Interval read_range(const JsonCursor& cursor, const char* key, const Interval& usual) {
  const auto range = cursor.find(key);
  if (!range) return usual;
  const auto ends = range->items(2);
  const Interval read(ends[0].number(kParameter), ends[1].number(kParameter));
  if (!(read.lo < read.hi)) range->refuse("two numbers in ascending order");
  return read;
}

SurfaceCurve read_curve(const JsonCursor& cursor) {
  const std::string_view kind = cursor.one_of({"line", "arc", "bezier"});
  if (kind == "line") {
    const auto ends = cursor.at("line").items(2);
    return LineCurve{ends[0].vec3(), ends[1].vec3()};
  }
  if (kind == "arc") {
    const auto parts = cursor.at("arc").items(3);
    return ArcCurve{parts[0].vec3(), parts[1].vec3(), parts[2].vec3()};
  }
  return BezierCurve{read_point_list(cursor.at("bezier")), read_weights(cursor)};
}

Interval usual_range(const SurfaceCurve& curve) {
  return std::holds_alternative<ArcCurve>(curve) ? kTurn : kUnit;
}

TrimCurve read_trim_curve(const JsonCursor& cursor) {
  cursor.expect_keys({"line", "arc", "bezier", "weights", "range", "backwards"});
  TrimCurve trim{read_curve(cursor), {}, false};
  trim.range = read_range(cursor, "range", usual_range(trim.curve));
  if (const auto backwards = cursor.find("backwards")) trim.backwards = json::read_flag(*backwards);
  return trim;
}

std::vector<TrimCurve> read_trim_curves(const JsonCursor& cursor) {
  std::vector<TrimCurve> curves;
  for (const JsonCursor& item : cursor.items()) curves.push_back(read_trim_curve(item));
  return curves;
}

/// Loops one by one, or all their curves in any order.
std::optional<TrimLoops> read_trim(const JsonCursor& cursor) {
  if (const auto edges = cursor.find("edges"))
    return placed(*edges, [&] { return TrimLoops::from_closed(read_trim_curves(*edges)); });
  const auto trim = cursor.find("trim");
  if (!trim) return std::nullopt;
  std::vector<std::vector<TrimCurve>> loops;
  for (const JsonCursor& loop : trim->items()) loops.push_back(read_trim_curves(loop));
  return placed(*trim, [&] { return TrimLoops(std::move(loops)); });
}

/// "position" and "rotation", or "origin" and "axes" with every bit.
Pose read_face_frame(const JsonCursor& cursor) {
  const auto axes = cursor.find("axes");
  if (!axes) return read_pose_keys(cursor);
  Pose frame;
  frame.translation = cursor.at("origin").vec3();
  const auto columns = axes->items(3);
  for (int k = 0; k < 3; ++k)
    frame.rotation.col(k) = columns[static_cast<std::size_t>(k)].vec3({-1.0, 1.0});
  return frame;
}

double size_at(const JsonCursor& cursor, const char* key) { return cursor.at(key).number(kSize); }

PatchFace read_bezier(const JsonCursor& cursor) {
  BezierPatch patch{static_cast<int>(cursor.at("rows").index(33)), 0,
                    read_point_list(cursor.at("points")), read_weights(cursor)};
  if (patch.rows > 0) patch.columns = static_cast<int>(patch.points.size()) / patch.rows;
  return {std::move(patch), kUnit, kUnit, {}};
}

PatchFace read_formula_patch(const JsonCursor& cursor) {
  const auto xyz = cursor.at("xyz").items(3);
  return {formula_patch({xyz[0].text(), xyz[1].text(), xyz[2].text()}, read_constants(cursor)),
          kUnit,
          kUnit,
          {}};
}

/// A kind of patch: its keys besides the common ones, and how to read it over its usual ranges.
struct PatchKind {
  std::vector<std::string_view> keys;
  std::function<PatchFace(const JsonCursor&)> read;
};

const std::map<std::string, PatchKind, std::less<>>& patch_kinds() {
  static const std::vector<std::string_view> kFrame{"position", "rotation", "origin", "axes"};
  const auto framed = [](std::vector<std::string_view> keys) {
    keys.insert(keys.end(), kFrame.begin(), kFrame.end());
    return keys;
  };
  static const std::map<std::string, PatchKind, std::less<>> kinds{
      {"bezier", {{"rows", "points", "weights"}, read_bezier}},
      {"formula", {{"xyz", "constants"}, read_formula_patch}},
      {"plane",
       {{"origin", "x", "y"},
        [](const JsonCursor& c) -> PatchFace {
          return {plane_patch(c.at("origin").vec3(), c.at("x").vec3(), c.at("y").vec3()),
                  kUnit,
                  kUnit,
                  {}};
        }}},
      {"cylinder",
       {framed({"radius"}),
        [](const JsonCursor& c) -> PatchFace {
          return {cylinder_patch(read_face_frame(c), size_at(c, "radius")), kTurn, kUnit, {}};
        }}},
      {"cone",
       {framed({"radius", "slope"}),
        [](const JsonCursor& c) -> PatchFace {
          const double slope = c.at("slope").number(json::kLength);
          return {cone_patch(read_face_frame(c), size_at(c, "radius"), slope), kTurn, kUnit, {}};
        }}},
      {"sphere",
       {framed({"radius"}),
        [](const JsonCursor& c) -> PatchFace {
          const Interval latitude{-0.5 * kPi, 0.5 * kPi};
          return {sphere_patch(read_face_frame(c), size_at(c, "radius")), kTurn, latitude, {}};
        }}},
      {"torus",
       {framed({"major", "minor"}),
        [](const JsonCursor& c) -> PatchFace {
          return {torus_patch(read_face_frame(c), size_at(c, "major"), size_at(c, "minor")),
                  kTurn,
                  kTurn,
                  {}};
        }}},
      {"revolution",
       {framed({"profile"}),
        [](const JsonCursor& c) -> PatchFace {
          const SurfaceCurve profile = read_curve(c.at("profile"));
          return {RevolutionPatch{read_face_frame(c), profile}, kTurn, usual_range(profile), {}};
        }}},
      {"extrusion",
       {{"curve", "direction"},
        [](const JsonCursor& c) -> PatchFace {
          const SurfaceCurve curve = read_curve(c.at("curve"));
          return {ExtrusionPatch{curve, c.at("direction").vec3()}, usual_range(curve), kUnit, {}};
        }}},
  };
  return kinds;
}

SurfaceFace read_implicit(const JsonCursor& cursor) {
  cursor.expect_keys({"type", "name", "flipped", "f", "constants", "box"});
  const auto box = cursor.at("box").items(2);
  return {"", placed(cursor, [&] {
            return implicit_surface(cursor.at("f").text(), {box[0].vec3(), box[1].vec3()},
                                    read_constants(cursor));
          })};
}

SurfaceFace read_patch_face(const JsonCursor& cursor, const PatchKind& kind) {
  std::vector<std::string_view> keys{"type", "name", "flipped", "u",
                                     "v",    "trim", "edges",   "part_of"};
  keys.insert(keys.end(), kind.keys.begin(), kind.keys.end());
  cursor.expect_keys(keys);
  PatchFace patch = placed(cursor, [&] { return kind.read(cursor); });
  patch.u = read_range(cursor, "u", patch.u);
  patch.v = read_range(cursor, "v", patch.v);
  patch.trim = read_trim(cursor);
  SurfaceFace face{"", std::move(patch)};
  if (const auto part_of = cursor.find("part_of")) {
    const auto ranges = part_of->items(2);
    face.part_of = {json::read_interval(ranges[0]), json::read_interval(ranges[1])};
  }
  return face;
}

SurfaceFace read_face(const JsonCursor& cursor) {
  std::vector<std::string_view> types{"implicit"};
  for (const auto& [name, kind] : patch_kinds()) types.push_back(name);
  const std::string type = cursor.at("type").word(types);
  SurfaceFace face =
      type == "implicit" ? read_implicit(cursor) : read_patch_face(cursor, patch_kinds().at(type));
  const auto name = cursor.find("name");
  face.name = name ? name->text() : type;
  if (const auto flipped = cursor.find("flipped")) face.flipped = json::read_flag(*flipped);
  return face;
}

/// The triangles and their deviation, which scene files written by Graze hold for parts of CAD
/// files.
TriangleMesh read_near_mesh(const JsonCursor& cursor) {
  std::vector<Vec3> vertices = read_point_list(cursor.at("vertices"));
  std::vector<Triangle> triangles;
  for (const JsonCursor& item : cursor.at("triangles").items()) {
    const auto corners = item.items(3);
    triangles.push_back({corners[0].index(vertices.size()), corners[1].index(vertices.size()),
                         corners[2].index(vertices.size())});
  }
  return TriangleMesh(std::move(vertices), std::move(triangles));
}
}  // namespace

Shape read_surface(const JsonCursor& cursor) {
  cursor.expect_keys({"type", "source", "faces", "vertices", "triangles", "deviation"});
  std::vector<SurfaceFace> faces;
  for (const JsonCursor& item : cursor.at("faces").items()) faces.push_back(read_face(item));
  if (faces.empty()) cursor.at("faces").refuse("an array of at least 1 face");
  const auto source = cursor.find("source");
  const std::string name = source ? source->text() : "surface";
  return placed(cursor, [&] {
    Surface surface(std::move(faces));
    if (!cursor.has("triangles")) return Shape::from_surface(std::move(surface), name);
    return Shape::from_surface(std::move(surface), read_near_mesh(cursor),
                               cursor.at("deviation").number({0.0, 1e12}), name);
  });
}

}  // namespace graze::scene_json
