// SPDX-License-Identifier: MIT
// graze simulate: runs a world and records it, to be continued after any end.             [C11, G1]
#include "graze/simulation/simulate.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "graze/base/error.h"
#include "graze/io/file.h"
#include "graze/io/gltf_export.h"
#include "graze/simulation/load_world_scene.h"
#include "graze/simulation/recording_summary.h"
#include "interrupt.h"
#include "number_checks.h"
#include "progress.h"
#include "recording_text.h"
#include "report_table.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct SimulateArguments {
  std::string scene;
  std::string out;
  std::optional<double> seconds;
  std::optional<double> step;
  std::optional<double> skin;
  std::optional<double> budget_s;
  std::string csv;
  std::string gltf;
  std::string write_scene;
  int threads = 1;
  bool resume = false;
  bool separate = false;
  bool json = false;
};

WorldScene load_with_options(const SimulateArguments& arguments) {
  WorldScene scene = load_world_scene(arguments.scene);
  if (arguments.step) scene.options.step = *arguments.step;
  if (arguments.skin) scene.options.skin = *arguments.skin;
  scene.options.threads = arguments.threads;
  return scene;
}

double seconds_to_run(const SimulateArguments& arguments, const WorldScene& scene) {
  if (arguments.seconds) return *arguments.seconds;
  if (scene.seconds) return *scene.seconds;
  throw InputError({"--seconds", "none, and the scene does not say how long it runs",
                    "a number of seconds", "for example --seconds 10"});
}

/// Overlaps at the start are refused, or undone if that is asked for.
void set_apart(World& world, const WorldScene& scene, bool is_allowed) {
  const auto found = world.overlaps();
  if (found.empty()) return;
  const auto name = [&](BodyId id) { return "'" + scene.bodies[id.index()].body.name + "'"; };
  const std::string first = name(found[0].a) + " and " + name(found[0].b);
  if (!is_allowed) {
    throw InputError({first, counted(found.size(), "pair") + " that overlap at the start",
                      "bodies apart", "move them, or use --separate"});
  }
  if (!world.separate()) {
    throw InputError({first, "bodies that --separate could not part", "bodies apart", ""});
  }
}

RecordingWriter open_recording(const SimulateArguments& arguments, const WorldScene& scene,
                               World& world) {
  if (world.is_by_volume() && arguments.separate) {
    throw InputError({"--separate", "a world whose bodies may overlap", "a rigid world",
                      "leave it out: overlaps are pushed apart"});
  }
  if (!world.is_by_volume()) set_apart(world, scene, arguments.separate);
  if (arguments.resume && std::filesystem::exists(arguments.out)) {
    RecordingWriter writer = RecordingWriter::resume(arguments.out, scene, world.state());
    world.restore(writer.last());
    return writer;
  }
  return RecordingWriter::begin(arguments.out, scene, world.state());
}

void write_files(const SimulateArguments& arguments, const Recording& recording) {
  if (!arguments.csv.empty()) write_file(arguments.csv, statistics_csv(recording));
  if (!arguments.gltf.empty()) write_glb(arguments.gltf, recorded_scene(recording));
}

void print_simulation(const SimulateArguments& arguments, const Recording& recording,
                      const SimulateResult& result, double seconds) {
  const RecordingSummary summary = summary_of(arguments.out, recording);
  const StepTimes times = times_of(result.step_seconds);
  if (arguments.json) {
    fmt::print("{}", simulate_document(
                         {summary, seconds, result.is_at_end, result.step_seconds.size(), times}));
    return;
  }
  fmt::print("{}", recording_text(summary));
  fmt::print(
      "time       {} of this run: {:.3g} ms of processor time on average, {:.3g} p99, "
      "{:.3g} at most\n",
      counted(result.step_seconds.size(), "step"), times.mean, times.p99, times.max);
  if (!result.is_at_end) {
    fmt::print("STOPPED    before {:g} s; continue with --resume\n", seconds);
  }
}

int run_simulation(const SimulateArguments& arguments) {
  const WorldScene scene = load_with_options(arguments);
  const double seconds = seconds_to_run(arguments, scene);
  refuse_input_as_output(arguments.out);
  if (!arguments.write_scene.empty()) {
    write_file(arguments.write_scene, format_world_scene(scene));
  }
  World world = make_world(scene);
  const InterruptFlag interrupt;
  SimulateOptions options{.seconds = seconds};
  options.budget.cancel = interrupt.flag();
  if (arguments.budget_s) options.budget.max_seconds = *arguments.budget_s;
  if (!arguments.json) options.progress = progress_on_terminal();
  const bool is_new = !std::filesystem::exists(arguments.out);
  SimulateResult result;
  try {
    RecordingWriter writer = open_recording(arguments, scene, world);
    result = simulate(world, writer, options);
  } catch (const InputError&) {  // a world that cannot do its first step leaves nothing behind
    if (is_new && world.state().steps == 0) std::filesystem::remove(arguments.out);
    throw;
  }
  clear_progress();
  const Recording recording = read_recording(arguments.out);
  write_files(arguments, recording);
  print_simulation(arguments, recording, result, seconds);
  return result.is_at_end ? kFine : kUnknown;
}
}  // namespace

void add_simulate_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<SimulateArguments>();
  CLI::App* verb = app.add_subcommand(
      "simulate", "Let bodies move under gravity, contacts, friction and joints; record it");
  verb->add_option("SCENE", arguments->scene,
                   "scene.json with \"dynamics\" (docs/scene.md), a scene of rigid-ipc, robot.urdf")
      ->required();
  verb->add_option("-o,--out", arguments->out, "recording to write (see docs/recording.md)")
      ->required();
  verb->add_option("--seconds", arguments->seconds, "seconds to simulate [what the scene says]")
      ->check(not_negative());
  verb->add_option("--step", arguments->step, "seconds of a step instead of the scene's")
      ->check(above_zero());
  verb->add_option("--skin", arguments->skin,
                   "distance at which bodies rest, in the scene's units, instead of the scene's")
      ->check(above_zero());
  verb->add_flag("--resume", arguments->resume, "continue a recording that was stopped");
  verb->add_flag("--separate", arguments->separate,
                 "move bodies that overlap at the start apart instead of refusing them");
  verb->add_option("--budget", arguments->budget_s, "wall-clock seconds for this run")
      ->check(above_zero());
  verb->add_option("--threads", arguments->threads, "0: all cores; results do not depend on it")
      ->check(not_negative());
  verb->add_option("--csv", arguments->csv, "also write the statistics of each step");
  verb->add_option("--gltf", arguments->gltf, "also write an animation (.glb)");
  verb->add_option("--write-scene", arguments->write_scene,
                   "also write the world as a scene.json that stands alone");
  verb->add_flag("--json", arguments->json, "the summary as JSON");
  verb->footer(
      "Exit code: 0 the end was reached, 2 bad input, 3 stopped before (budget, Ctrl-C).\n"
      "Whatever ends the run, even kill -9: the steps that are done are in the file, and --resume\n"
      "goes on with the bits that an unbroken run has.\n\n"
      "Example:\n  graze simulate examples/scenes/stack.json --seconds 5 -o stack.rec\n"
      "  graze replay stack.rec --check\n");
  verb->callback([arguments, &exit_code] { exit_code = run_simulation(*arguments); });
}

}  // namespace graze::tool
