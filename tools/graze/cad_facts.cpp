// SPDX-License-Identifier: MIT
#include "cad_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "graze/base/error.h"
#include "graze/io/cad_io.h"
#include "parse_number.h"
#include "report_table.h"

namespace graze::tool {
namespace {
using CadJson = nlohmann::ordered_json;

struct PartFacts {
  std::map<std::string, int> kinds;
  int refused = 0;
  double model_gap = 0.0;
};

PartFacts facts_of_part(const CadPart& part) {
  PartFacts facts;
  for (const CadFace& face : part.faces) {
    ++facts.kinds[face.kind];
    facts.refused += !face.refused.empty();
    facts.model_gap = std::max(facts.model_gap, face.model_gap);
  }
  return facts;
}

std::string kinds_text(const PartFacts& facts) {
  std::string text;
  for (const auto& [kind, count] : facts.kinds) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, kind);
  }
  return text;
}

double parse_length_mm(const std::string& text) {
  const std::map<std::string, double> units{{"", 1.0},    {"mm", 1.0},   {"um", 1e-3},
                                            {"cm", 10.0}, {"m", 1000.0}, {"in", 25.4}};
  const std::size_t end = std::min(text.find_first_of("muci"), text.size());
  std::string number = text.substr(0, end), unit = text.substr(end);
  while (!number.empty() && number.back() == ' ') number.pop_back();
  const auto factor = units.find(unit);
  char* parsed_end = nullptr;
  const double value = std::strtod(number.c_str(), &parsed_end);
  if (number.empty() || *parsed_end != '\0' || factor == units.end() || !(value > 0.0) ||
      !std::isfinite(value)) {
    throw InputError({"--deviation", "'" + text + "'", "a length > 0 such as 0.01mm",
                      "units are um, mm, cm, m and in"});
  }
  return value * factor->second;
}

[[noreturn]] void refuse_deviation(const std::string& file, const CadPart& part, double wanted) {
  const CadMesh& mesh = *part.mesh;
  if (!mesh.unproved.empty()) {
    throw InputError({file + ", part '" + part.name + "'", mesh.unproved,
                      "faces whose deviation can be proved", "choose a smaller --deviation"});
  }
  throw InputError({file + ", part '" + part.name + "'",
                    fmt::format("a mesh within {:.3g} mm", mesh.deviation),
                    fmt::format("one within {:.3g} mm", wanted),
                    fmt::format("edges of the file are up to {:.3g} mm from its faces",
                                facts_of_part(part).model_gap)});
}

}  // namespace

CadFacts cad_facts(const std::string& file) { return {file, load_cad(file)}; }

void print_facts(const CadFacts& all) {
  const CadModel& model = all.model;
  fmt::print("{}\n  {:<22}{}, lengths in {}\n", all.file, "format", model.schema, model.units);
  fmt::print("  {:<22}{} ({})\n", "parts", model.parts.size(),
             counted(model.instances.size(), "instance"));
  for (const CadPart& part : model.parts) {
    const PartFacts facts = facts_of_part(part);
    fmt::print("  {:<21} {}: {}; edges up to {:.2g} {} from them\n", printable(part.name),
               counted(part.faces.size(), "face"), kinds_text(facts), facts.model_gap, model.units);
    for (const CadFace& face : part.faces) {
      if (!face.refused.empty()) fmt::print("    refused {}: {}\n", face.name, face.refused);
    }
  }
  for (const CadInstance& instance : model.instances) {
    fmt::print("  {:<22}{} ({})\n", "instance", instance.path, model.parts[instance.part].name);
  }
}

CadJson to_json(const CadFacts& all) {
  const CadModel& model = all.model;
  CadJson json{{"file", all.file}, {"format", model.schema}, {"units", model.units}};
  json["parts"] = CadJson::array();
  for (const CadPart& part : model.parts) {
    const PartFacts facts = facts_of_part(part);
    CadJson refused = CadJson::array();
    for (const CadFace& face : part.faces) {
      if (face.refused.empty()) continue;
      refused.push_back({{"face", face.name}, {"kind", face.kind}, {"why", face.refused}});
    }
    json["parts"].push_back({{"name", part.name},
                             {"faces", part.faces.size()},
                             {"kinds", facts.kinds},
                             {"refused", std::move(refused)},
                             {"model_gap", facts.model_gap}});
  }
  json["instances"] = CadJson::array();
  for (const CadInstance& instance : model.instances) {
    const Vec3& p = instance.model_from_part.translation;
    CadJson made{{"path", instance.path},
                 {"part", model.parts[instance.part].name},
                 {"position", {p.x(), p.y(), p.z()}}};
    if (instance.colour) {
      made["colour"] = {instance.colour->x(), instance.colour->y(), instance.colour->z()};
    }
    json["instances"].push_back(std::move(made));
  }
  return json;
}

CadTriangles cad_triangles(const std::string& file, const std::string& part,
                           const std::string& deviation) {
  const double wanted = parse_length_mm(deviation);
  const CadModel model =
      load_cad(file, {.deviation = wanted, .relative_deviation = 0.0, .part = part});
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  CadTriangles result;
  for (const CadInstance& instance : model.instances) {
    if (!part.empty() && instance.path != part) continue;
    const CadPart& made = model.parts[instance.part];
    if (made.faces.empty()) continue;
    if (!made.mesh || !(made.mesh->deviation <= wanted)) refuse_deviation(file, made, wanted);
    const auto first = static_cast<std::uint32_t>(vertices.size());
    double size = 0.0;
    for (const Vec3& v : made.mesh->mesh.vertices()) {
      vertices.push_back(instance.model_from_part * v);
      size = std::max(size, v.norm() + instance.model_from_part.translation.norm());
    }
    for (const Triangle& t : made.mesh->mesh.triangles()) {
      triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    }
    result.deviation = std::max(result.deviation, made.mesh->deviation + 1e-15 * size);
  }
  result.mesh = TriangleMesh(std::move(vertices), std::move(triangles));
  return result;
}

}  // namespace graze::tool
