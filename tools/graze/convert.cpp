// SPDX-License-Identifier: MIT
// graze convert: one mesh file into another, or a CAD file into a mesh. [G3]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>

#include "cad_facts.h"
#include "graze/base/error.h"
#include "graze/io/cad_io.h"
#include "graze/io/file.h"
#include "graze/io/mesh_io.h"
#include "graze/io/written_files.h"
#include "report_table.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct ConvertArguments {
  std::string in;
  std::string out;
  std::string format;
  std::string deviation, part;
  bool json = false;
};

/// What is written, and how far it is from what was read, if that was curved.
struct Converted {
  TriangleMesh mesh;
  std::optional<double> deviation_mm;
  std::string units;  ///< that the file states; what is written keeps its numbers
};

Converted read_any(const ConvertArguments& arguments) {
  if (is_cad_file(arguments.in)) {
    if (arguments.deviation.empty()) {
      throw InputError({"--deviation", "nothing", "a length such as 0.01mm",
                        "it says how far the triangles may be from the CAD file's faces"});
    }
    CadTriangles made = cad_triangles(arguments.in, arguments.part, arguments.deviation);
    return {std::move(made.mesh), made.deviation, {}};
  }
  if (!arguments.deviation.empty() || !arguments.part.empty()) {
    throw InputError({arguments.in, "a mesh", "a CAD file for --deviation and --part", ""});
  }
  MeshInUnits read = read_mesh_in_its_units(arguments.in);
  return {std::move(read.mesh), {}, read.units};
}

std::optional<MeshFormat> wanted_format(const std::string& name) {
  if (name.empty()) return std::nullopt;
  if (const std::optional<MeshFormat> format = mesh_format_named(name)) return format;
  throw InputError({"--format", "'" + name + "'",
                    "obj, stl, stl-ascii, ply, ply-ascii, ply-big-endian or off", ""});
}

int run_convert(const ConvertArguments& arguments) {
  const std::optional<MeshFormat> format = wanted_format(arguments.format);
  const auto [mesh, deviation_mm, units] = read_any(arguments);
  if (mesh.is_empty()) {
    throw InputError({arguments.in, "a mesh without triangles", "a mesh with triangles", ""});
  }
  refuse_input_as_output(arguments.out);
  write_mesh(arguments.out, mesh, format);
  if (arguments.json) {
    fmt::print("{}", written_mesh_document({.in = arguments.in,
                                            .out = arguments.out,
                                            .vertices = mesh.vertices().size(),
                                            .triangles = mesh.triangles().size(),
                                            .deviation_mm = deviation_mm,
                                            .units = units}));
  } else {
    fmt::print(
        "{}: {}, {}{}{}\n", arguments.out, counted(mesh.triangles().size(), "triangle"),
        counted(mesh.vertices().size(), "vertex"),
        deviation_mm ? fmt::format(", within {:.3g} mm of the faces (proved)", *deviation_mm) : "",
        units.empty() ? "" : ", lengths in " + units);
  }
  return kFine;
}
}  // namespace

void add_convert_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<ConvertArguments>();
  CLI::App* verb =
      app.add_subcommand("convert", "Convert a mesh: OBJ, STL, PLY, OFF; or a CAD file into one");
  verb->footer(
      "Example: graze convert part.stl part.obj\n"
      "graze convert part.step part.obj --deviation 0.01mm\n"
      "Only binary STL rounds (to float); every other format keeps all bits.");
  verb->add_option("IN", arguments->in,
                   "Mesh to read: .obj, .stl, .ply, .off, .dae or .3mf; or .step, .brep")
      ->required();
  verb->add_option("OUT", arguments->out, "File to write")->required();
  verb->add_option("--format", arguments->format,
                   "obj, stl, stl-ascii, ply, ply-ascii, ply-big-endian or off; else the extension "
                   "of OUT decides");
  verb->add_option(
      "--deviation", arguments->deviation,
      "Of a CAD file: how far triangles and faces may be apart, such as 0.01mm; proved");
  verb->add_option("--part", arguments->part, "Of a CAD file: only this instance (see graze info)");
  verb->add_flag("--json", arguments->json, "Print what was written as JSON");
  verb->callback([arguments, &exit_code] { exit_code = run_convert(*arguments); });
}

}  // namespace graze::tool
