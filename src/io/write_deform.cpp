// SPDX-License-Identifier: MIT
#include "graze/io/write_deform.h"

#include <charconv>

#include "io/json/report_json.h"

namespace graze {
namespace {
using namespace json;

OrderedJson place_json(const Contact& contact) {
  return {{"point", to_json(contact.point)},
          {"normal", to_json(contact.normal)},
          {"distance", contact.distance},
          {"feature_a", feature_text(contact.feature_a)},
          {"feature_b", feature_text(contact.feature_b)}};
}

/// Reads "vertex 3", "edge 3-4" or "face 7".
Feature read_feature_text(const JsonCursor& cursor) {
  const std::string text = any_text(cursor);
  const char *at = text.data(), *const end = at + text.size();
  const auto skip = [&](std::string_view word) {
    const bool is_there = std::string_view(at, end).starts_with(word);
    if (is_there) at += word.size();
    return is_there;
  };
  const auto number = [&] {
    std::uint32_t value = 0;
    const auto [stop, error] = std::from_chars(at, end, value);
    if (error != std::errc()) cursor.refuse("a feature such as \"edge 3-4\"");
    at = stop;
    return value;
  };
  Feature feature;
  if (skip("face ")) {
    feature.triangle = TriangleId(number());
  } else if (skip("vertex ")) {
    feature.kind = FeatureKind::kVertex;
    feature.vertices[0] = number();
  } else if (skip("edge ")) {
    feature.kind = FeatureKind::kEdge;
    feature.vertices[0] = number();
    if (!skip("-")) cursor.refuse("an edge such as \"edge 3-4\"");
    feature.vertices[1] = number();
  } else {
    cursor.refuse("a feature such as \"vertex 3\"");
  }
  if (at != end) cursor.refuse("a feature and nothing after it");
  return feature;
}
}  // namespace

std::string deform_document(const ContactReport& report) {
  OrderedJson json{{"format", "graze deform 1"}};
  add_answer(report, json);
  json["feature_pairs"] = report.stats.triangle_tests;
  json["box_tests"] = report.stats.box_tests;
  json["seconds"] = report.stats.seconds;
  add_why(report, json);
  json["contacts"] = array_of(report.contacts, place_json);
  return text_of(json);
}

ContactReport parse_deform(std::string_view text, const std::string& place) {
  const Json json = parse_json(text, place);
  const JsonCursor root = expect_format(json, place, "graze deform 1");
  ContactReport report;
  read_answer(root, report);
  report.stats.triangle_tests = read_count(root.at("feature_pairs"));
  report.stats.box_tests = read_count(root.at("box_tests"));
  report.stats.seconds = any_number(root.at("seconds"));
  read_why(root, report);
  for (const JsonCursor& contact : root.at("contacts").items())
    report.contacts.push_back(read_place(contact, read_feature_text));
  return report;
}

}  // namespace graze
