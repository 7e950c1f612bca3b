// SPDX-License-Identifier: MIT
#include "query_tally.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace graze::tool {
namespace {
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

void print_row(const std::string& name, const QueryTally& tally) {
  const TimeSummary time = summarise(tally.times_us);
  const bool known = tally.with_truth > 0;
  const auto cell = [&](std::size_t n) { return known ? std::to_string(n) : std::string("?"); };
  fmt::print("{:<52} {:>7} {:>8} {:>8} {:>8} {:>8} {:>8.2f} {:>8.2f} {:>8.2f} {:>9.2f}\n", name,
             tally.queries, cell(tally.contacts), tally.reported, cell(tally.false_negatives),
             cell(tally.false_positives), time.mean, time.median, time.p99, time.max);
}

/// The last three parts of a path: set, kind and file in the public sets.
std::string short_name(const std::filesystem::path& path) {
  const std::filesystem::path kind = path.parent_path();
  return (kind.parent_path().filename() / kind.filename() / path.filename()).string();
}
}  // namespace

void QueryTally::add(const QueryTally& other) {
  queries += other.queries;
  with_truth += other.with_truth;
  contacts += other.contacts;
  reported += other.reported;
  false_negatives += other.false_negatives;
  false_positives += other.false_positives;
  undecided += other.undecided;
  start_touching += other.start_touching;
  enclosed += other.enclosed;
  steps += other.steps;
  most_steps = std::max(most_steps, other.most_steps);
  times_us.insert(times_us.end(), other.times_us.begin(), other.times_us.end());
}

void QueryTally::count(Outcome outcome, std::uint64_t work, std::optional<bool> truth) {
  const bool is_reported = outcome != Outcome::kSeparated;
  ++queries;
  reported += is_reported;
  undecided += outcome == Outcome::kUndecided;
  steps += work;
  most_steps = std::max(most_steps, work);
  if (!truth) return;
  ++with_truth;
  contacts += *truth;
  false_negatives += *truth && !is_reported;
  false_positives += !*truth && is_reported;
}

nlohmann::ordered_json to_json(const QueryTally& tally) {
  const TimeSummary time = summarise(tally.times_us);
  return {{"queries", tally.queries},
          {"with_truth", tally.with_truth},
          {"contacts", tally.contacts},
          {"reported", tally.reported},
          {"false_negatives", tally.false_negatives},
          {"false_positives", tally.false_positives},
          {"undecided", tally.undecided},
          {"start_touching", tally.start_touching},
          {"enclosed", tally.enclosed},
          {"steps", tally.steps},
          {"most_steps", tally.most_steps},
          {"mean_us", time.mean},
          {"median_us", time.median},
          {"p99_us", time.p99},
          {"max_us", time.max}};
}

void print_tallies(const std::vector<NamedTally>& rows, const QueryTally& total) {
  fmt::print("{:<52} {:>7} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>9}\n", "file", "queries",
             "contacts", "reported", "missed", "alarms", "mean us", "median", "p99", "max");
  for (const auto& [path, tally] : rows) print_row(short_name(path), tally);
  print_row("total", total);
  fmt::print(
      "missed: false negatives; alarms: false positives (no exact contact, but nearer than the "
      "tolerance)\n{} of {} queries have a coordinate that is no double and were enclosed; {} "
      "undecided; {} start within the tolerance; most steps {}\n",
      total.enclosed, total.queries, total.undecided, total.start_touching, total.most_steps);
}

}  // namespace graze::tool
