// SPDX-License-Identifier: MIT
// graze queries: runs public sets of linear CCD queries and compares with their exact answers. [C5]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "graze/detect/linear_ccd.h"
#include "graze/io/linear_queries.h"
#include "verbs.h"

namespace graze::tool {
namespace {
using Json = nlohmann::ordered_json;

struct QueriesArguments {
  std::vector<std::string> places;
  std::optional<LinearKind> kind;
  LinearCcdOptions options;
  int repeat = 1;
  bool json = false;
};

/// Counts and times of one file, or of all.
struct Tally {
  std::size_t queries = 0;
  std::size_t with_truth = 0;
  std::size_t contacts = 0;  ///< true ones
  std::size_t reported = 0;
  std::size_t false_negatives = 0;
  std::size_t false_positives = 0;
  std::size_t undecided = 0;
  std::size_t enclosed = 0;
  std::uint64_t steps = 0;
  std::uint32_t most_steps = 0;
  std::vector<double> times_us;

  void add(const Tally& other) {
    queries += other.queries;
    with_truth += other.with_truth;
    contacts += other.contacts;
    reported += other.reported;
    false_negatives += other.false_negatives;
    false_positives += other.false_positives;
    undecided += other.undecided;
    enclosed += other.enclosed;
    steps += other.steps;
    most_steps = std::max(most_steps, other.most_steps);
    times_us.insert(times_us.end(), other.times_us.begin(), other.times_us.end());
  }
};

/// The fastest of `repeat` runs, clock included (some 0.03 us).
LinearContact timed(const LinearQuery& query, const QueriesArguments& arguments, double& time_us) {
  using Clock = std::chrono::steady_clock;
  LinearContact answer;
  for (int run = 0; run < arguments.repeat; ++run) {
    const Clock::time_point begin = Clock::now();
    answer = first_contact_linear(query, arguments.options);
    const double us = std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
    time_us = run == 0 ? us : std::min(time_us, us);
  }
  return answer;
}

void count_answer(const LinearContact& answer, std::optional<bool> truth, Tally& tally) {
  // Undecided is an alarm: it can be a false positive, never a false negative.
  const bool reported = answer.outcome != Outcome::kSeparated;
  ++tally.queries;
  tally.reported += reported;
  tally.undecided += answer.outcome == Outcome::kUndecided;
  tally.steps += answer.steps;
  tally.most_steps = std::max(tally.most_steps, answer.steps);
  if (!truth) return;
  ++tally.with_truth;
  tally.contacts += *truth;
  tally.false_negatives += *truth && !reported;
  tally.false_positives += !*truth && reported;
}

Tally run_set(const LinearQuerySet& set, const QueriesArguments& arguments) {
  Tally tally;
  tally.enclosed = set.enclosed;
  tally.times_us.resize(set.queries.size());
  for (std::size_t i = 0; i < set.queries.size(); ++i) {
    const LinearContact answer = timed(set.queries[i], arguments, tally.times_us[i]);
    const std::optional<bool> truth =
        set.truth.empty() ? std::nullopt : std::optional<bool>(set.truth[i]);
    count_answer(answer, truth, tally);
  }
  return tally;
}

struct TimeSummary {
  double mean = 0.0, median = 0.0, p99 = 0.0, max = 0.0;
};

TimeSummary summarise(std::vector<double> times) {
  if (times.empty()) return {};
  std::sort(times.begin(), times.end());
  double sum = 0.0;
  for (const double time : times) sum += time;
  const std::size_t last = times.size() - 1;
  return {sum / static_cast<double>(times.size()), times[last / 2], times[last * 99 / 100],
          times[last]};
}

Json to_json(const Tally& tally) {
  const TimeSummary time = summarise(tally.times_us);
  return {{"queries", tally.queries},
          {"with_truth", tally.with_truth},
          {"contacts", tally.contacts},
          {"reported", tally.reported},
          {"false_negatives", tally.false_negatives},
          {"false_positives", tally.false_positives},
          {"undecided", tally.undecided},
          {"enclosed", tally.enclosed},
          {"steps", tally.steps},
          {"most_steps", tally.most_steps},
          {"mean_us", time.mean},
          {"median_us", time.median},
          {"p99_us", time.p99},
          {"max_us", time.max}};
}

void print_row(const std::string& name, const Tally& tally) {
  const TimeSummary time = summarise(tally.times_us);
  const bool known = tally.with_truth > 0;
  const auto cell = [&](std::size_t n) { return known ? std::to_string(n) : std::string("?"); };
  fmt::print("{:<52} {:>7} {:>8} {:>8} {:>8} {:>8.2f} {:>8.2f} {:>8.2f} {:>9.2f}\n", name,
             tally.queries, cell(tally.contacts), cell(tally.false_negatives),
             cell(tally.false_positives), time.mean, time.median, time.p99, time.max);
}

/// The last three parts of a path: set, kind and file in the public sets.
std::string short_name(const std::filesystem::path& path) {
  const std::filesystem::path kind = path.parent_path();
  return (kind.parent_path().filename() / kind.filename() / path.filename()).string();
}

void print_table(const std::vector<std::pair<std::string, Tally>>& rows, const Tally& total) {
  fmt::print("{:<52} {:>7} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>9}\n", "file", "queries",
             "contacts", "missed", "alarms", "mean us", "median", "p99", "max");
  for (const auto& [path, tally] : rows) print_row(short_name(path), tally);
  print_row("total", total);
  fmt::print(
      "missed: false negatives; alarms: false positives (no exact contact, but nearer than the "
      "tolerance)\n{} of {} queries have a coordinate that is no double and were enclosed; {} "
      "undecided; most steps {}\n",
      total.enclosed, total.queries, total.undecided, total.most_steps);
}

void print_json(const std::vector<std::pair<std::string, Tally>>& rows, const Tally& total,
                const QueriesArguments& arguments) {
  Json report{{"tolerance", arguments.options.tolerance}, {"repeat", arguments.repeat}};
  report["files"] = Json::array();
  for (const auto& [path, tally] : rows) {
    Json file{{"file", path}};
    file.update(to_json(tally));
    report["files"].push_back(std::move(file));
  }
  report["total"] = to_json(total);
  fmt::print("{}\n", report.dump(2));
}

int run_queries(const QueriesArguments& arguments) {
  const std::vector<std::filesystem::path> places(arguments.places.begin(), arguments.places.end());
  std::vector<std::pair<std::string, Tally>> rows;
  Tally total;
  for (const std::filesystem::path& path : find_linear_queries(places)) {
    const Tally tally = run_set(read_linear_queries(path, arguments.kind), arguments);
    total.add(tally);
    rows.emplace_back(path.string(), tally);
  }
  arguments.json ? print_json(rows, total, arguments) : print_table(rows, total);
  return total.false_negatives > 0 ? kFound : kFine;
}
}  // namespace

void add_queries_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<QueriesArguments>();
  CLI::App* verb = app.add_subcommand("queries", "Run public sets of linear CCD queries");
  verb->footer(
      "Example: graze queries data/queries/linear --tolerance 1e-6\n"
      "Exit code 1 if a true contact was missed.");
  verb->add_option("PLACES", arguments->places, "CSV files, or folders of them")->required();
  verb->add_option("--tolerance", arguments->options.tolerance,
                   "Largest distance that may be reported as contact")
      ->capture_default_str();
  const std::map<std::string, LinearKind> kinds{{"vertex-face", LinearKind::kVertexFace},
                                                {"edge-edge", LinearKind::kEdgeEdge}};
  verb->add_option("--kind", arguments->kind, "Of the queries, if the path does not tell")
      ->transform(CLI::CheckedTransformer(kinds));
  verb->add_option("--repeat", arguments->repeat, "Time each query as the fastest of so many runs")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  verb->add_flag("--json", arguments->json, "Print the report as JSON");
  verb->callback([arguments, &exit_code] { exit_code = run_queries(*arguments); });
}

}  // namespace graze::tool
