// SPDX-License-Identifier: MIT
// graze info: what a mesh is, whether it is closed, and what is wrong with it.             [K3, G3]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cad_facts.h"
#include "graze/geometry/closed_polyhedron.h"
#include "graze/geometry/mass_properties.h"
#include "graze/io/cad_io.h"
#include "graze/io/mesh_io.h"
#include "json_values.h"
#include "verbs.h"

namespace graze::tool {
namespace {
using Json = nlohmann::ordered_json;
using tool::to_json;

struct InfoArguments {
  std::vector<std::string> meshes;
  bool json = false;
};

/// All that is told about one mesh.
struct MeshFacts {
  std::string file, units;
  TriangleMesh mesh;
  ClosednessReport closedness;
  MassProperties mass;
  double area = 0.0;
};

MeshFacts facts_of(const std::string& file) {
  MeshFacts facts;
  facts.file = file;
  MeshInUnits read = read_mesh_in_its_units(file);
  facts.mesh = std::move(read.mesh);
  facts.units = read.units;
  facts.closedness = diagnose(facts.mesh);
  facts.mass = mass_properties(facts.mesh);
  facts.area = surface_area(facts.mesh);
  return facts;
}

std::string text(const Vec3& v) {
  return fmt::format("({:.9g}, {:.9g}, {:.9g})", v.x(), v.y(), v.z());
}

std::string text(VertexId id) { return std::to_string(id.index()); }
std::string text(TriangleId id) { return std::to_string(id.index()); }
std::string text(const VertexPair& pair) {
  return fmt::format("{}-{}", pair.first.index(), pair.second.index());
}

template <typename Place>
void print_defect(const char* what, const Defects<Place>& defects) {
  if (!defects.any()) return;
  std::string places;
  for (const Place& place : defects.first) places += (places.empty() ? "" : ", ") + text(place);
  if (defects.count > defects.first.size()) places += ", ...";
  fmt::print("  {:<22}{} ({})\n", what, defects.count, places);
}

void print_defects(const ClosednessReport& report) {
  print_defect("degenerate triangles", report.degenerate_triangles);
  print_defect("boundary edges", report.boundary_edges);
  print_defect("non-manifold edges", report.non_manifold_edges);
  print_defect("inconsistent edges", report.inconsistent_edges);
  print_defect("pinched vertices", report.pinched_vertices);
  print_defect("duplicate vertices", report.duplicate_vertices);
}

const char* closedness_of(const ClosednessReport& report) {
  if (report.is_outward()) return "yes";
  return report.is_closed() ? "yes, but inside out" : "no";
}

void print_mass(const MeshFacts& facts) {
  const MassProperties& mass = facts.mass;
  fmt::print("  {:<22}{:.9g}\n", "volume", mass.volume);
  fmt::print("  {:<22}{}\n", "centroid", text(mass.centroid));
  for (int row = 0; row < 3; ++row) {
    fmt::print("  {:<22}{}\n", row == 0 ? "inertia, density 1" : "", text(mass.inertia.row(row)));
  }
}

void print_facts(const MeshFacts& facts) {
  if (facts.mesh.is_empty()) {
    fmt::print("{}: a mesh without triangles\n", facts.file);
    return;
  }
  const Aabb& bounds = facts.mesh.bounds();
  fmt::print("{}\n", facts.file);
  fmt::print("  {:<22}{}\n  {:<22}{}\n", "triangles", facts.mesh.triangles().size(), "vertices",
             facts.mesh.vertices().size());
  fmt::print("  {:<22}{}\n  {:<22}{}\n", "shells", facts.closedness.shells, "closed",
             closedness_of(facts.closedness));
  print_defects(facts.closedness);
  if (!bounds.is_empty()) {
    fmt::print("  {:<22}{} to {}\n", "bounds", text(bounds.lo), text(bounds.hi));
    fmt::print("  {:<22}{}{}\n", "size", text(bounds.size()),
               facts.units.empty() ? "" : " " + facts.units);
  }
  fmt::print("  {:<22}{:.9g}\n", "area", facts.area);
  if (facts.closedness.is_closed()) print_mass(facts);
  fmt::print("  {:<22}{:016x}\n", "content hash", facts.mesh.content_hash());
}

Json to_json(VertexId id) { return id.index(); }
Json to_json(TriangleId id) { return id.index(); }
Json to_json(const VertexPair& pair) { return {pair.first.index(), pair.second.index()}; }

template <typename Place>
Json to_json(const Defects<Place>& defects) {
  Json first = Json::array();
  for (const Place& place : defects.first) first.push_back(to_json(place));
  return {{"count", defects.count}, {"first", first}};
}

Json to_json(const ClosednessReport& report) {
  return {{"degenerate_triangles", to_json(report.degenerate_triangles)},
          {"boundary_edges", to_json(report.boundary_edges)},
          {"non_manifold_edges", to_json(report.non_manifold_edges)},
          {"inconsistent_edges", to_json(report.inconsistent_edges)},
          {"pinched_vertices", to_json(report.pinched_vertices)},
          {"duplicate_vertices", to_json(report.duplicate_vertices)}};
}

Json to_json(const MeshFacts& facts) {
  Json json{{"file", facts.file},
            {"triangles", facts.mesh.triangles().size()},
            {"vertices", facts.mesh.vertices().size()},
            {"shells", facts.closedness.shells},
            {"closed", facts.closedness.is_closed()},
            {"outward", facts.closedness.is_outward()},
            {"summary", facts.closedness.summary()},
            {"defects", to_json(facts.closedness)}};
  if (!facts.units.empty()) json["units"] = facts.units;
  if (!facts.mesh.is_empty()) {
    json["bounds"] = {{"lo", to_json(facts.mesh.bounds().lo)},
                      {"hi", to_json(facts.mesh.bounds().hi)}};
  }
  json["area"] = facts.area;
  if (facts.closedness.is_closed()) {
    json["volume"] = facts.mass.volume;
    json["centroid"] = to_json(facts.mass.centroid);
    json["inertia"] = Json::array();
    for (int row = 0; row < 3; ++row) {
      json["inertia"].push_back(to_json(Vec3(facts.mass.inertia.row(row))));
    }
  }
  json["content_hash"] = fmt::format("{:016x}", facts.mesh.content_hash());
  return json;
}

/// Everything is read before anything is printed: a bad file gives one sentence and no half answer.
int run_info(const InfoArguments& arguments) {
  std::vector<MeshFacts> all;
  std::vector<CadFacts> models;
  for (const std::string& file : arguments.meshes) {
    if (is_cad_file(file)) {
      models.push_back(cad_facts(file));
    } else {
      all.push_back(facts_of(file));
    }
  }
  Json json{{"meshes", Json::array()}};
  if (!models.empty()) json["models"] = Json::array();
  for (const CadFacts& facts : models) {
    if (arguments.json) {
      json["models"].push_back(to_json(facts));
    } else {
      print_facts(facts);
    }
  }
  for (const MeshFacts& facts : all) {
    if (arguments.json) {
      json["meshes"].push_back(to_json(facts));
    } else {
      print_facts(facts);
    }
  }
  if (arguments.json) {
    fmt::print("{}\n", json.dump(2, ' ', false, Json::error_handler_t::replace));
  }
  return kFine;
}
}  // namespace

void add_info_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<InfoArguments>();
  CLI::App* verb = app.add_subcommand("info", "Size, closedness, defects and mass of meshes");
  verb->footer(
      "Example: graze info gear.stl --json\n"
      "Defects come with their number and the first few ids (vertices, edges a-b, triangles).\n"
      "Volume, centroid and inertia (density 1, about the centroid) are given for closed meshes.\n"
      "For CAD files: parts, kinds of faces, what was refused and why, and instances.");
  verb->add_option("MESH", arguments->meshes,
                   "Meshes to read: .obj, .stl, .ply, .off, .dae or .3mf; or CAD files: .step, "
                   ".brep")
      ->required();
  verb->add_flag("--json", arguments->json, "Print the facts as JSON");
  verb->callback([arguments, &exit_code] { exit_code = run_info(*arguments); });
}

}  // namespace graze::tool
