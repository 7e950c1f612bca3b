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
std::string kinds_text(const CadFacts::Part& part) {
  std::string text;
  for (const auto& [kind, count] : part.kinds) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, kind);
  }
  return text;
}

double model_gap(const CadPart& part) {
  double gap = 0.0;
  for (const CadFace& face : part.faces) gap = std::max(gap, face.model_gap);
  return gap;
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
  throw InputError(
      {file + ", part '" + part.name + "'", fmt::format("a mesh within {:.3g} mm", mesh.deviation),
       fmt::format("one within {:.3g} mm", wanted),
       fmt::format("edges of the file are up to {:.3g} mm from its faces", model_gap(part))});
}

}  // namespace

void print_facts(const CadFacts& facts) {
  fmt::print("{}\n  {:<22}{}, lengths in {}\n", facts.file, "format", facts.format, facts.units);
  fmt::print("  {:<22}{} ({})\n", "parts", facts.parts.size(),
             counted(facts.instances.size(), "instance"));
  for (const CadFacts::Part& part : facts.parts) {
    fmt::print("  {:<21} {}: {}; edges up to {:.2g} {} from them\n", printable(part.name),
               counted(part.faces, "face"), kinds_text(part), part.model_gap, facts.units);
    for (const CadFacts::Refused& face : part.refused)
      fmt::print("    refused {}: {}\n", face.face, face.why);
  }
  for (const CadFacts::Instance& instance : facts.instances) {
    fmt::print("  {:<22}{} ({})\n", "instance", instance.path, instance.part);
  }
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
