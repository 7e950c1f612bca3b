// SPDX-License-Identifier: MIT
// Counts and times of query sets, as a table and as JSON.
#pragma once
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "graze/contact/contact_report.h"

namespace graze::tool {

/// Of one file or folder, or of all.
struct QueryTally {
  std::size_t queries = 0;
  std::size_t with_truth = 0;
  std::size_t contacts = 0;  ///< true ones
  std::size_t reported = 0;
  std::size_t false_negatives = 0;
  std::size_t false_positives = 0;
  std::size_t undecided = 0;
  std::size_t start_touching = 0;  ///< nearer than the tolerance or crossing at t = 0 (rigid)
  std::size_t enclosed = 0;
  std::uint64_t steps = 0;
  std::uint64_t most_steps = 0;
  std::vector<double> times_us;

  void add(const QueryTally& other);
  /// Undecided is an alarm: it can be a false positive, never a false negative.
  void count(Outcome outcome, std::uint64_t work, std::optional<bool> truth);
};

using NamedTally = std::pair<std::string, QueryTally>;

void print_tallies(const std::vector<NamedTally>& rows, const QueryTally& total);

nlohmann::ordered_json to_json(const QueryTally& tally);

}  // namespace graze::tool
