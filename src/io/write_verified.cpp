// SPDX-License-Identifier: MIT
// Writes and reads the document of verify_certificate.h.
#include "graze/io/verify_certificate.h"
#include "io/json/report_json.h"

namespace graze {
namespace {
using namespace json;

std::vector<std::string> read_sentences(const JsonCursor& cursor) {
  std::vector<std::string> sentences;
  for (const JsonCursor& item : cursor.items()) sentences.push_back(any_text(item));
  return sentences;
}
}  // namespace

std::string verified_document(const VerifiedCertificate& result) {
  OrderedJson json{{"accepted", result.accepted}};
  if (!result.accepted) json["refusal"] = result.refusal;
  json["pairs"] = result.pairs;
  json["witnesses"] = result.witnesses;
  json["uncovered"] = result.uncovered;
  json["unproved"] = result.unproved;
  json["assumed"] = result.assumed;
  if (result.accepted && result.free) {
    json["free"] = to_json(*result.free);
    json["kept_distance"] = result.kept_distance;
  }
  if (result.accepted && result.touching_pairs > 0) {
    json["touching_pairs"] = result.touching_pairs;
    json["deepest_touch"] = result.deepest_touch;
  }
  json["steps"] = result.steps;
  json["inequalities"] = result.directions;
  return text_of(json);
}

VerifiedCertificate parse_verified(std::string_view text, const std::string& place) {
  const Json json = parse_json(text, place);
  const JsonCursor root(json, place);
  VerifiedCertificate result;
  result.accepted = read_flag(root.at("accepted"));
  if (!result.accepted) result.refusal = any_text(root.at("refusal"));
  result.pairs = read_count(root.at("pairs"));
  result.witnesses = read_count(root.at("witnesses"));
  result.uncovered = read_sentences(root.at("uncovered"));
  result.unproved = read_sentences(root.at("unproved"));
  result.assumed = read_sentences(root.at("assumed"));
  if (const auto free = root.find("free")) {
    result.free = read_interval(*free);
    result.kept_distance = any_number(root.at("kept_distance"));
  }
  if (const auto touching = root.find("touching_pairs")) {
    result.touching_pairs = read_count(*touching);
    result.deepest_touch = any_number(root.at("deepest_touch"));
  }
  result.steps = read_count(root.at("steps"));
  result.directions = read_count(root.at("inequalities"));
  return result;
}

}  // namespace graze
