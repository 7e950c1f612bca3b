// SPDX-License-Identifier: MIT
#include "graze/io/ci_reports.h"

#include <fmt/format.h>

#include "graze/io/answer_text.h"
#include "graze/io/xml_text.h"
#include "io/json/report_json.h"

namespace graze {
namespace {
using json::OrderedJson;

/// One thing that a CI system shows.
struct Finding {
  std::string rule;   ///< contact, overlap, undecided, joint-limit, nothing-checked
  std::string level;  ///< SARIF's: error, warning
  std::string text;
  const PairReport* pair = nullptr;  ///< null: it is about none
};

std::string sentence(const Scene& scene, const PairReport& pair) {
  const ContactReport& report = pair.report;
  const std::string names = pair_name(scene, pair);
  switch (report.outcome) {
    case Outcome::kContact:
      return fmt::format("{} touch at {} s ({})", names, bracket_text(report.time),
                         name(report.guarantee));
    case Outcome::kOverlapAtStart:
      return fmt::format("{} overlap at the start, {:g} s", names, report.time.lo);
    case Outcome::kUndecided:
      return fmt::format("{}: undecided, no contact before {} s", names,
                         text_below(report.time.lo));
    case Outcome::kSeparated:
      break;
  }
  return fmt::format("{} stay apart ({})", names, name(report.guarantee));
}

std::string rule_of(Outcome outcome) {
  if (outcome == Outcome::kContact) return "contact";
  return outcome == Outcome::kOverlapAtStart ? "overlap" : "undecided";
}

std::vector<Finding> findings_of(const Scene& scene, const CheckResult& result,
                                 const CiQuestion& question) {
  std::vector<Finding> findings;
  for (const PairReport& pair : result.reports) {
    if (pair.report.outcome == Outcome::kSeparated) continue;
    const bool touch = touches(pair.report.outcome);
    findings.push_back(
        {rule_of(pair.report.outcome), touch ? "error" : "warning", sentence(scene, pair), &pair});
  }
  for (const std::string& text : limit_sentences(result)) {
    findings.push_back({"joint-limit", question.limits_fail ? "error" : "warning", text});
  }
  if (!question.why_nothing.empty()) {
    findings.push_back(
        {"nothing-checked", "error", "nothing was checked: " + question.why_nothing});
  }
  return findings;
}

bool fails(const Finding& finding) {
  return finding.level == "error" || finding.rule == "undecided";
}

std::string failed_case(const Finding& finding, const std::string& name) {
  return fmt::format(
      "    <testcase classname=\"{}\" name=\"{}\">\n      <failure type=\"{}\" "
      "message=\"{}\"/>\n    </testcase>\n",
      finding.rule, xml_text(name), finding.rule, xml_text(finding.text));
}

std::string passed_case(const std::string& kind, const std::string& name) {
  return fmt::format("    <testcase classname=\"{}\" name=\"{}\"/>\n", kind, xml_text(name));
}

OrderedJson location_json(const std::string& file) {
  return {{"physicalLocation", {{"artifactLocation", {{"uri", file}}}}}};
}

OrderedJson finding_json(const Finding& finding, const std::string& file, const Scene& scene) {
  OrderedJson json{{"ruleId", finding.rule},
                   {"level", finding.level},
                   {"message", {{"text", finding.text}}},
                   {"locations", OrderedJson::array({location_json(file)})}};
  if (finding.pair == nullptr) return json;
  const ContactReport& report = finding.pair->report;
  json["properties"] = {{"a", scene.bodies[finding.pair->a.index()].name},
                        {"b", scene.bodies[finding.pair->b.index()].name},
                        {"time", {report.time.lo, report.time.hi}},
                        {"guarantee", name(report.guarantee)}};
  return json;
}

OrderedJson rules_json() {
  OrderedJson rules = OrderedJson::array();
  const std::pair<const char*, const char*> known[] = {
      {"contact", "Two bodies that must stay apart touch."},
      {"overlap", "Two bodies overlap at the start of the motion."},
      {"undecided", "The budget ran out before the pair was decided."},
      {"joint-limit", "A joint goes beyond its limits of position or speed."},
      {"nothing-checked", "The scene has no pair to check."}};
  for (const auto& [id, text] : known) {
    rules.push_back({{"id", id}, {"shortDescription", {{"text", text}}}});
  }
  return rules;
}
}  // namespace

std::string junit_document(const Scene& scene, const CheckResult& result,
                           const CiQuestion& question) {
  std::string cases;
  std::size_t tests = 0, failures = 0;
  for (const Finding& finding : findings_of(scene, result, question)) {
    if (!fails(finding)) continue;
    cases += failed_case(finding, finding.pair ? pair_name(scene, *finding.pair) : finding.text);
    ++tests, ++failures;
  }
  for (const PairReport& pair : result.reports) {
    if (pair.report.outcome != Outcome::kSeparated) continue;
    cases += passed_case("apart", pair_name(scene, pair)), ++tests;
  }
  if (result.robot != nullptr && (result.breaches.empty() || !question.limits_fail)) {
    cases += passed_case("joint-limit", "joint limits"), ++tests;
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"graze check "
      "{}\" "
      "tests=\"{}\" failures=\"{}\" time=\"{:.3f}\">\n{}  </testsuite>\n</testsuites>\n",
      xml_text(question.file), tests, failures, result.seconds, cases);
}

std::string sarif_document(const Scene& scene, const CheckResult& result,
                           const CiQuestion& question) {
  OrderedJson results = OrderedJson::array();
  for (const Finding& finding : findings_of(scene, result, question)) {
    results.push_back(finding_json(finding, question.file, scene));
  }
  const OrderedJson driver{{"name", "graze"}, {"version", GRAZE_VERSION}, {"rules", rules_json()}};
  const OrderedJson run{{"tool", {{"driver", driver}}}, {"results", std::move(results)}};
  const OrderedJson document{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                             {"version", "2.1.0"},
                             {"runs", OrderedJson::array({run})}};
  return json::text_of(document);
}

}  // namespace graze
