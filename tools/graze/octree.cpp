// SPDX-License-Identifier: MIT
// graze octree: the cycles of Kitamura et al. 1994 on a scene, phase by phase.              [O2-O7]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "graze/base/error.h"
#include "graze/io/file.h"
#include "graze/io/load_scene.h"
#include "graze/io/write_octree_cycles.h"
#include "graze/query/octree_cycles.h"
#include "interrupt.h"
#include "octree_picture.h"
#include "progress.h"
#include "report_table.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct OctreeArguments {
  std::string scene;
  OctreeCycleOptions run;
  std::optional<std::size_t> at;
  std::string picture, curves, counts;
  bool json = false;
};

/// The first cycle for which `holds`, or the number of cycles.
template <typename Holds>
std::size_t first_cycle(const std::vector<OctreeCycle>& cycles, const Holds& holds) {
  return static_cast<std::size_t>(std::ranges::find_if(cycles, holds) - cycles.begin());
}

struct Phases {
  std::size_t nodes, faces, collision;
};

Phases phases_of(const std::vector<OctreeCycle>& cycles) {
  return {first_cycle(cycles, [](const OctreeCycle& c) { return c.report.interfering_cells > 0; }),
          first_cycle(cycles, [](const OctreeCycle& c) { return c.report.faces_found > 0; }),
          first_cycle(cycles, [](const OctreeCycle& c) { return !c.report.alarms.empty(); })};
}

std::string cycle_text(std::size_t cycle, const std::vector<OctreeCycle>& cycles) {
  return cycle == cycles.size() ? "never" : fmt::format("from cycle {}", cycle);
}

Guarantee guarantee(const OctreeArguments& arguments) {
  return arguments.run.as_printed ? Guarantee::kSampled : Guarantee::kConservative;
}

void print_text(const OctreeArguments& arguments, const Scene& scene,
                const std::vector<OctreeCycle>& cycles) {
  const Phases phases = phases_of(cycles);
  fmt::print("nodes      interfere {}\n", cycle_text(phases.nodes, cycles));
  fmt::print("faces      found in interfering nodes {}\n", cycle_text(phases.faces, cycles));
  if (phases.collision == cycles.size()) {
    fmt::print("collision  none in {} of {} ({})\n", cycles.size(),
               counted(arguments.run.cycles, "cycle"), name(guarantee(arguments)));
  } else {
    const WorkspaceReport& last = cycles[phases.collision].report;
    for (const WorkspaceAlarm& alarm : last.alarms) {
      fmt::print("collision  {} / {} may touch in cycle {}: {}\n", scene.bodies[alarm.a].name,
                 scene.bodies[alarm.b].name, phases.collision,
                 counted(alarm.faces.size(), "pair of faces"));
    }
    fmt::print("last cycle {} ({}), {}, {} tested\n",
               counted(last.interfering_cells, "interfering cell"),
               counted(last.interfering_pairs, "pair of nodes"), counted(last.faces_found, "face"),
               counted(last.face_pairs_tested, "pair"));
  }
  const auto costs = [&](const char* name, double OctreeCycle::*member) {
    double sum = 0.0, most = 0.0;
    for (const OctreeCycle& c : cycles) sum += c.*member, most = std::max(most, c.*member);
    if (sum > 0.0) {
      fmt::print("{:<10} {:.0f} us of CPU time a cycle, at most {:.0f}\n", name,
                 1e6 * sum / double(cycles.size()), 1e6 * most);
    }
  };
  costs("octree", &OctreeCycle::seconds);
  costs("all faces", &OctreeCycle::all_faces_seconds);
}

OctreeDocument document_of(const OctreeArguments& arguments, const Scene& scene,
                           const OctreeCycles& run, const std::vector<OctreeCycle>& cycles) {
  OctreeDocument document{.scene = arguments.scene,
                          .guarantee = guarantee(arguments),
                          .levels = arguments.run.levels,
                          .cube = run.workspace().cube};
  for (std::size_t k = 0; k < cycles.size(); ++k) {
    const WorkspaceReport& r = cycles[k].report;
    OctreeDocument::Cycle& row = document.cycles.emplace_back();
    row = {.time = run.span_of(k).lo,
           .interfering_cells = r.interfering_cells,
           .interfering_pairs = r.interfering_pairs,
           .faces_found = r.faces_found,
           .face_pairs_tested = r.face_pairs_tested,
           .seconds = cycles[k].seconds};
    for (const WorkspaceAlarm& alarm : r.alarms) {
      row.alarms.push_back(
          {{scene.bodies[alarm.a].name, scene.bodies[alarm.b].name}, alarm.faces.size()});
    }
    if (arguments.run.all_faces) row.all_faces_seconds = cycles[k].all_faces_seconds;
  }
  return document;
}

