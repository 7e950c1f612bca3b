// SPDX-License-Identifier: MIT
// graze clearance: how near do the bodies of a scene come, and when?                          [C9]
#include "graze/query/clearance.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>
#include <string>

#include "graze/io/load_scene.h"
#include "graze/io/write_report.h"
#include "interrupt.h"
#include "progress.h"
#include "question_arguments.h"
#include "report_table.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct ClearanceArguments {
  std::string scene;
  QuestionArguments question;
  std::optional<double> at;
  bool json = false;
};

int exit_code_of(const std::vector<PairClearance>& pairs) {
  int code = kFine;
  for (const PairClearance& pair : pairs) {
    const Outcome outcome = pair.clearance.outcome;
    if (outcome == Outcome::kContact || outcome == Outcome::kOverlapAtStart) return kFound;
    if (pair.clearance.outcome == Outcome::kUndecided) code = kUnknown;
  }
  return code;
}

int measure(const ClearanceArguments& arguments) {
  const PreparedScene scene(load_scene(arguments.scene));
  ContactOptions options = contact_options(arguments.question, scene.scene());
  if (arguments.at) options.span = Interval(*arguments.at);
  const InterruptFlag interrupt;
  options.budget.cancel = interrupt.flag();
  if (!arguments.json) options.progress = progress_on_terminal();
  const auto begin = std::chrono::steady_clock::now();
  const auto pairs = clearances_per_pair(scene, options);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  clear_progress();
  if (arguments.json) {
    const ReportHeader header{arguments.scene,
                              scene.scene().units,
                              options.span.value_or(scene.scene().span),
                              elapsed.count(),
                              {}};
    fmt::print("{}", clearance_document(scene.scene(), header, pairs));
  } else {
    fmt::print("{}\n{}, lengths in {}; {:.3g} s\n", clearance_table(scene.scene(), pairs),
               counted(pairs.size(), "pair"), scene.scene().units, elapsed.count());
  }
  return exit_code_of(pairs);
}
}  // namespace

void add_clearance_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<ClearanceArguments>();
  CLI::App* verb = app.add_subcommand("clearance", "Smallest distance of the bodies of a scene");
  verb->add_option("SCENE", arguments->scene, "scene.json (see docs/scene.md)")->required();
  verb->add_option("--at", arguments->at, "only at this time, in seconds");
  verb->add_flag("--json", arguments->json, "the distances as JSON (see docs/report.md)");
  add_question_options(*verb, arguments->question);
  verb->footer(
      "Exit code: 0 all apart, 1 some touch, 2 bad input, 3 undecided.\n\n"
      "Example:\n  graze clearance examples/scenes/arm_and_table.json --tolerance 1e-4\n");
  verb->callback([arguments, &exit_code] { exit_code = measure(*arguments); });
}

}  // namespace graze::tool
