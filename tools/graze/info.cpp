// SPDX-License-Identifier: MIT
// graze info: what a mesh is, whether it is closed, and what is wrong with it.             [K3, G3]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "cad_facts.h"
#include "graze/io/cad_io.h"
#include "graze/io/mesh_facts.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct InfoArguments {
  std::vector<std::string> meshes;
  bool json = false;
};

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
  if (facts.triangles == 0) {
    fmt::print("{}: a mesh without triangles\n", facts.file);
    return;
  }
  const Aabb& bounds = facts.bounds;
  fmt::print("{}\n", facts.file);
  fmt::print("  {:<22}{}\n  {:<22}{}\n", "triangles", facts.triangles, "vertices", facts.vertices);
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
  fmt::print("  {:<22}{:016x}\n", "content hash", facts.content_hash);
}

/// Everything is read before anything is printed: a bad file gives one sentence and no half answer.
int run_info(const InfoArguments& arguments) {
  InfoDocument all;
  for (const std::string& file : arguments.meshes) {
    if (is_cad_file(file)) {
      all.models.push_back(cad_facts(file, load_cad(file)));
    } else {
      all.meshes.push_back(mesh_facts(file));
    }
  }
  if (arguments.json) {
    fmt::print("{}", info_document(all));
    return kFine;
  }
  for (const CadFacts& facts : all.models) tool::print_facts(facts);
  for (const MeshFacts& facts : all.meshes) print_facts(facts);
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