void write_curves(const OctreeArguments& arguments, const std::vector<OctreeCycle>& cycles) {
  const auto curve = [&](const char* name, const auto& value) {
    CycleCurve result{name, {}};
    for (const OctreeCycle& c : cycles) result.values.push_back(double(value(c)));
    return result;
  };
  if (!arguments.curves.empty()) {
    write_file(
        arguments.curves,
        cycle_curves(
            "Cost of each cycle", "CPU microseconds",
            {curve("with octrees", [](const OctreeCycle& c) { return 1e6 * c.seconds; }),
             curve("all faces", [](const OctreeCycle& c) { return 1e6 * c.all_faces_seconds; })}));
  }
  if (arguments.counts.empty()) return;
  write_file(arguments.counts,
             cycle_curves(
                 "What each cycle looks at", "counts",
                 {curve("interfering nodes",
                        [](const OctreeCycle& c) { return c.report.interfering_cells; }),
                  curve("faces in them", [](const OctreeCycle& c) { return c.report.faces_found; }),
                  curve("pairs tested",
                        [](const OctreeCycle& c) { return c.report.face_pairs_tested; })}));
}

void draw(const OctreeArguments& arguments, const OctreeCycles& run, std::size_t cycle) {
  const auto bodies = run.bodies_in(cycle);
  write_file(arguments.picture,
             octree_picture(fmt::format("cycle {}, {:g} s, {} levels", cycle, run.span_of(cycle).lo,
                                        arguments.run.levels),
                            bodies, run.trees_at(bodies), run.workspace()));
}

int run_octree(const OctreeArguments& arguments) {
  const Scene scene = load_scene(arguments.scene);
  if (arguments.at && *arguments.at >= arguments.run.cycles) {
    throw InputError({"--at", std::to_string(*arguments.at),
                      "a cycle below " + std::to_string(arguments.run.cycles), ""});
  }
  const OctreeCycles run(scene, arguments.run);
  if (arguments.at) {
    draw(arguments, run, *arguments.at);
    return kFine;
  }
  const InterruptFlag interrupt;
  const auto tell = progress_on_terminal();
  std::vector<OctreeCycle> cycles;
  while (cycles.size() < arguments.run.cycles && !*interrupt.flag()) {
    if (tell) tell(double(cycles.size()) / double(arguments.run.cycles));
    cycles.push_back(run.run(cycles.size()));
    if (!cycles.back().report.alarms.empty()) break;  // the experiment ends here
  }
  clear_progress();
  if (!arguments.picture.empty()) draw(arguments, run, cycles.size() - 1);
  write_curves(arguments, cycles);
  if (arguments.json) {
    fmt::print("{}", octree_document(document_of(arguments, scene, run, cycles)));
  } else {
    print_text(arguments, scene, cycles);
  }
  if (!cycles.back().report.alarms.empty()) return kFound;
  return cycles.size() < arguments.run.cycles ? kUnknown : kFine;
}
}  // namespace

void add_octree_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<OctreeArguments>();
  CLI::App* verb = app.add_subcommand(
      "octree", "Octrees of all bodies in one workspace, cycle by cycle, with pictures");
  verb->add_option("SCENE", arguments->scene, "scene.json (see docs/scene.md)")->required();
  verb->add_option("--cycles", arguments->run.cycles, "number of equal steps of the span [200]")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000}));
  verb->add_option("--levels", arguments->run.levels, "levels of the workspace's octree [4]")
      ->check(CLI::Range(1, 9));
  verb->add_option("--cube", arguments->run.cube,
                   "X Y Z SIDE of the workspace; default: around all")
      ->expected(4);
  verb->add_flag("--as-printed", arguments->run.as_printed,
                 "exactly as the paper prints it; contacts can be missed");
  verb->add_flag("--rebuilt", arguments->run.rebuilt, "octrees rebuilt from faces, not displaced");
  verb->add_flag(
      "--all-faces", arguments->run.all_faces,
      "also without octrees, to compare the cost; with --as-printed this takes seconds a cycle");
  verb->add_option("--picture", arguments->picture,
                   "draw bodies and cells of the last cycle as SVG");
  verb->add_option("--at", arguments->at, "draw this cycle instead, and do nothing else")
      ->needs("--picture");
  verb->add_option("--curves", arguments->curves, "draw the cost of each cycle as SVG");
  verb->add_option("--counts", arguments->counts,
                   "draw nodes, faces and pairs of each cycle as SVG");
  verb->add_flag("--json", arguments->json, "all cycles as JSON");
  verb->footer(
      "Runs until bodies may touch. Exit code: 0 none do, 1 some may, 2 bad input, 3 stopped by\n"
      "Ctrl-C. See docs/methods/octree.md; for use in practice there is graze monitor.\n\n"
      "Example:\n  graze octree examples/scenes/paper_octree_spheres.json --cube 0 0 0 16 \\\n"
      "      --as-printed --all-faces --curves cost.svg --picture last.svg\n");
  verb->callback([arguments, &exit_code] { exit_code = run_octree(*arguments); });
}

}  // namespace graze::tool
