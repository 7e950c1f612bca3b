// SPDX-License-Identifier: MIT
// What a truth set holds, written and read.
#include "graze/jobs/truth_job.h"
#include "io/json/contact_json.h"

namespace graze {
namespace {
struct TruthKey {
  const char* key;
  std::size_t TruthCounts::*member;
};
constexpr TruthKey kTruthCounts[] = {
    {"queries", &TruthCounts::queries},     {"contacts", &TruthCounts::contacts},
    {"separated", &TruthCounts::separated}, {"touching_at_start", &TruthCounts::touching},
    {"unproved", &TruthCounts::unproved},
};
}  // namespace

std::string truth_document(const TruthCounts& counts) {
  json::OrderedJson json;
  for (const auto& [key, member] : kTruthCounts) json[key] = counts.*member;
  return json.dump() + "\n";
}

TruthCounts parse_truth(std::string_view text, const std::string& place) {
  const json::Json json = json::parse_json(text, place);
  const json::JsonCursor root(json, place);
  TruthCounts counts;
  for (const auto& [key, member] : kTruthCounts) counts.*member = json::read_count(root.at(key));
  return counts;
}

}  // namespace graze
