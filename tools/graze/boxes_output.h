// SPDX-License-Identifier: MIT
// What graze boxes found out, as a table and as JSON.
#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "graze/methods/analytic_printed.h"
#include "graze/query/solid_pairs.h"

namespace graze::tool {

struct PairAnswer {
  SolidPair pair;
  std::variant<BoxContacts, ConvexContacts> contacts;
  double seconds = 0.0;
  std::optional<PrintedBoxes> printed = {};
};

std::string names(const Scene& scene, const SolidPair& pair);
void print_table(const Scene& scene, const std::vector<PairAnswer>& answers);
std::string json_document(const std::string& file, const Scene& scene, const Interval& span,
                          const std::vector<PairAnswer>& answers, bool is_whole);

}  // namespace graze::tool
