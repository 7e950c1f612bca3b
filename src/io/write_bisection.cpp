// SPDX-License-Identifier: MIT
#include "graze/io/write_bisection.h"

#include "io/json/report_json.h"

namespace graze {
namespace {
using namespace json;

OrderedJson variant_json(const BisectionVariant& variant) {
  return {{"variant", variant.name},
          {"outcome", name(variant.report.outcome)},
          {"time", to_json(variant.report.time)},
          {"box_tests", variant.report.stats.box_tests},
          {"triangle_tests", variant.report.stats.triangle_tests},
          {"cpu_seconds", variant.cpu_seconds}};
}

BisectionVariant read_variant(const JsonCursor& cursor) {
  BisectionVariant variant;
  variant.name = any_text(cursor.at("variant"));
  variant.report.method = Method::kBisection;
  variant.report.outcome = read_outcome(cursor.at("outcome"));
  variant.report.time = read_interval(cursor.at("time"));
  variant.report.stats.box_tests = read_count(cursor.at("box_tests"));
  variant.report.stats.triangle_tests = read_count(cursor.at("triangle_tests"));
  variant.cpu_seconds = cursor.at("cpu_seconds").number({0.0, kAnyNumber.hi});
  return variant;
}
}  // namespace

std::string bisection_document(const BisectionDocument& document) {
  const OrderedJson json{{"format", "graze bisection 1"},
                         {"scene", document.scene},
                         {"pair", document.bodies},
                         {"tolerance", document.tolerance},
                         {"variants", array_of(document.variants, variant_json)}};
  return text_of(json);
}

BisectionDocument parse_bisection(std::string_view text, const std::string& place) {
  const Json json = parse_json(text, place);
  const JsonCursor root = expect_format(json, place, "graze bisection 1");
  BisectionDocument document;
  document.scene = any_text(root.at("scene"));
  const auto pair = root.at("pair").items(2);
  document.bodies = {any_text(pair[0]), any_text(pair[1])};
  document.tolerance = root.at("tolerance").number({0.0, kAnyNumber.hi, true});
  for (const JsonCursor& variant : root.at("variants").items())
    document.variants.push_back(read_variant(variant));
  return document;
}

}  // namespace graze
