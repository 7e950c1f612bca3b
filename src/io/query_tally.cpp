// SPDX-License-Identifier: MIT
#include "graze/io/query_tally.h"

#include <algorithm>

#include "io/json/report_json.h"

namespace graze {
namespace {
using namespace json;

struct CountKey {
  const char* key;
  std::size_t QueryCounts::*member;
};
constexpr CountKey kCounts[] = {
    {"queries", &QueryCounts::queries},
    {"with_truth", &QueryCounts::with_truth},
    {"contacts", &QueryCounts::contacts},
    {"reported", &QueryCounts::reported},
    {"false_negatives", &QueryCounts::false_negatives},
    {"false_positives", &QueryCounts::false_positives},
    {"undecided", &QueryCounts::undecided},
    {"start_touching", &QueryCounts::start_touching},
    {"enclosed", &QueryCounts::enclosed},
};

void add_tally(const QueryTally& tally, OrderedJson& json) {
  for (const auto& [key, member] : kCounts) json[key] = tally.*member;
  const TimeSummary time = tally.times();
  json["steps"] = tally.steps;
  json["most_steps"] = tally.most_steps;
  json["mean_us"] = time.mean;
  json["median_us"] = time.median;
  json["p99_us"] = time.p99;
  json["max_us"] = time.max;
}

QueriesDocument::Row read_row(const JsonCursor& cursor) {
  QueriesDocument::Row row;
  if (const auto name = cursor.find("file")) row.name = any_text(*name);
  for (const auto& [key, member] : kCounts) row.counts.*member = read_count(cursor.at(key));
  row.counts.steps = read_count(cursor.at("steps"));
  row.counts.most_steps = read_count(cursor.at("most_steps"));
  const auto time = [&](const char* key) { return cursor.at(key).number({0.0, kAnyNumber.hi}); };
  row.times = {time("mean_us"), time("median_us"), time("p99_us"), time("max_us")};
  return row;
}
}  // namespace

void QueryTally::add(const QueryTally& other) {
  for (const auto& [key, member] : kCounts) this->*member += other.*member;
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

TimeSummary QueryTally::times() const {
  if (times_us.empty()) return {};
  std::vector<double> sorted = times_us;
  std::sort(sorted.begin(), sorted.end());
  double sum = 0.0;
  for (const double time : sorted) sum += time;
  const std::size_t last = sorted.size() - 1;
  return {sum / static_cast<double>(sorted.size()), sorted[last / 2], sorted[last * 99 / 100],
          sorted[last]};
}

QueryTally total_of(const std::vector<NamedTally>& rows) {
  QueryTally total;
  for (const NamedTally& row : rows) total.add(row.tally);
  return total;
}

std::string queries_document(const QueriesHeader& header, const std::vector<NamedTally>& rows) {
  OrderedJson document{{"format", "graze queries 1"},
                       {"tolerance", header.tolerance},
                       {"repeat", header.repeat},
                       {"chords", header.chords}};
  document["files"] = array_of(rows, [](const NamedTally& row) {
    OrderedJson json{{"file", row.name}};
    add_tally(row.tally, json);
    return json;
  });
  add_tally(total_of(rows), document["total"]);
  return text_of(document);
}

QueriesDocument parse_queries(std::string_view text, const std::string& place) {
  const Json json = parse_json(text, place);
  const JsonCursor root = expect_format(json, place, "graze queries 1");
  QueriesDocument document;
  document.header = {root.at("tolerance").number(kAnyNumber),
                     static_cast<int>(root.at("repeat").index(1'000'001)),
                     static_cast<int>(root.at("chords").index(1'000'001))};
  for (const JsonCursor& row : root.at("files").items()) document.rows.push_back(read_row(row));
  document.total = read_row(root.at("total"));
  return document;
}

}  // namespace graze
