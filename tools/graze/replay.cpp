// SPDX-License-Identifier: MIT
// graze replay: what a recording holds, and whether anything in it ever passes.          [C11, G2]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "certificate_output.h"
#include "check_text.h"
#include "graze/base/error.h"
#include "graze/io/file.h"
#include "graze/io/gltf_export.h"
#include "graze/io/write_report.h"
#include "graze/io/write_scene.h"
#include "graze/query/prepared_scene.h"
#include "graze/scene/pair_count.h"
#include "graze/simulation/recording_claims.h"
#include "interrupt.h"
#include "number_checks.h"
#include "progress.h"
#include "recording_text.h"
#include "report_table.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct ReplayArguments {
  std::string recording;
  std::string csv;
  std::string overlaps;
  std::string gltf;
  std::string write_scene;
  std::string certificate;
  std::optional<double> tolerance;
  std::optional<double> budget_s;
  int threads = 0;
  bool check = false;
  bool frames_only = false;
  bool json = false;

  bool is_checked() const { return check || frames_only || !certificate.empty(); }
};

ContactOptions options_of(const ReplayArguments& arguments) {
  ContactOptions options;
  options.threads = arguments.threads;
  options.far_pairs = !arguments.certificate.empty();
  options.tolerance = arguments.tolerance;
  if (arguments.budget_s) options.budget.max_seconds = *arguments.budget_s;
  return options;
}

/// The ways between the frames, as far as the recording says that they are free.
struct CheckedWays {
  CheckOutput result;
  std::vector<AnsweredPairs> answers;  ///< the same reports, with the spans that they are about
};

CheckedWays check_ways(const Recording& recording, const Scene& ways,
                       const ContactOptions& options) {
  CheckedWays out;
  out.result.span = ways.span;
  const auto begin = std::chrono::steady_clock::now();
  out.answers = check_claims(recording, ways, options);
  out.result.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  for (const AnsweredPairs& answer : out.answers) {
    const std::size_t pairs = answer.options.pairs.size();
    out.result.checked_pairs += pairs == 0 ? checked_pair_count(ways) : pairs;
    out.result.reports.insert(out.result.reports.end(), answer.reports.begin(),
                              answer.reports.end());
  }
  return out;
}

std::string fault_text(const Scene& scene, const Recording& recording,
                       const std::vector<FrameFault>& faults) {
  std::string text = fmt::format("frames     {} looked at one by one: ",
                                 counted(recording.frames.size(), "frame"));
  if (faults.empty()) return text + "no triangle meets one that it must not meet\n";
  text += fmt::format("{} with triangles that meet\n", counted(faults.size(), "pair"));
  for (std::size_t i = 0; i < std::min<std::size_t>(faults.size(), 20); ++i) {
    text += fmt::format("  {} / {} at {:.9g} s\n", scene.bodies[faults[i].a.index()].name,
                        scene.bodies[faults[i].b.index()].name, faults[i].time);
  }
  return text;
}

/// What a check found, told and turned into an exit code.
struct ReplayCheck {
  std::vector<FrameFault> faults;
  std::optional<CheckedWays> ways;
  std::vector<std::string> by_chords;
  bool is_by_volume = false;

  int exit_code() const {
    if (!faults.empty()) return kFound;
    return ways ? exit_code_of(ways->result) : int{kFine};
  }
};

void tell_check(const ReplayArguments& arguments, const Recording& recording, const Scene& ways,
                const ReplayCheck& check) {
  fmt::print("{}", fault_text(ways, recording, check.faults));
  for (const std::string& body : check.by_chords) {
    fmt::print("note       '{}' was late: it is replayed on the chords between its poses\n", body);
  }
  if (check.is_by_volume) {
    fmt::print(
        "note       bodies may overlap in this world: only what it says is apart is checked\n");
  }
  if (check.ways) fmt::print("{}", check_text(ways, check.ways->result, terminal_of_stdout()));
  if (arguments.check && recording.is_cut) {
    fmt::print("note       a part of a step that was cut off follows the last frame\n");
  }
}

ReplayDocument::Check document_of(const ReplayArguments& arguments, const Scene& ways,
                                  const ReplayCheck& check) {
  ReplayDocument::Check document{.by_chords = check.by_chords};
  for (const FrameFault& fault : check.faults) {
    document.intersecting.push_back(
        {fault.time, ways.bodies[fault.a.index()].name, ways.bodies[fault.b.index()].name});
  }
  if (check.ways) {
    const CheckOutput& result = check.ways->result;
    const ReportHeader header{arguments.recording, ways.units,           result.span,
                              result.seconds,      result.checked_pairs, result.warnings};
    document.between = report_document(ways, header, result.reports);
  }
  return document;
}

