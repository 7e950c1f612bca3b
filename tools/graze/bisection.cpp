// SPDX-License-Identifier: MIT
// graze bisection: what each switch of the published method costs and gives, on a scene's pairs.
// [C7]
#include "graze/methods/bisection.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <ctime>
#include <memory>
#include <nlohmann/json.hpp>

#include "graze/base/error.h"
#include "graze/io/open_scene.h"
#include "json_values.h"
#include "question_arguments.h"
#include "report_table.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct BisectionArguments {
  std::string scene;
  QuestionArguments question;
  double k = 0.2;
  bool json = false;
};

/// A way to run the method.
struct Variant {
  std::string name;
  BisectionOptions options;
};

struct VariantResult {
  std::string name;
  ContactReport report;
  double cpu_seconds = 0.0;
};

std::vector<Variant> variants(const BisectionOptions& basis) {
  std::vector<Variant> all{{fmt::format("all switches, k = {:g}", basis.k), basis}};
  const auto add = [&](const std::string& name, auto change) {
    all.push_back({name, basis});
    change(all.back().options);
  };
  add("without the discrete pre-test", [](auto& o) { o.discrete_pretest = false; });
  add("without directional traversal", [](auto& o) { o.directional_traversal = false; });
  add("6 axes instead of 15", [](auto& o) { o.partial_axes = true; });
  for (const double k : {0.05, 0.1, 0.4, 1.0})
    add(fmt::format("k = {:g}", k), [k](auto& o) { o.k = k; });
  return all;
}

VariantResult run_one(const MovingTree& a, const MovingTree& b, const Variant& variant) {
  const std::clock_t begin = std::clock();
  VariantResult result{variant.name, first_contact_bisection(a, b, variant.options)};
  result.cpu_seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  return result;
}

std::pair<BodyId, BodyId> pair_of(const Scene& scene, const ContactOptions& options) {
  const auto pairs = options.pairs.empty() ? checked_pairs(scene) : options.pairs;
  if (pairs.size() == 1) return pairs.front();
  throw InputError({"--pairs", std::to_string(pairs.size()) + " pairs of bodies", "one pair",
                    "choose one with --pairs A:B"});
}

MovingTree moving_tree(const Scene& scene, BodyId id, const Motion& motion) {
  const Body& body = scene.bodies[id.index()];
  return {build_obb_tree(body.shape.mesh()), motion, body.growth()};
}

void print_tree(const std::string& name, const ObbTreeReport& tree) {
  fmt::print("tree       {}: {} triangles, {} nodes, depth {}, tightness {:.3f}, {:.3g} kB\n",
             printable(name), tree.triangles, tree.nodes, tree.depth, tree.tightness,
             1e-3 * static_cast<double>(tree.bytes));
}

void print_results(const std::vector<VariantResult>& results) {
  std::vector<std::vector<std::string>> rows{
      {"variant", "answer", "until [s]", "box tests", "triangle pairs", "CPU ms"}};
  for (const VariantResult& result : results) {
    rows.push_back({result.name, std::string(name(result.report.outcome)),
                    fmt::format("{:.9g}", result.report.time.hi),
                    std::to_string(result.report.stats.box_tests),
                    std::to_string(result.report.stats.triangle_tests),
                    fmt::format("{:.3g}", 1e3 * result.cpu_seconds)});
  }
  fmt::print("\n{}", table(rows));
}

nlohmann::ordered_json to_json(const std::vector<VariantResult>& results) {
  auto json = nlohmann::ordered_json::array();
  for (const VariantResult& result : results) {
    json.push_back({{"variant", result.name},
                    {"outcome", name(result.report.outcome)},
                    {"time", tool::to_json(result.report.time)},
                    {"box_tests", result.report.stats.box_tests},
                    {"triangle_tests", result.report.stats.triangle_tests},
                    {"cpu_seconds", result.cpu_seconds}});
  }
  return json;
}

int run(const BisectionArguments& arguments) {
  const Scene scene = open_scene(arguments.scene);
  refuse_deforming(scene, "bisection");
  const ContactOptions question = contact_options(arguments.question, scene);
  const auto [a, b] = pair_of(scene, question);
  const auto [motion_a, motion_b] = pair_motions(scene, a, b);
  const MovingTree tree_a = moving_tree(scene, a, motion_a);
  const MovingTree tree_b = moving_tree(scene, b, motion_b);
  BisectionOptions basis;
  basis.span = question.span.value_or(scene.span);
  basis.tolerance = question.tolerance.value_or(scene.tolerance.value_or(
      default_tolerance(scene.bodies[a.index()], scene.bodies[b.index()])));
  basis.budget = question.budget;
  basis.k = arguments.k;
  std::vector<VariantResult> results;
  for (const Variant& variant : variants(basis))
    results.push_back(run_one(tree_a, tree_b, variant));
  if (arguments.json) {
    const nlohmann::ordered_json json{
        {"format", "graze bisection 1"},
        {"scene", arguments.scene},
        {"pair", {scene.bodies[a.index()].name, scene.bodies[b.index()].name}},
        {"tolerance", basis.tolerance},
        {"variants", to_json(results)}};
    fmt::print("{}\n", json.dump(2));
  } else {
    print_tree(scene.bodies[a.index()].name, tree_a.tree.report());
    print_tree(scene.bodies[b.index()].name, tree_b.tree.report());
    print_results(results);
  }
  const Outcome outcome = results.front().report.outcome;
  return touches(outcome) ? kFound : outcome == Outcome::kUndecided ? kUnknown : kFine;
}
}  // namespace

void add_bisection_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<BisectionArguments>();
  CLI::App* verb = app.add_subcommand(
      "bisection", "What each switch of the published bisection method costs, on one pair");
  verb->add_option("SCENE", arguments->scene, "scene.json (see docs/scene.md)")->required();
  verb->add_option("--k", arguments->k, "its subdivision constant; 0.2")
      ->check(CLI::Range(1e-3, 1e3));
  verb->add_flag("--json", arguments->json, "the counts as JSON");
  add_short_question_options(*verb, arguments->question);
  verb->footer(
      "Exit code: 0 apart, 1 contact, 2 bad input, 3 undecided.\n\n"
      "Example:\n  graze bisection examples/scenes/falling_gear.json --pairs ring:gear\n");
  verb->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace graze::tool
