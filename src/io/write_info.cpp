// SPDX-License-Identifier: MIT
// Writes and reads the document of mesh_facts.h.
#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "graze/io/mesh_facts.h"
#include "io/json/report_json.h"

namespace graze {
namespace {
using namespace json;
constexpr std::size_t kAnyPlace = 0xffffffffu;

OrderedJson defect_place(VertexId id) { return id.index(); }
OrderedJson defect_place(TriangleId id) { return id.index(); }
OrderedJson defect_place(const VertexPair& pair) {
  return {pair.first.index(), pair.second.index()};
}

void read_defect_place(const JsonCursor& cursor, VertexId& id) {
  id = VertexId(cursor.index(kAnyPlace));
}
void read_defect_place(const JsonCursor& cursor, TriangleId& id) {
  id = TriangleId(cursor.index(kAnyPlace));
}
void read_defect_place(const JsonCursor& cursor, VertexPair& pair) {
  const auto ends = cursor.items(2);
  read_defect_place(ends[0], pair.first);
  read_defect_place(ends[1], pair.second);
}

/// Calls use(key, defects) for each kind of defect.
template <typename Report, typename Use>
void for_each_defect(Report& report, const Use& use) {
  use("degenerate_triangles", report.degenerate_triangles);
  use("boundary_edges", report.boundary_edges);
  use("non_manifold_edges", report.non_manifold_edges);
  use("inconsistent_edges", report.inconsistent_edges);
  use("pinched_vertices", report.pinched_vertices);
  use("duplicate_vertices", report.duplicate_vertices);
}

OrderedJson defects_json(const ClosednessReport& report) {
  OrderedJson json;
  for_each_defect(report, [&](const char* key, const auto& defects) {
    json[key] = {{"count", defects.count},
                 {"first", array_of(defects.first, [](const auto& p) { return defect_place(p); })}};
  });
  return json;
}

void add_mass(const MassProperties& mass, OrderedJson& json) {
  json["volume"] = mass.volume;
  json["centroid"] = to_json(mass.centroid);
  json["inertia"] = OrderedJson::array();
  for (int row = 0; row < 3; ++row) json["inertia"].push_back(to_json(Vec3(mass.inertia.row(row))));
}

OrderedJson mesh_facts_json(const MeshFacts& facts) {
  OrderedJson json{{"file", facts.file},
                   {"triangles", facts.triangles},
                   {"vertices", facts.vertices},
                   {"shells", facts.closedness.shells},
                   {"closed", facts.closedness.is_closed()},
                   {"outward", facts.closedness.is_outward()},
                   {"summary", facts.closedness.summary()},
                   {"defects", defects_json(facts.closedness)}};
  if (!facts.units.empty()) json["units"] = facts.units;
  if (!facts.bounds.is_empty()) {
    json["bounds"] = {{"lo", to_json(facts.bounds.lo)}, {"hi", to_json(facts.bounds.hi)}};
  }
  json["area"] = facts.area;
  if (facts.closedness.is_closed()) add_mass(facts.mass, json);
  json["content_hash"] = fmt::format("{:016x}", facts.content_hash);
  return json;
}

OrderedJson part_facts_json(const CadFacts::Part& part) {
  const auto refused = [](const CadFacts::Refused& face) {
    return OrderedJson{{"face", face.face}, {"kind", face.kind}, {"why", face.why}};
  };
  return {{"name", part.name},
          {"faces", part.faces},
          {"kinds", part.kinds},
          {"refused", array_of(part.refused, refused)},
          {"model_gap", part.model_gap}};
}

OrderedJson instance_facts_json(const CadFacts::Instance& instance) {
  OrderedJson json{
      {"path", instance.path}, {"part", instance.part}, {"position", to_json(instance.position)}};
  if (instance.colour) json["colour"] = to_json(*instance.colour);
  return json;
}

OrderedJson cad_facts_json(const CadFacts& facts) {
  return {{"file", facts.file},
          {"format", facts.format},
          {"units", facts.units},
          {"parts", array_of(facts.parts, part_facts_json)},
          {"instances", array_of(facts.instances, instance_facts_json)}};
}

ClosednessReport read_closedness(const JsonCursor& cursor) {
  ClosednessReport report;
  report.triangles = read_count(cursor.at("triangles"));
  report.shells = static_cast<int>(cursor.at("shells").index(kAnyPlace));
  const JsonCursor found = cursor.at("defects");
  for_each_defect(report, [&]<typename Place>(const char* key, Defects<Place>& defects) {
    defects.count = read_count(found.at(key).at("count"));
    for (const JsonCursor& item : found.at(key).at("first").items())
      read_defect_place(item, defects.first.emplace_back());
  });
  return report;
}

MassProperties read_mass_facts(const JsonCursor& cursor) {
  MassProperties mass;
  mass.volume = cursor.at("volume").number(kAnyNumber);
  mass.centroid = cursor.at("centroid").vec3(kAnyNumber);
  const auto rows = cursor.at("inertia").items(3);
  for (int row = 0; row < 3; ++row)
    mass.inertia.row(row) = rows[static_cast<std::size_t>(row)].vec3(kAnyNumber);
  return mass;
}

std::uint64_t read_content_hash(const JsonCursor& cursor) {
  const std::string text = cursor.text();
  std::uint64_t hash = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, hash, 16);
  if (error != std::errc() || stop != end) cursor.refuse("up to 16 hexadecimal digits");
  return hash;
}

MeshFacts read_mesh_facts(const JsonCursor& cursor) {
  MeshFacts facts;
  facts.file = any_text(cursor.at("file"));
  if (const auto units = cursor.find("units")) facts.units = any_text(*units);
  facts.vertices = read_count(cursor.at("vertices"));
  facts.closedness = read_closedness(cursor);
  facts.triangles = facts.closedness.triangles;
  if (const auto bounds = cursor.find("bounds"))
    facts.bounds = {bounds->at("lo").vec3(kAnyNumber), bounds->at("hi").vec3(kAnyNumber)};
  facts.area = cursor.at("area").number(kAnyNumber);
  if (cursor.has("volume")) facts.mass = read_mass_facts(cursor);
  const double size = std::abs(facts.mass.volume);
  facts.closedness.volume = read_flag(cursor.at("outward")) ? size : -size;
  facts.content_hash = read_content_hash(cursor.at("content_hash"));
  return facts;
}

CadFacts::Part read_part_facts(const JsonCursor& cursor) {
  CadFacts::Part part{.name = any_text(cursor.at("name")), .faces = read_count(cursor.at("faces"))};
  const JsonCursor kinds = cursor.at("kinds");
  for (const std::string& kind : kinds.keys()) part.kinds[kind] = read_count(kinds.at(kind));
  for (const JsonCursor& face : cursor.at("refused").items()) {
    part.refused.push_back(
        {any_text(face.at("face")), any_text(face.at("kind")), any_text(face.at("why"))});
  }
  part.model_gap = cursor.at("model_gap").number(kAnyNumber);
  return part;
}

CadFacts read_cad_facts(const JsonCursor& cursor) {
  CadFacts facts{.file = any_text(cursor.at("file")),
                 .format = any_text(cursor.at("format")),
                 .units = any_text(cursor.at("units"))};
  for (const JsonCursor& part : cursor.at("parts").items())
    facts.parts.push_back(read_part_facts(part));
  for (const JsonCursor& item : cursor.at("instances").items()) {
    facts.instances.push_back({any_text(item.at("path")),
                               any_text(item.at("part")),
                               item.at("position").vec3(kAnyNumber),
                               {}});
    if (const auto colour = item.find("colour"))
      facts.instances.back().colour = colour->vec3(kAnyNumber);
  }
  return facts;
}
}  // namespace

std::string info_document(const InfoDocument& document) {
  OrderedJson json{{"format", "graze info 1"},
                   {"meshes", array_of(document.meshes, mesh_facts_json)}};
  if (!document.models.empty()) json["models"] = array_of(document.models, cad_facts_json);
  return text_of(json);
}

InfoDocument parse_info(std::string_view text, const std::string& place) {
  const Json json = parse_json(text, place);
  const JsonCursor root = expect_format(json, place, "graze info 1");
  InfoDocument document;
  for (const JsonCursor& mesh : root.at("meshes").items())
    document.meshes.push_back(read_mesh_facts(mesh));
  if (const auto models = root.find("models")) {
    for (const JsonCursor& model : models->items())
      document.models.push_back(read_cad_facts(model));
  }
  return document;
}

}  // namespace graze