void write_replay_files(const ReplayArguments& arguments, const Recording& recording,
                        const Scene& ways) {
  for (const std::string& path :
       {arguments.csv, arguments.overlaps, arguments.gltf, arguments.write_scene}) {
    if (!path.empty()) refuse_input_as_output(path);
  }
  if (!arguments.csv.empty()) write_file(arguments.csv, statistics_csv(recording));
  if (!arguments.overlaps.empty()) write_file(arguments.overlaps, overlaps_csv(recording));
  if (!arguments.gltf.empty()) write_glb(arguments.gltf, ways);
  if (!arguments.write_scene.empty()) graze::write_scene(arguments.write_scene, ways);
}

int run_replay(const ReplayArguments& arguments) {
  const Recording recording = read_recording(arguments.recording);
  if (recording.frames.empty()) {
    throw InputError({arguments.recording, "no whole frame", "at least the state at the start",
                      "run graze simulate again"});
  }
  std::optional<ReplayCheck> check;
  std::vector<std::string> by_chords;
  const Scene ways = recorded_scene(recording, &by_chords);
  write_replay_files(arguments, recording, ways);
  const InterruptFlag interrupt;
  ContactOptions options = options_of(arguments);
  options.budget.cancel = interrupt.flag();
  if (!arguments.json) options.progress = progress_on_terminal();
  if (arguments.is_checked()) {
    check = ReplayCheck{faults_of(recording, ways), {}, by_chords, is_by_volume(recording.scene)};
    if (!arguments.frames_only && recording.frames.size() > 1) {
      check->ways = check_ways(recording, ways, options);
    }
  }
  clear_progress();
  const RecordingSummary summary = summary_of(arguments.recording, recording);
  if (arguments.json) {
    ReplayDocument document{summary, recording.is_cut, {}};
    if (check) document.check = document_of(arguments, ways, *check);
    fmt::print("{}", replay_document(document));
  } else {
    fmt::print("{}", recording_text(summary));
    if (check) tell_check(arguments, recording, ways, *check);
  }
  if (!arguments.certificate.empty() && check->ways) {
    const std::string line =
        write_certificate(arguments.certificate, ProofScene(ways), check->ways->answers);
    if (!arguments.json) fmt::print("{}", line);
  }
  return check ? check->exit_code() : kFine;
}
}  // namespace

void add_replay_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<ReplayArguments>();
  CLI::App* verb = app.add_subcommand(
      "replay", "What a recording holds, and whether anything passes through anything");
  verb->add_option("RECORDING", arguments->recording, "of graze simulate (see docs/recording.md)")
      ->required();
  verb->add_flag("--check", arguments->check,
                 "every frame by exact tests of triangles, and all ways between them, proved");
  verb->add_flag("--frames", arguments->frames_only, "only the frames");
  verb->add_option("--tolerance", arguments->tolerance,
                   "largest distance at a reported contact, in the scene's units")
      ->check(above_zero());
  verb->add_option("--certificate", arguments->certificate,
                   "write a proof that nothing passes, for graze verify with --write-scene's file");
  verb->add_option("--write-scene", arguments->write_scene,
                   "write the recording as a scene.json whose bodies move as they did");
  verb->add_option("--csv", arguments->csv, "write the statistics of each step");
  verb->add_option(
      "--overlaps", arguments->overlaps,
      "write who pushed whom in each step: volume, depth and force (a world by volume)");
  verb->add_option("--gltf", arguments->gltf, "write an animation (.glb)");
  verb->add_option("--budget", arguments->budget_s, "seconds for the ways between frames")
      ->check(above_zero());
  verb->add_option("--threads", arguments->threads, "0: all cores; answers do not depend on it")
      ->check(not_negative());
  verb->add_flag("--json", arguments->json, "all of it as JSON");
  verb->footer(
      "Exit code: 0 nothing passes, 1 triangles meet in a frame or bodies touch between two,\n"
      "2 bad input, 3 undecided, 4 nothing to check.\n\n"
      "Example:\n  graze replay stack.rec --check\n"
      "  graze replay stack.rec --certificate stack.cert --write-scene stack_ways.json\n"
      "  graze-verify stack.cert stack_ways.json\n");
  verb->callback([arguments, &exit_code] { exit_code = run_replay(*arguments); });
}

}  // namespace graze::tool
