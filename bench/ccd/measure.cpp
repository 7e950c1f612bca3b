// SPDX-License-Identifier: MIT
#include "ccd/measure.h"

#include <fmt/core.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>

#include "graze/base/hash.h"
#include "timing/cpu_time.h"

namespace graze::bench {
namespace {

constexpr double kWorthRepeating = 5e-3;  // seconds; a shorter run is disturbed more easily

/// What one method answered to the first queries of a class.
struct Run {
  std::vector<Answer> answers;
  std::vector<double> cpu, wall;
};

/// Least of three, or one if that is long: the same for everyone.
void ask(const Method& method, const Query& query, Run& run) {
  double cpu = INFINITY;
  double wall = INFINITY;
  Answer answer;
  for (int i = 0; i < 3; ++i) {
    const double wall_start = wall_seconds();
    const double start = thread_seconds();
    answer = method.ask(query);
    cpu = std::min(cpu, thread_seconds() - start);
    wall = std::min(wall, wall_seconds() - wall_start);
    if (cpu > kWorthRepeating) break;
  }
  run.answers.push_back(answer);
  run.cpu.push_back(cpu);
  run.wall.push_back(wall);
}

/// Query by query, all methods in turn: what disturbs the machine for a while disturbs all alike.
std::vector<Run> ask_all(const std::vector<Method>& methods, const QueryClass& among) {
  std::vector<Run> runs(methods.size());
  for (std::size_t i = 0; i < among.queries.size(); ++i) {
    for (std::size_t m = 0; m < methods.size(); ++m) {
      if (i < static_cast<std::size_t>(methods[m].count)) {
        ask(methods[m], among.queries[i], runs[m]);
      }
    }
  }
  return runs;
}

/// Whether the bodies intersect at all after the contact: a graze within the tolerance is no miss.
bool goes_deep(const FclPeer* confirm, const Query& query, double from) {
  constexpr int kSamples = 256;
  if (confirm == nullptr) return true;
  for (int i = 0; i <= kSamples; ++i) {
    if (confirm->touches_at(query, from + (query.span.hi - from) * i / kSamples)) return true;
  }
  return false;
}

void compare(const Answer& answer, const Answer& truth, const Query& query, const FclPeer* confirm,
             Row& row) {
  const bool says_contact = answer.outcome == Outcome::kContact;
  const bool says_free = answer.outcome == Outcome::kSeparated;
  if (truth.outcome == Outcome::kContact && says_free) {
    row.misses += goes_deep(confirm, query, truth.time.hi);
  }
  if (truth.outcome == Outcome::kSeparated) row.false_alarms += says_contact;
  if (truth.outcome != Outcome::kContact || !says_contact) return;
  const double length = query.span.hi - query.span.lo;
  row.late = std::max(row.late, (answer.time.lo - truth.time.hi) / length);
}

void count_answers(const Run& run, Row& row) {
  Hasher hasher;
  for (const Answer& answer : run.answers) {
    row.contacts += answer.outcome == Outcome::kContact;
    row.undecided += answer.outcome == Outcome::kUndecided;
    row.boxes += static_cast<double>(answer.boxes) / row.queries;
    row.wide += static_cast<double>(answer.wide) / row.queries;
    row.triangles += static_cast<double>(answer.triangles) / row.queries;
    hasher.add(static_cast<std::uint64_t>(answer.outcome));
    hasher.add(answer.time.lo);
    hasher.add(answer.time.hi);
  }
  row.hash = hasher.value();
}

Row row_of(const QueryClass& among, const Method& method, const Run& run, const Run& certified,
           const FclPeer* confirm) {
  Row row;
  row.query_class = among.name;
  row.method = method.name;
  row.queries = static_cast<int>(run.answers.size());
  count_answers(run, row);
  for (std::size_t i = 0; i < run.answers.size(); ++i) {
    compare(run.answers[i], certified.answers[i], among.queries[i], confirm, row);
  }
  row.cpu = spread(run.cpu);
  row.wall_p999 = spread(run.wall).p999;
  const auto same = certified.cpu.begin() + row.queries;
  row.ratio = row.cpu.median / spread({certified.cpu.begin(), same}).median;
  return row;
}

void print_head(const QueryClass& among) {
  fmt::print("\n{}: {} and {} triangles, tolerance {:.3g}, {} queries\n", among.name,
             among.a.mesh.triangles().size(), among.b.mesh.triangles().size(), among.tolerance,
             among.queries.size());
  fmt::print(
      "{:<24}{:>6}{:>6}{:>6}{:>6}{:>6}{:>8}{:>11}{:>11}{:>11}{:>11}{:>11}{:>9}{:>9}{:>8}{:>8}  "
      "{}\n",
      "CPU us", "n", "hits", "miss", "false", "undec", "late", "median", "mean", "p99", "p99.9",
      "max", "ratio", "boxes", "wide", "tris", "hash");
}

void print(const Row& row) {
  fmt::print("{:<24}{:>6}{:>6}{:>6}{:>6}{:>6}{:>8.2g}", row.method, row.queries, row.contacts,
             row.misses, row.false_alarms, row.undecided, row.late);
  for (const double s : {row.cpu.median, row.cpu.mean, row.cpu.p99, row.cpu.p999, row.cpu.max}) {
    fmt::print("{:>11.1f}", 1e6 * s);
  }
  fmt::print("{:>9.2f}{:>9.0f}{:>8.0f}{:>8.0f}  {:016x}\n", row.ratio, row.boxes, row.wide,
             row.triangles, row.hash);
  std::fflush(stdout);
}

nlohmann::json json_of(const Row& row) {
  return {{"class", row.query_class},
          {"method", row.method},
          {"queries", row.queries},
          {"contacts", row.contacts},
          {"misses", row.misses},
          {"false_alarms", row.false_alarms},
          {"undecided", row.undecided},
          {"late", row.late},
          {"median_s", row.cpu.median},
          {"mean_s", row.cpu.mean},
          {"p99_s", row.cpu.p99},
          {"p99.9_s", row.cpu.p999},
          {"max_s", row.cpu.max},
          {"wall_p99.9_s", row.wall_p999},
          {"ratio", row.ratio},
          {"box_tests", row.boxes},
          {"wide_tests", row.wide},
          {"triangle_tests", row.triangles},
          {"hash", fmt::format("{:016x}", row.hash)}};
}
}  // namespace

Times spread(std::vector<double> seconds) {
  if (seconds.empty()) return {};
  std::sort(seconds.begin(), seconds.end());
  const auto at = [&](double part) {
    const double rank = std::ceil(part * static_cast<double>(seconds.size()));
    return seconds[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
  };
  const double sum = std::accumulate(seconds.begin(), seconds.end(), 0.0);
  return {at(0.5), sum / static_cast<double>(seconds.size()), at(0.99), at(0.999), seconds.back()};
}

std::vector<Row> Comparison::run(const QueryClass& among, const std::vector<Method>& methods,
                                 const FclPeer* confirm) {
  print_head(among);
  std::vector<Row> rows;
  const std::vector<Run> runs = ask_all(methods, among);
  for (std::size_t m = 0; m < methods.size(); ++m) {
    if (runs[m].answers.empty()) continue;
    rows.push_back(row_of(among, methods[m], runs[m], runs.front(), confirm));
    print(rows.back());
  }
  rows_.insert(rows_.end(), rows.begin(), rows.end());
  return rows;
}

OracleRow Comparison::check(const QueryClass& among, const FclPeer& oracle, int count) {
  OracleRow row;
  row.query_class = among.name;
  row.queries = std::min(count, static_cast<int>(among.queries.size()));
  for (int i = 0; i < row.queries; ++i) {
    const Query& query = among.queries[static_cast<std::size_t>(i)];
    const Answer answer = ask_certified(among, query);
    const bool touches = answer.outcome == Outcome::kContact;
    row.unproved += answer.outcome == Outcome::kUndecided;
    const double end = touches ? answer.time.lo : query.span.hi;
    row.misses += oracle.first_sampled_contact(query, {query.span.lo, end}) < end;
    // FCL's own distances carry rounding of about 1e-12 of a unit mesh.
    row.far += touches && oracle.distance_at(query, answer.time.hi) > among.tolerance * (1 + 1e-9);
  }
  fmt::print(
      "oracle, 20,000 poses each: {} queries, {} missed or late, {} farther than tolerance\n",
      row.queries, row.misses, row.far);
  std::fflush(stdout);
  checks_.push_back(row);
  return row;
}

void Comparison::write_json(const std::string& path) const {
  nlohmann::json rows = nlohmann::json::array();
  for (const Row& row : rows_) rows.push_back(json_of(row));
  nlohmann::json checks = nlohmann::json::array();
  for (const OracleRow& row : checks_) {
    checks.push_back({{"class", row.query_class},
                      {"queries", row.queries},
                      {"misses", row.misses},
                      {"farther_than_tolerance", row.far}});
  }
  std::ofstream(path) << nlohmann::json{{"rows", rows}, {"oracle", checks}}.dump(1) << '\n';
}

}  // namespace graze::bench
