// SPDX-License-Identifier: MIT
// graze bisection: what each switch of the published method costs and gives, on a scene's pairs.
//                                                                                              [C7]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "graze/io/open_scene.h"
#include "graze/io/write_bisection.h"
#include "graze/query/bisection_variants.h"
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

void print_tree(const std::string& name, const ObbTreeReport& tree) {
  fmt::print("tree       {}: {}, {}, depth {}, tightness {:.3f}, {:.3g} kB\n", printable(name),
             counted(tree.triangles, "triangle"), counted(tree.nodes, "node"), tree.depth,
             tree.tightness, 1e-3 * static_cast<double>(tree.bytes));
}

void print_results(const std::vector<BisectionVariant>& results) {
  std::vector<std::vector<std::string>> rows{
      {"variant", "answer", "until [s]", "box tests", "triangle pairs", "CPU ms"}};
  for (const BisectionVariant& result : results) {
    rows.push_back({result.name, std::string(name(result.report.outcome)),
                    fmt::format("{:.9g}", result.report.time.hi),
                    std::to_string(result.report.stats.box_tests),
                    std::to_string(result.report.stats.triangle_tests),
                    fmt::format("{:.3g}", 1e3 * result.cpu_seconds)});
  }
  fmt::print("\n{}", table(rows));
}

int run(const BisectionArguments& arguments) {
  const Scene scene = open_scene(arguments.scene);
  const BisectionComparison answer =
      compare_bisection(scene, contact_options(arguments.question, scene), arguments.k);
  const std::string& name_a = scene.bodies[answer.a.index()].name;
  const std::string& name_b = scene.bodies[answer.b.index()].name;
  if (arguments.json) {
    fmt::print("{}", bisection_document(
                         {arguments.scene, {name_a, name_b}, answer.tolerance, answer.variants}));
  } else {
    print_tree(name_a, answer.tree_a);
    print_tree(name_b, answer.tree_b);
    print_results(answer.variants);
  }
  const Outcome outcome = answer.variants.front().report.outcome;
  return touches(outcome) ? kFound : outcome == Outcome::kUndecided ? kUnknown : kFine;
}
}  // namespace

void add_bisection_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<BisectionArguments>();
  CLI::App* verb = app.add_subcommand(
      "bisection", "What each switch of the published bisection method costs, on one pair");
  verb->add_option("SCENE", arguments->scene, "scene.json (see docs/scene.md)")->required();
  verb->add_option("--k", arguments->k, "its subdivision constant [0.2]")
      ->check(CLI::Range(1e-3, 1e3));
  verb->add_flag("--json", arguments->json, "the counts as JSON");
  add_short_question_options(*verb, arguments->question);
  verb->footer(
      "Exit code: 0 apart, 1 contact, 2 bad input, 3 undecided.\n\n"
      "Example:\n  graze bisection examples/scenes/falling_gear.json --pairs ring:gear\n");
  verb->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace graze::tool
