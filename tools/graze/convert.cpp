// SPDX-License-Identifier: MIT
// graze convert: one mesh file into another.                                                  [G3]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "graze/base/error.h"
#include "graze/io/mesh_io.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct ConvertArguments {
  std::string in;
  std::string out;
  std::string format;
  bool json = false;
};

std::optional<MeshFormat> wanted_format(const std::string& name) {
  if (name.empty()) return std::nullopt;
  if (const std::optional<MeshFormat> format = mesh_format_named(name)) return format;
  throw InputError({"--format", "'" + name + "'",
                    "obj, stl, stl-ascii, ply, ply-ascii, ply-big-endian or off", ""});
}

int run_convert(const ConvertArguments& arguments) {
  const std::optional<MeshFormat> format = wanted_format(arguments.format);
  const TriangleMesh mesh = read_mesh(arguments.in);
  write_mesh(arguments.out, mesh, format);
  if (arguments.json) {
    fmt::print("{}\n", nlohmann::ordered_json{{"in", arguments.in},
                                              {"out", arguments.out},
                                              {"vertices", mesh.vertices().size()},
                                              {"triangles", mesh.triangles().size()}}
                           .dump(2));
  } else {
    fmt::print("{}: {} triangles, {} vertices\n", arguments.out, mesh.triangles().size(),
               mesh.vertices().size());
  }
  return kFine;
}
}  // namespace

void add_convert_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<ConvertArguments>();
  CLI::App* verb = app.add_subcommand("convert", "Convert a mesh: OBJ, STL, PLY, OFF");
  verb->footer(
      "Example: graze convert part.stl part.obj\n"
      "Only binary STL rounds (to float); every other format keeps all bits.");
  verb->add_option("IN", arguments->in, "Mesh to read: .obj, .stl, .ply or .off")->required();
  verb->add_option("OUT", arguments->out, "File to write")->required();
  verb->add_option("--format", arguments->format,
                   "obj, stl, stl-ascii, ply, ply-ascii, ply-big-endian or off; else the extension "
                   "of OUT decides");
  verb->add_flag("--json", arguments->json, "Print what was written as JSON");
  verb->callback([arguments, &exit_code] { exit_code = run_convert(*arguments); });
}

}  // namespace graze::tool
