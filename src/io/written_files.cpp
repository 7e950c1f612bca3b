// SPDX-License-Identifier: MIT
#include "graze/io/written_files.h"

#include "io/json/report_json.h"

namespace graze {
namespace {
using namespace json;

struct RepairKey {
  const char* key;
  std::size_t RepairCounts::*member;
};
constexpr RepairKey kRepairCounts[] = {
    {"welded_vertices", &RepairCounts::welded_vertices},
    {"removed_triangles", &RepairCounts::removed_triangles},
    {"turned_triangles", &RepairCounts::turned_triangles},
    {"filled_holes", &RepairCounts::filled_holes},
    {"added_triangles", &RepairCounts::added_triangles},
    {"open_edges", &RepairCounts::open_edges},
};

OrderedJson parameter_json(const ShapeParameter& parameter) {
  return {{"name", parameter.name},      {"standard", parameter.standard},
          {"lo", parameter.lo},          {"hi", parameter.hi},
          {"whole", parameter.is_whole}, {"meaning", parameter.meaning}};
}

ShapeParameter read_parameter(const JsonCursor& cursor) {
  return {any_text(cursor.at("name")),   any_number(cursor.at("standard")),
          any_number(cursor.at("lo")),   any_number(cursor.at("hi")),
          read_flag(cursor.at("whole")), any_text(cursor.at("meaning"))};
}
}  // namespace

std::string written_mesh_document(const WrittenMesh& mesh) {
  OrderedJson json;
  if (!mesh.shape.empty()) json["shape"] = mesh.shape;
  if (mesh.shape.empty()) json["in"] = mesh.in;
  json["out"] = mesh.out;
  json["vertices"] = mesh.vertices;
  json["triangles"] = mesh.triangles;
  if (mesh.deviation_mm) json["deviation_mm"] = *mesh.deviation_mm;
  if (!mesh.units.empty()) json["units"] = mesh.units;
  return text_of(json);
}

std::string written_scene_document(const WrittenScene& scene) {
  const auto mark_json = [](const WrittenScene::Mark& mark) {
    return OrderedJson{{"a", mark.a}, {"b", mark.b}, {"time", mark.time}};
  };
  return text_of({{"out", scene.out},
                  {"bodies", scene.bodies},
                  {"start_seconds", scene.start_seconds},
                  {"contacts", array_of(scene.contacts, mark_json)}});
}

std::string repair_document(const RepairedFile& file) {
  OrderedJson json{{"format", "graze repair 1"},
                   {"in", file.in},
                   {"out", file.out},
                   {"triangles", file.triangles}};
  for (const auto& [key, member] : kRepairCounts) json[key] = file.*member;
  json["closed"] = file.is_closed;
  return text_of(json);
}

std::string shapes_document(std::span<const ShapeInfo> shapes) {
  return text_of({{"shapes", array_of(shapes, [](const ShapeInfo& info) {
                     return OrderedJson{{"name", info.name},
                                        {"summary", info.summary},
                                        {"parameters", array_of(info.parameters, parameter_json)}};
                   })}});
}

WrittenMesh parse_written_mesh(std::string_view text, const std::string& place) {
  const Json json = parse_json(text, place);
  const JsonCursor root(json, place);
  WrittenMesh mesh;
  if (const auto shape = root.find("shape")) mesh.shape = shape->text();
  if (mesh.shape.empty()) mesh.in = any_text(root.at("in"));
  mesh.out = any_text(root.at("out"));
  mesh.vertices = read_count(root.at("vertices"));
  mesh.triangles = read_count(root.at("triangles"));
  if (const auto deviation = root.find("deviation_mm")) mesh.deviation_mm = any_number(*deviation);
  if (const auto units = root.find("units")) mesh.units = any_text(*units);
  return mesh;
}

WrittenScene parse_written_scene(std::string_view text, const std::string& place) {
  const Json json = parse_json(text, place);
  const JsonCursor root(json, place);
  WrittenScene scene;
  scene.out = any_text(root.at("out"));
  scene.bodies = read_count(root.at("bodies"));
  scene.start_seconds = any_number(root.at("start_seconds"));
  for (const JsonCursor& mark : root.at("contacts").items()) {
    scene.contacts.push_back(
        {any_text(mark.at("a")), any_text(mark.at("b")), any_number(mark.at("time"))});
  }
  return scene;
}

RepairedFile parse_repair(std::string_view text, const std::string& place) {
  const Json json = parse_json(text, place);
  const JsonCursor root = expect_format(json, place, "graze repair 1");
  RepairedFile file;
  file.in = any_text(root.at("in"));
  file.out = any_text(root.at("out"));
  file.triangles = read_count(root.at("triangles"));
  for (const auto& [key, member] : kRepairCounts) file.*member = read_count(root.at(key));
  file.is_closed = read_flag(root.at("closed"));
  return file;
}

std::vector<ShapeInfo> parse_shapes(std::string_view text, const std::string& place) {
  const Json json = parse_json(text, place);
  std::vector<ShapeInfo> shapes;
  for (const JsonCursor& shape : JsonCursor(json, place).at("shapes").items()) {
    shapes.push_back({any_text(shape.at("name")), any_text(shape.at("summary")), {}});
    for (const JsonCursor& parameter : shape.at("parameters").items())
      shapes.back().parameters.push_back(read_parameter(parameter));
  }
  return shapes;
}

}  // namespace graze
