// SPDX-License-Identifier: MIT
// graze score: how often is another method wrong on the truth set?                            [G2]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>

#include "graze/io/file.h"
#include "graze/jobs/truth_score.h"
#include "report_table.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct ScoreArguments {
  std::string truth;
  std::string answers;
  bool json = false;
};

std::vector<std::string> row_of(const std::string& name, const TruthScore& score) {
  const auto number = [](std::size_t n) { return std::to_string(n); };
  return {name,
          number(score.queries),
          number(score.missed),
          number(score.alarms),
          number(score.late),
          fmt::format("{:.2g}", score.latest),
          number(score.early),
          number(score.skipped),
          score.median_us ? fmt::format("{:.3g}", *score.median_us) : "-"};
}

int run_score(const ScoreArguments& arguments) {
  const std::filesystem::path folder(arguments.truth);
  const std::string index =
      std::filesystem::is_directory(folder) ? (folder / "truth.json").string() : arguments.truth;
  const std::string truth = read_file(index), answers = read_file(arguments.answers);
  const TruthScores scores = score_answers({truth, index}, {answers, arguments.answers});
  if (arguments.json) {
    fmt::print("{}", score_document(scores));
  } else {
    std::vector<std::vector<std::string>> rows{{"class", "queries", "missed", "alarms", "late",
                                                "latest s", "early", "skipped", "median us"}};
    for (const auto& [name, score] : scores.by_class) rows.push_back(row_of(name, score));
    fmt::print("{}", table(rows));
  }
  return scores.by_class.at("all").missed > 0 ? kFound : kFine;
}
}  // namespace

void add_score_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<ScoreArguments>();
  CLI::App* verb = app.add_subcommand("score", "Score a method's answers to the truth set");
  verb->add_option("TRUTH", arguments->truth, "folder that graze truth made, or its truth.json")
      ->required();
  verb->add_option("ANSWERS", arguments->answers, "the method's answers (see docs/truth.md)")
      ->required();
  verb->add_flag("--json", arguments->json, "the scores as JSON");
  verb->footer(
      "missed: proved contacts that were not reported; alarms: reports where nothing touches;\n"
      "late: more than 1e-4 s after the contact; early: more than 0.01 s before it.\n"
      "Exit code: 0 nothing was missed, 1 something was, 2 bad input.\n\n"
      "Example:\n  graze truth build/truth --queries 100\n"
      "  python3 examples/score/answers.py build/truth answers.json\n"
      "  graze score build/truth answers.json\n");
  verb->callback([arguments, &exit_code] { exit_code = run_score(*arguments); });
}

}  // namespace graze::tool
