// SPDX-License-Identifier: MIT
// graze repair: a mesh made fit to be a solid.                                                [G7]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "graze/base/error.h"
#include "graze/geometry/closure.h"
#include "graze/io/file.h"
#include "graze/io/mesh_io.h"
#include "graze/io/written_files.h"
#include "number_checks.h"
#include "report_table.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct RepairArguments {
  std::string in;
  std::string out;
  RepairOptions options;
  bool no_fill = false;
  bool no_orient = false;
  bool json = false;
};

int run_repair(RepairArguments arguments) {
  arguments.options.fill = !arguments.no_fill;
  arguments.options.orient = !arguments.no_orient;
  const TriangleMesh mesh = read_mesh(arguments.in);
  if (mesh.is_empty()) {
    throw InputError({arguments.in, "a mesh without triangles", "a mesh with triangles", ""});
  }
  const RepairedMesh repaired = repair(mesh, arguments.options);
  refuse_input_as_output(arguments.out);
  write_mesh(arguments.out, repaired.mesh);
  const bool is_closed = closure_of(repaired.mesh).closure == Closure::kClosed;
  if (arguments.json) {
    fmt::print("{}", repair_document({repaired, arguments.in, arguments.out,
                                      repaired.mesh.triangles().size(), is_closed}));
  } else {
    fmt::print("{}: {}: {} welded, {} dropped, {} turned, {} filled with {}; {}\n", arguments.out,
               counted(repaired.mesh.triangles().size(), "triangle"),
               counted(repaired.welded_vertices, "vertex"),
               counted(repaired.removed_triangles, "triangle"),
               counted(repaired.turned_triangles, "triangle"),
               counted(repaired.filled_holes, "hole"),
               counted(repaired.added_triangles, "triangle"),
               is_closed ? "a closed solid"
                         : counted(repaired.open_edges, "open edge") + " left, not a solid");
  }
  return is_closed ? kFine : kFound;
}
}  // namespace

void add_repair_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<RepairArguments>();
  CLI::App* verb = app.add_subcommand("repair", "Weld, orient and close a mesh");
  verb->add_option("IN", arguments->in, "mesh to read")->required();
  verb->add_option("OUT", arguments->out, "mesh to write")->required();
  verb->add_option("--weld", arguments->options.weld_distance,
                   "vertices closer than this become one; default: only equal ones")
      ->check(not_negative());
  verb->add_flag("--no-fill", arguments->no_fill, "leave holes open");
  verb->add_flag("--no-orient", arguments->no_orient, "leave the triangles' orientation as it is");
  verb->add_flag("--json", arguments->json, "what was done, as JSON");
  verb->footer(
      "Exit code: 0 the mesh is a closed solid now, 1 it is not, 2 bad input.\n\n"
      "Example:\n  graze repair scan.obj solid.stl --weld 1e-5\n");
  verb->callback([arguments, &exit_code] { exit_code = run_repair(*arguments); });
}

}  // namespace graze::tool
