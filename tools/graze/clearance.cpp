// SPDX-License-Identifier: MIT
// graze clearance: how near do the bodies of a scene come, and when?                          [C9]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>
#include <string>

#include "graze/io/open_scene.h"
#include "graze/io/write_curve.h"
#include "graze/io/write_report.h"
#include "graze/query/clearance_curve.h"
#include "interrupt.h"
#include "nothing_checked.h"
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
  std::size_t curve = 0;  ///< samples; 0: no curve
  bool all_pairs = false;
  bool allow_empty = false;
  bool json = false;

  ClearancePairs pairs() const {
    return all_pairs ? ClearancePairs::kAll : ClearancePairs::kMoving;
  }
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

/// Before the budget was used up, or Ctrl-C.
bool was_looked_at(const ClearanceCell& cell) {
  const Interval& distance = cell.nearest.clearance.distance;
  return distance.lo > 0.0 || distance.hi < kInfinity;
}

std::string cell_line(const Scene& scene, const ClearanceCell& cell) {
  const PairClearance& nearest = cell.nearest;
  return fmt::format("{:>12.6g} {:>12.6g}  {:>12.6g} {:>12.6g}  {} / {}\n", cell.span.lo,
                     cell.span.hi, nearest.clearance.distance.lo, cell.highest,
                     scene.bodies[nearest.a.index()].name, scene.bodies[nearest.b.index()].name);
}

std::string curve_table(const Scene& scene, const ClearanceCurve& curve) {
  if (curve.samples.empty()) return "no pair is checked\n";
  std::string text = fmt::format("{:>12} {:>12}  {:>12} {:>12}  {}\n", "from, s", "to, s",
                                 "never below", "never above", "nearest pair");
  std::size_t looked_at = 0;
  for (const ClearanceCell& cell : curve.cells) {
    if (!was_looked_at(cell)) continue;
    ++looked_at;
    text += cell_line(scene, cell);
  }
  if (looked_at < curve.cells.size()) {
    text += fmt::format("stopped early: {} of {} of the span looked at\n", looked_at,
                        counted(curve.cells.size(), "part"));
  }
  const Clearance& smallest = curve.smallest.clearance;
  return text + fmt::format("smallest distance [{:.9g}, {:.9g}] {} at {:.9g} s, {} / {}\n",
                            smallest.distance.lo, smallest.distance.hi, scene.units, smallest.time,
                            scene.bodies[curve.smallest.a.index()].name,
                            scene.bodies[curve.smallest.b.index()].name);
}

int draw_curve(const ClearanceArguments& arguments, const PreparedScene& scene,
               const ContactOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  const ClearanceCurve curve = clearance_curve(scene, options, arguments.curve, arguments.pairs());
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  clear_progress();
  const Interval span = options.span.value_or(scene.scene().span);
  fmt::print(
      "{}",
      arguments.json
          ? curve_document(scene.scene(),
                           {arguments.scene, scene.scene().units, span, elapsed.count(), {}}, curve)
          : curve_table(scene.scene(), curve));
  if (curve.samples.empty())
    return nothing_checked(why_no_pair(scene.scene()), arguments.allow_empty);
  return exit_code_of(std::vector{curve.smallest});
}

int measure(const ClearanceArguments& arguments) {
  const PreparedScene scene(open_scene(arguments.scene));
  ContactOptions options = contact_options(arguments.question, scene.scene());
  if (arguments.at) options.span = Interval(*arguments.at);
  const InterruptFlag interrupt;
  options.budget.cancel = interrupt.flag();
  if (!arguments.json) options.progress = progress_on_terminal();
  if (arguments.curve > 0) return draw_curve(arguments, scene, options);
  const auto begin = std::chrono::steady_clock::now();
  const auto pairs = clearances_per_pair(scene, options, arguments.pairs());
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
  if (pairs.empty()) return nothing_checked(why_no_pair(scene.scene()), arguments.allow_empty);
  return exit_code_of(pairs);
}
}  // namespace

void add_clearance_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<ClearanceArguments>();
  CLI::App* verb = app.add_subcommand("clearance", "Smallest distance of the bodies of a scene");
  verb->add_option("SCENE", arguments->scene, "scene.json (see docs/scene.md)")->required();
  verb->add_option("--at", arguments->at, "only at this time, in seconds");
  verb->add_option("--curve", arguments->curve,
                   "the smallest distance of all pairs over time, a proved band from this many\n"
                   "instants, 2 or more")
      ->check(CLI::Range(std::size_t{2}, std::size_t{1'000'000}));
  verb->add_flag("--all-pairs", arguments->all_pairs,
                 "also pairs that do not move relative to each other");
  verb->add_flag("--json", arguments->json, "the distances as JSON (see docs/report.md)");
  add_allow_empty(*verb, arguments->allow_empty);
  add_short_question_options(*verb, arguments->question);
  verb->footer(
      "Exit code: 0 all apart, 1 some touch, 2 bad input, 3 undecided, 4 nothing to measure.\n\n"
      "Example:\n  graze clearance examples/scenes/arm_and_table.json --tolerance 1e-4\n");
  verb->callback([arguments, &exit_code] { exit_code = measure(*arguments); });
}

}  // namespace graze::tool
