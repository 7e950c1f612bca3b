// SPDX-License-Identifier: MIT
// graze step: walks a scene in discrete steps and prints the contacts that begin and end.  [K3, K8]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "graze/base/error.h"
#include "graze/io/load_scene.h"
#include "graze/query/scene_steps.h"
#include "question_arguments.h"
#include "report_table.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct StepArguments {
  std::string scene;
  QuestionArguments question;
  double dt = 0.0;
  bool alone = false;
  bool json = false;
};

constexpr double kMostSteps = 1e7;

/// What a walk gave.
struct Walk {
  Interval span;
  std::vector<SceneEvent> events;
  SceneStepCounts counts;
};

Walk walk_scene(const PreparedScene& scene, const StepArguments& arguments) {
  SceneStepOptions options;
  options.contact = contact_options(arguments.question, scene.scene());
  options.step.hand_over = !arguments.alone;
  Walk walk;
  walk.span = options.contact.span.value_or(scene.scene().span);
  if (!(walk.span.lo < walk.span.hi)) {
    throw InputError(
        {"--span", fmt::format("{}:{}", walk.span.lo, walk.span.hi), "a span of some length", ""});
  }
  if (!(arguments.dt > 0.0) || !std::isfinite(arguments.dt)) {
    throw InputError({"--dt", fmt::format("{}", arguments.dt), "a step in seconds, > 0", ""});
  }
  if ((walk.span.hi - walk.span.lo) / arguments.dt > kMostSteps) {
    throw InputError({"--dt", fmt::format("{}", arguments.dt), "at most ten million steps", ""});
  }
  SceneSteps steps(scene, walk.span.lo, std::move(options));
  for (std::size_t i = 1; steps.time() < walk.span.hi; ++i) {
    // Each time from the start: sums of steps would drift.
    const double next = walk.span.lo + static_cast<double>(i) * arguments.dt;
    const bool is_last = next > walk.span.hi - 1e-9 * arguments.dt;
    auto events = steps.advance_to(is_last ? walk.span.hi : next);
    std::move(events.begin(), events.end(), std::back_inserter(walk.events));
  }
  walk.counts = steps.counts();
  return walk;
}

std::string vec_text(const Vec3& v) {
  const auto number = [](double x) { return fmt::format("{:.6g}", std::abs(x) < 1e-12 ? 0.0 : x); };
  return number(v.x()) + " " + number(v.y()) + " " + number(v.z());
}

std::string event_table(const Scene& scene, const Walk& walk) {
  std::vector<std::vector<std::string>> rows{
      {"time [s]", "pair", "event", "kind", "centre", "normal", "closing", "method", "guarantee"}};
  for (const SceneEvent& e : walk.events) {
    std::vector<std::string> row{
        fmt::format("{:.9g}", e.kind == SceneEvent::Kind::kContact ? e.event.time : e.step.lo),
        scene.bodies[e.a.index()].name + " / " + scene.bodies[e.b.index()].name,
        std::string(name(e.kind))};
    if (e.kind == SceneEvent::Kind::kContact) {
      row.insert(row.end(),
                 {std::string(name(e.event.kind)), vec_text(e.event.centroid),
                  vec_text(e.event.normal), fmt::format("{:.4g}", e.report.closing_speed)});
    } else {
      row.insert(row.end(), {"", "", "", ""});
    }
    row.insert(row.end(),
               {std::string(name(e.report.method)), std::string(name(e.report.guarantee))});
    rows.push_back(std::move(row));
  }
  return table(rows);
}

using OrderedJson = nlohmann::ordered_json;

