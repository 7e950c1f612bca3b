// SPDX-License-Identifier: MIT
#include "graze/io/write_report.h"

#include "io/json/report_json.h"

namespace graze {
namespace {
using json::array_of;
using json::OrderedJson;
using json::pair_json;
using json::to_json;

OrderedJson to_json(const Scene& scene, const PairClearance& pair) {
  const Clearance& clearance = pair.clearance;
  OrderedJson json{{"pair", pair_json(scene, pair.a, pair.b)},
                   {"outcome", name(clearance.outcome)},
                   {"guarantee", name(clearance.guarantee)}};
  if (clearance.is_bounded()) {
    json["distance"] = to_json(clearance.distance);
    json["time"] = clearance.time;
    json["closest"] = to_json(clearance.closest);
  }
  json["stats"] = to_json(clearance.stats);
  return json;
}

OrderedJson to_json(const ContactInterval& interval) {
  return {{"entry", to_json(interval.entry)},
          {"exit", to_json(interval.exit)},
          {"from_start", interval.from_start},
          {"to_end", interval.to_end}};
}

OrderedJson to_json(const Scene& scene, const PairIntervals& pair) {
  const ContactIntervals& contacts = pair.contacts;
  return {{"pair", pair_json(scene, pair.a, pair.b)},
          {"outcome", name(contacts.outcome)},
          {"guarantee", name(contacts.guarantee)},
          {"sure_until", contacts.sure_until},
          {"tolerance", contacts.tolerance},
          {"intervals", array_of(contacts.intervals, [](const auto& i) { return to_json(i); })}};
}

}  // namespace

std::string_view name(AnswerForm form) {
  switch (form) {
    case AnswerForm::kFull:
      return "full";
    case AnswerForm::kCompact:
      return "compact";
    case AnswerForm::kVerdict:
      return "verdict";
  }
  return "";
}

std::string report_line(const Scene& scene, const LineOfBatch& line, const PairReport& pair) {
  OrderedJson json{{"question", line.question}};
  json.update(json::report_json(scene, pair));
  if (!line.with_seconds) json["stats"].erase("seconds");
  return json.dump();
}

std::string compact_line(const Scene& scene, const LineOfBatch& line, const PairReport& pair) {
  const ContactReport& report = pair.report;
  OrderedJson json{{"question", line.question}, {"outcome", name(report.outcome)}};
  if (touches(report.outcome)) json["pair"] = pair_json(scene, pair.a, pair.b);
  if (report.outcome != Outcome::kSeparated) json["time"] = to_json(report.time);
  return json.dump();
}

std::string verdict_line(std::size_t first_question, std::span<const PairReport> pairs) {
  std::string letters;
  for (const PairReport& pair : pairs) letters += name(pair.report.outcome)[0];
  return OrderedJson{{"question", first_question}, {"verdicts", letters}}.dump();
}

std::string report_document(const Scene& scene, const ReportHeader& header,
                            std::span<const PairReport> pairs) {
  return json::text_of(json::report_json(scene, header, pairs));
}

std::string clearance_document(const Scene& scene, const ReportHeader& header,
                               std::span<const PairClearance> pairs) {
  OrderedJson json = json::begin_document_over_span("graze clearance 1", header);
  json["clearances"] =
      array_of(pairs, [&](const PairClearance& pair) { return to_json(scene, pair); });
  return json::text_of(json);
}

std::string intervals_document(const Scene& scene, const ReportHeader& header,
                               std::span<const PairIntervals> pairs) {
  OrderedJson json = json::begin_document_over_span("graze intervals 1", header);
  json["pairs"] = array_of(pairs, [&](const PairIntervals& pair) { return to_json(scene, pair); });
  return json::text_of(json);
}

}  // namespace graze
