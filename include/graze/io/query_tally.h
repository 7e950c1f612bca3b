// SPDX-License-Identifier: MIT
// The results of a run over sets of queries: counts and times, written and read as JSON.       [C5]
#pragma once
#include <graze/contact/contact_report.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

struct QueryCounts {
  std::size_t queries = 0;
  std::size_t with_truth = 0;
  std::size_t contacts = 0;  ///< true ones
  std::size_t reported = 0;
  std::size_t false_negatives = 0;
  std::size_t false_positives = 0;
  std::size_t undecided = 0;
  std::size_t start_touching = 0;  ///< nearer than the tolerance or crossing at t = 0 (rigid)
  std::size_t enclosed = 0;        ///< with a coordinate that is not a double
  std::uint64_t steps = 0;
  std::uint64_t most_steps = 0;
  friend bool operator==(const QueryCounts&, const QueryCounts&) = default;
};

/// Microseconds.
struct TimeSummary {
  double mean = 0.0, median = 0.0, p99 = 0.0, max = 0.0;
  friend bool operator==(const TimeSummary&, const TimeSummary&) = default;
};

/// The counts of one file or folder, or of all.
struct QueryTally : QueryCounts {
  std::vector<double> times_us;

  void add(const QueryTally& other);
  /// Undecided counts as an alarm: it can be a false positive, never a false negative.
  void count(Outcome outcome, std::uint64_t work, std::optional<bool> truth);
  TimeSummary times() const;
};

struct NamedTally {
  std::string name;  ///< file or folder
  QueryTally tally;
};
QueryTally total_of(const std::vector<NamedTally>& rows);

/// How the queries were asked.
struct QueriesHeader {
  double tolerance = 0.0;  ///< scene units
  int repeat = 1;          ///< runs of each query, the fastest of which counts
  int chords = 0;          ///< straight pieces of the second opinion on rigid queries; 0: none
};

/// The document of `graze queries`.
std::string queries_document(const QueriesHeader& header, const std::vector<NamedTally>& rows);

/// What queries_document wrote.
struct QueriesDocument {
  struct Row {
    std::string name;
    QueryCounts counts;
    TimeSummary times;
  };
  QueriesHeader header;
  std::vector<Row> rows;
  Row total;
};
/// Throws InputError that names line and column, or the JSON path.
QueriesDocument parse_queries(std::string_view text, const std::string& place = "queries");

}  // namespace graze
