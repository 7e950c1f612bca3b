// SPDX-License-Identifier: MIT
// graze step: walks a scene in discrete steps and prints the contacts that begin and end.  [K3, K8]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "graze/io/open_scene.h"
#include "graze/io/write_steps.h"
#include "graze/query/scene_steps.h"
#include "interrupt.h"
#include "nothing_checked.h"
#include "progress.h"
#include "question_arguments.h"
#include "report_table.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct StepArguments {
  std::string scene;
  QuestionArguments question;
  double dt = 0.0;
  std::optional<double> shortest_gap;
  bool alone = false;
  bool allow_empty = false;
  bool json = false;
};

std::string vec_text_near_zero(const Vec3& v) {
  const auto number = [](double x) { return fmt::format("{:.6g}", std::abs(x) < 1e-12 ? 0.0 : x); };
  return number(v.x()) + " " + number(v.y()) + " " + number(v.z());
}

std::string event_table(const Scene& scene, const SceneWalk& walk) {
  std::vector<std::vector<std::string>> rows{
      {"time [s]", "pair", "event", "kind", "centre", "normal", "closing", "method", "guarantee"}};
  for (const SceneEvent& e : walk.events) {
    std::vector<std::string> row{
        fmt::format("{:.9g}",
                    e.kind == SceneEvent::Kind::kApart ? e.report.time.hi : e.report.time.lo),
        scene.bodies[e.a.index()].name + " / " + scene.bodies[e.b.index()].name,
        std::string(name(e.kind))};
    if (e.kind == SceneEvent::Kind::kContact) {
      row.insert(row.end(), {std::string(name(e.event.kind)), vec_text_near_zero(e.event.centroid),
                             vec_text_near_zero(e.event.normal),
                             fmt::format("{:.4g}", e.report.closing_speed)});
    } else {
      row.insert(row.end(), {"", "", "", ""});
    }
    row.insert(row.end(),
               {std::string(name(e.report.method)), std::string(name(e.report.guarantee))});
    rows.push_back(std::move(row));
  }
  return table(rows);
}

int exit_code_of(const SceneWalk& walk, bool is_whole) {
  int code = is_whole ? kFine : kUnknown;
  for (const SceneEvent& e : walk.events) {
    if (e.kind == SceneEvent::Kind::kContact || e.kind == SceneEvent::Kind::kOverlap) return kFound;
    if (e.kind == SceneEvent::Kind::kUndecided) code = kUnknown;
  }
  return code;
}

int end_of(const StepArguments& arguments, const Scene& scene, const SceneStepOptions& options,
           const SceneWalk& walk, bool is_whole) {
  if (asked_pair_count(scene, options.contact) > 0) return exit_code_of(walk, is_whole);
  return nothing_checked(why_no_pair(scene), arguments.allow_empty);
}

int step_scene(const StepArguments& arguments) {
  const PreparedScene scene(open_scene(arguments.scene));
  SceneStepOptions options;
  options.contact = contact_options(arguments.question, scene.scene());
  options.step.hand_over = !arguments.alone;
  options.shortest_gap = arguments.shortest_gap;
  const InterruptFlag interrupt;
  options.contact.budget.cancel = interrupt.flag();
  options.contact.progress = progress_on_terminal();
  const SceneWalk walk = walk_scene(scene, arguments.dt, options);
  clear_progress();
  const bool is_whole = walk.span.hi == options.contact.span.value_or(scene.scene().span).hi;
  if (arguments.json) {
    const ReportHeader header{.scene = arguments.scene, .units = scene.scene().units};
    fmt::print("{}", step_document(scene.scene(), header, walk));
    return end_of(arguments, scene.scene(), options, walk, is_whole);
  }
  fmt::print("{}", event_table(scene.scene(), walk));
  const auto& counts = walk.counts;
  fmt::print(
      "\n{} of {:g} s over [{:g}, {:g}] s: {}; {} about pairs, {} of them "
      "proved free by one plane, {} handed over to the certified method\n",
      counted(counts.steps, "step"), arguments.dt, walk.span.lo, walk.span.hi,
      counted(walk.events.size(), "event"), counted(counts.questions, "question"), counts.by_plane,
      counts.handed_over);
  if (!is_whole) fmt::print("stopped at {:g} s\n", walk.span.hi);
  return end_of(arguments, scene.scene(), options, walk, is_whole);
}
}  // namespace

void add_step_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<StepArguments>();
  CLI::App* verb =
      app.add_subcommand("step", "Each contact and each parting, found in steps of time");
  verb->add_option("SCENE", arguments->scene, "scene.json (see docs/scene.md)")->required();
  verb->add_option("--dt", arguments->dt, "length of a step in seconds")->required();
  verb->add_option(
      "--shortest-gap", arguments->shortest_gap,
      "seconds; shorter gaps may go unnoticed [1/64 of the step;\nat least a millionth of it]");
  verb->add_option("--span", arguments->question.span,
                   "BEGIN:END in seconds instead of the scene's span");
  verb->add_option("--pairs", arguments->question.pairs, "A:B,C:D,… only these pairs of bodies");
  verb->add_option("--budget", arguments->question.budget,
                   "seconds after which the walk ends with the events so far [3600]");
  verb->add_option("--tolerance", arguments->question.tolerance,
                   "largest distance at a reported contact, in the scene's units");
  verb->add_flag("--alone", arguments->alone,
                 "backtracking without hand-over: answers are only sampled");
  add_allow_empty(*verb, arguments->allow_empty);
  verb->add_flag("--json", arguments->json, "the events as JSON (see docs/report.md)");
  verb->footer(
      "Exit code: 0 no contact, 1 contact or overlap, 2 bad input, 3 undecided,\n"
      "4 nothing to check. "
      "Ctrl-C stops the walk and prints the events so far.\n\n"
      "Example:\n  graze step examples/scenes/falling_gear.json --dt 0.01\n");
  verb->callback([arguments, &exit_code] { exit_code = step_scene(*arguments); });
}

}  // namespace graze::tool
