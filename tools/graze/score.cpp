// SPDX-License-Identifier: MIT
// graze score: how often is another method wrong on the truth set?                            [G2]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "graze/base/error.h"
#include "graze/io/file.h"
#include "report_table.h"
#include "verbs.h"

namespace graze::tool {
namespace {
using Json = nlohmann::ordered_json;
constexpr double kLate = 1e-4;   // seconds after the proved contact
constexpr double kEarly = 1e-2;  // seconds before it

struct ScoreArguments {
  std::string truth;
  std::string answers;
  bool json = false;
};

struct Score {
  std::size_t queries = 0, missed = 0, alarms = 0, late = 0, early = 0, skipped = 0;
  double latest = 0.0;
  std::vector<double> seconds;

  double median_us() const {
    if (seconds.empty()) return 0.0;
    std::vector<double> sorted = seconds;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    return 1e6 * *middle;
  }
};

Json read_document(const std::string& path, const std::string& format) {
  try {
    Json document = Json::parse(read_file(path));
    if (document.value("format", "") == format) return document;
  } catch (const Json::exception& error) {
    throw InputError({path, error.what(), "JSON", ""});
  }
  throw InputError({path, "another format", "\"format\": \"" + format + "\"", "see docs/truth.md"});
}

void add_answer(const Json& truth, const Json& answer, Score& score) {
  const std::string outcome = answer.at("outcome");
  if (outcome == "skipped") {
    ++score.skipped;
    return;
  }
  ++score.queries;
  if (answer.contains("seconds")) score.seconds.push_back(answer.at("seconds").get<double>());
  const bool touches = truth.at("outcome") == "contact", says = outcome == "contact";
  if (touches && !says) ++score.missed;
  if (!touches && says) ++score.alarms;
  if (!touches || !says) return;
  const double time = answer.at("time").get<double>();
  const double late_by = time - truth.at("touches_at").get<double>();
  score.late += late_by > kLate;
  score.early += time < truth.at("free_until").get<double>() - kEarly;
  score.latest = std::max(score.latest, late_by);
}

std::map<std::string, Score> scores_of(const Json& truth, const Json& answers,
                                       const std::string& place) {
  std::map<std::string, const Json*> by_scene;
  for (const Json& query : truth.at("queries")) by_scene[query.at("scene")] = &query;
  std::map<std::string, Score> scores;
  std::size_t number = 0;
  for (const Json& answer : answers.at("answers")) {
    try {
      const auto query = by_scene.find(answer.at("scene").get<std::string>());
      if (query == by_scene.end())
        throw InputError({place, "a scene that the set does not have", "one of its own", ""});
      add_answer(*query->second, answer, scores["all"]);
      add_answer(*query->second, answer, scores[query->second->at("class")]);
    } catch (const Json::exception& error) {
      throw InputError({fmt::format("{}: answers[{}]", place, number), error.what(),
                        "scene, outcome (contact, separated, skipped) and, of a contact, time",
                        ""});
    }
    ++number;
  }
  if (scores.empty()) throw InputError({place, "no answers", "at least one", ""});
  return scores;
}

Json to_json(const Score& score) {
  return {{"queries", score.queries},     {"missed", score.missed},
          {"false_alarms", score.alarms}, {"late", score.late},
          {"latest", score.latest},       {"early", score.early},
          {"skipped", score.skipped},     {"median_us", score.median_us()}};
}

std::vector<std::string> row_of(const std::string& name, const Score& score) {
  const auto number = [](std::size_t n) { return std::to_string(n); };
  return {name,
          number(score.queries),
          number(score.missed),
          number(score.alarms),
          number(score.late),
          fmt::format("{:.2g}", score.latest),
          number(score.early),
          number(score.skipped),
          score.seconds.empty() ? "-" : fmt::format("{:.3g}", score.median_us())};
}

int run_score(const ScoreArguments& arguments) {
  const std::filesystem::path folder(arguments.truth);
  const std::string index =
      std::filesystem::is_directory(folder) ? (folder / "truth.json").string() : arguments.truth;
  const Json truth = read_document(index, "graze truth");
  const Json answers = read_document(arguments.answers, "graze answers 1");
  const auto scores = scores_of(truth, answers, arguments.answers);
  if (arguments.json) {
    Json document{{"format", "graze score 1"},
                  {"method", answers.value("method", "")},
                  {"scores", Json::object()}};
    for (const auto& [name, score] : scores) document["scores"][name] = to_json(score);
    fmt::print("{}\n", document.dump(2));
  } else {
    std::vector<std::vector<std::string>> rows{{"class", "queries", "missed", "alarms", "late",
                                                "latest s", "early", "skipped", "median us"}};
    for (const auto& [name, score] : scores) rows.push_back(row_of(name, score));
    fmt::print("{}", table(rows));
  }
  return scores.at("all").missed > 0 ? kFound : kFine;
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
