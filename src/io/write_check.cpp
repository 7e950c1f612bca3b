// SPDX-License-Identifier: MIT
#include "graze/io/write_check.h"

#include "io/json/report_json.h"

namespace graze {
namespace {
using json::OrderedJson;

/// The number of the frame beside every time of contact.
void add_frames(double fps, const std::vector<PairReport>& reports, OrderedJson& document) {
  document["fps"] = fps;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const ContactReport& report = reports[i].report;
    if (report.outcome == Outcome::kContact) {
      document["reports"][i]["frame"] = report.time.hi * fps;
    }
  }
}

OrderedJson tube_pair_json(const Scene& scene, const TubePair& pair) {
  const ContactReport& report = pair.report.report;
  const bool is_free = report.outcome == Outcome::kSeparated;
  return {{"pair", json::pair_json(scene, pair.report.a, pair.report.b)},
          {"reach", pair.reach},
          {"outcome", name(report.outcome)},
          {"free_until", is_free ? report.time.hi : report.time.lo}};
}

OrderedJson tube_json(const Scene& scene, const TubeReport& tube) {
  OrderedJson document{{"free", tube.is_free()}};
  if (tube.largest_scale) {
    document["largest_scale"] = *tube.largest_scale;
    document["limiting"] = json::pair_json(scene, tube.limiting->first, tube.limiting->second);
  }
  document["pairs"] =
      json::array_of(tube.pairs, [&](const TubePair& pair) { return tube_pair_json(scene, pair); });
  return document;
}
}  // namespace

std::string check_document(const Scene& scene, const CheckResult& result,
                           const CheckHeader& given) {
  const ReportHeader header{given.file,     scene.units,          result.span,
                            result.seconds, result.checked_pairs, result.warnings};
  OrderedJson document = result.robot != nullptr
                             ? json::robot_report_json(*result.robot, header, result.reports)
                             : json::report_json(scene, header, result.reports);
  if (given.fps) add_frames(*given.fps, result.reports, document);
  if (result.tube) document["tube"] = tube_json(scene, *result.tube);
  if (result.curve) document["clearance"] = json::curve_json(scene, header, *result.curve);
  return json::text_of(document);
}

}  // namespace graze
