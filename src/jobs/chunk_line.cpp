// SPDX-License-Identifier: MIT
#include "jobs/chunk_line.h"

#include <nlohmann/json.hpp>

namespace graze::jobs {
namespace {
using OrderedJson = nlohmann::ordered_json;

std::optional<std::size_t> count_at(const OrderedJson& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_number_unsigned()) return std::nullopt;
  return found->get<std::size_t>();
}
}  // namespace

std::optional<JobSize> parse_header(const std::string& line) {
  const auto json = OrderedJson::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains("format") || !json.contains("version")) return {};
  const auto items = count_at(json, "items");
  const auto chunk_items = count_at(json, "chunk_items");
  if (!items || !chunk_items || *chunk_items == 0) return {};
  return JobSize{*items, *chunk_items};
}

std::string chunk_line(std::size_t chunk, const AnswerCounts& counts, const std::string& sha256) {
  return OrderedJson{{"chunk", chunk},
                     {"answers", counts.answers},
                     {"contacts", counts.contacts},
                     {"undecided", counts.undecided},
                     {"sha256", sha256}}
      .dump();
}

std::optional<StoredChunk> parse_chunk_line(const std::string& line) {
  if (!line.starts_with("{\"chunk\":")) return {};
  const auto json = OrderedJson::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains("sha256") || !json["sha256"].is_string()) return {};
  const auto chunk = count_at(json, "chunk"), answers = count_at(json, "answers");
  const auto contacts = count_at(json, "contacts"), undecided = count_at(json, "undecided");
  if (!chunk || !answers || !contacts || !undecided) return {};
  return StoredChunk{.chunk = *chunk,
                     .counts = {*answers, *contacts, *undecided},
                     .sha256 = json["sha256"].get<std::string>()};
}

}  // namespace graze::jobs
