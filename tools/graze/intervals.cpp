// SPDX-License-Identifier: MIT
// graze intervals: when do the bodies of a scene touch, and when do they part again?          [C9]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>
#include <string>

#include "graze/io/open_scene.h"
#include "graze/io/write_report.h"
#include "graze/query/contact_intervals.h"
#include "interrupt.h"
#include "nothing_checked.h"
#include "progress.h"
#include "question_arguments.h"
#include "report_table.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct IntervalsArguments {
  std::string scene;
  QuestionArguments question;
  IntervalOptions intervals;
  bool allow_empty = false;
  bool json = false;
};

int exit_code_of(const std::vector<PairIntervals>& pairs) {
  int code = kFine;
  for (const PairIntervals& pair : pairs) {
    if (!pair.contacts.intervals.empty()) return kFound;
    if (pair.contacts.outcome == Outcome::kUndecided) code = kUnknown;
  }
  return code;
}

void print_text(const Scene& scene, const std::vector<PairIntervals>& pairs) {
  fmt::print("{:<32} {:>14} {:>14}\n", "pair", "from s", "to s");
  std::size_t apart = 0;
  for (const PairIntervals& pair : pairs) {
    const std::string names =
        fmt::format("{}, {}", scene.bodies[pair.a.index()].name, scene.bodies[pair.b.index()].name);
    apart += pair.contacts.outcome == Outcome::kSeparated;
    for (const ContactInterval& interval : pair.contacts.intervals) {
      fmt::print("{:<32} {:>14.9g} {:>14.9g}{}\n", names, interval.entry.hi, interval.exit.lo,
                 interval.to_end ? " (end of span)" : "");
    }
    if (pair.contacts.outcome == Outcome::kUndecided) {
      fmt::print("{:<32} undecided after {:.9g} s\n", names, pair.contacts.sure_until);
    }
  }
  fmt::print("{}, {} of them proved apart over the whole span\n", counted(pairs.size(), "pair"),
             apart);
}

int measure(const IntervalsArguments& arguments) {
  const PreparedScene scene(open_scene(arguments.scene));
  ContactOptions options = contact_options(arguments.question, scene.scene());
  const InterruptFlag interrupt;
  options.budget.cancel = interrupt.flag();
  if (!arguments.json) options.progress = progress_on_terminal();
  const auto begin = std::chrono::steady_clock::now();
  const auto pairs = contact_intervals_per_pair(scene, options, arguments.intervals);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  clear_progress();
  if (arguments.json) {
    const Interval span = options.span.value_or(scene.scene().span);
    const ReportHeader header{arguments.scene, scene.scene().units, span, elapsed.count(), {}};
    fmt::print("{}", intervals_document(scene.scene(), header, pairs));
  } else {
    print_text(scene.scene(), pairs);
  }
  if (asked_pair_count(scene.scene(), options) > 0) return exit_code_of(pairs);
  return nothing_checked(why_no_pair(scene.scene()), arguments.allow_empty);
}
}  // namespace

void add_intervals_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<IntervalsArguments>();
  CLI::App* verb =
      app.add_subcommand("intervals", "When the bodies of a scene touch and part again");
  verb->add_option("SCENE", arguments->scene, "scene.json (see docs/scene.md)")->required();
  verb->add_option(
      "--shortest-gap", arguments->intervals.shortest_gap,
      "seconds; shorter gaps may go unnoticed [1/256 of the span;\nat least a millionth of it]");
  verb->add_option("--resolution", arguments->intervals.time_resolution,
                   "seconds; how exactly to find the end of a contact [1e-6 of the span]");
  verb->add_flag("--json", arguments->json, "the intervals as JSON (see docs/report.md)");
  add_allow_empty(*verb, arguments->allow_empty);
  add_short_question_options(*verb, arguments->question);
  add_separation_option(*verb, arguments->question);
  verb->footer(
      "Exit code: 0 all apart, 1 some touch, 2 bad input, 3 undecided, 4 nothing to check.\n\n"
      "Example:\n  graze intervals examples/scenes/falling_gear.json\n");
  verb->callback([arguments, &exit_code] { exit_code = measure(*arguments); });
}

}  // namespace graze::tool