OrderedJson to_json(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

OrderedJson to_json(const Scene& scene, const SceneEvent& e) {
  OrderedJson json{{"pair", {scene.bodies[e.a.index()].name, scene.bodies[e.b.index()].name}},
                   {"event", name(e.kind)},
                   {"step", {e.step.lo, e.step.hi}},
                   {"time", {e.report.time.lo, e.report.time.hi}},
                   {"method", name(e.report.method)},
                   {"guarantee", name(e.report.guarantee)}};
  if (!e.report.reason.empty()) json["reason"] = e.report.reason;
  if (e.kind != SceneEvent::Kind::kContact) return json;
  json["kind"] = name(e.event.kind);
  json["point"] = to_json(e.event.point);
  json["centroid"] = to_json(e.event.centroid);
  json["normal"] = to_json(e.event.normal);
  json["closing_speed"] = e.report.closing_speed;
  json["manifold"] = OrderedJson::array();
  for (const LoadedPoint& p : e.event.manifold) {
    json["manifold"].push_back(
        {{"point", to_json(p.point)}, {"normal", to_json(p.normal)}, {"share", p.share}});
  }
  return json;
}

std::string step_document(const Scene& scene, const StepArguments& arguments, const Walk& walk) {
  OrderedJson events = OrderedJson::array();
  for (const SceneEvent& e : walk.events) events.push_back(to_json(scene, e));
  const OrderedJson json{{"format", "graze step 1"},
                         {"scene", arguments.scene},
                         {"units", scene.units},
                         {"span", {walk.span.lo, walk.span.hi}},
                         {"dt", arguments.dt},
                         {"steps", walk.counts.steps},
                         {"questions", walk.counts.questions},
                         {"by_plane", walk.counts.by_plane},
                         {"handed_over", walk.counts.handed_over},
                         {"events", std::move(events)}};
  return json.dump(2) + "\n";
}

int exit_code_of(const Walk& walk) {
  int code = kFine;
  for (const SceneEvent& e : walk.events) {
    if (e.kind == SceneEvent::Kind::kContact || e.kind == SceneEvent::Kind::kOverlap) return kFound;
    if (e.kind == SceneEvent::Kind::kUndecided) code = kUnknown;
  }
  return code;
}

int step_scene(const StepArguments& arguments) {
  const PreparedScene scene(load_scene(arguments.scene));
  const Walk walk = walk_scene(scene, arguments);
  if (arguments.json) {
    fmt::print("{}", step_document(scene.scene(), arguments, walk));
    return exit_code_of(walk);
  }
  fmt::print("{}", event_table(scene.scene(), walk));
  const auto& counts = walk.counts;
  fmt::print(
      "\n{} of {:g} s over [{:g}, {:g}] s: {}; {} about pairs, {} of them "
      "proved free by one plane, {} handed over to the certified method\n",
      counted(counts.steps, "step"), arguments.dt, walk.span.lo, walk.span.hi,
      counted(walk.events.size(), "event"), counted(counts.questions, "question"), counts.by_plane,
      counts.handed_over);
  return exit_code_of(walk);
}
}  // namespace

void add_step_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<StepArguments>();
  CLI::App* verb = app.add_subcommand("step", "Contacts of a scene, walked in discrete steps");
  verb->add_option("SCENE", arguments->scene, "scene.json (see docs/scene.md)")->required();
  verb->add_option("--dt", arguments->dt, "length of a step in seconds; needed");
  verb->add_option("--span", arguments->question.span,
                   "BEGIN:END in seconds instead of the scene's span");
  verb->add_option("--pairs", arguments->question.pairs, "A:B,C:D,… only these pairs of bodies");
  verb->add_option("--tolerance", arguments->question.tolerance,
                   "largest distance at a reported contact, in the scene's units");
  verb->add_flag("--alone", arguments->alone,
                 "backtracking without hand-over: answers are only sampled");
  verb->add_flag("--json", arguments->json, "the events as JSON (see docs/report.md)");
  verb->footer(
      "Exit code: 0 no contact, 1 contact or overlap, 2 bad input, 3 undecided.\n\n"
      "Example:\n  graze step examples/scenes/falling_gear.json --dt 0.01\n");
  verb->callback([arguments, &exit_code] { exit_code = step_scene(*arguments); });
}

}  // namespace graze::tool
