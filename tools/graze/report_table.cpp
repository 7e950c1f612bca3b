// SPDX-License-Identifier: MIT
#include "report_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "terminal.h"

namespace graze::tool {
namespace {
using Row = std::vector<std::string>;

std::string vec_text(const Vec3& v) {
  const auto number = [](double x) { return fmt::format("{:.6g}", x == 0.0 ? 0.0 : x); };
  return number(v.x()) + " " + number(v.y()) + " " + number(v.z());
}

std::string time_text(const ContactReport& report) {
  switch (report.outcome) {
    case Outcome::kUndecided:
      return fmt::format("none before {}", text_below(report.time.lo));
    case Outcome::kOverlapAtStart:
      return fmt::format("at start {:.6g}", report.time.lo);
    default:
      return bracket_text(report.time);
  }
}

std::string outcome_text(const ContactReport& report) {
  if (report.outcome == Outcome::kOverlapAtStart) return "overlap at start";
  const std::string text(name(report.outcome));
  return report.start == StartState::kTouching ? text + " (touching at start)" : text;
}

template <typename Pair>
std::string pair_text(const Scene& scene, const Pair& pair) {
  if (pair.a == pair.b) return "all pairs";
  return scene.bodies[pair.a.index()].name + " / " + scene.bodies[pair.b.index()].name;
}

void add_contact(const Contact& contact, Row& row) {
  row.push_back(vec_text(contact.point));
  row.push_back(vec_text((contact.normal.array().abs() < 1e-12).select(0.0, contact.normal)));
  row.push_back(feature_text(contact.feature_a) + " / " + feature_text(contact.feature_b));
}

void add_rows(const Scene& scene, const PairReport& pair, std::vector<Row>& rows) {
  const ContactReport& report = pair.report;
  Row row{pair_text(scene, pair), outcome_text(report), std::string(name(report.guarantee)),
          std::string(name(report.method)), time_text(report)};
  if (report.contacts.empty()) {
    row.insert(row.end(), {"", "", ""});
  } else {
    add_contact(report.contacts[0], row);
  }
  row.push_back(fmt::format("{:.3g}", report.tolerance));
  rows.push_back(std::move(row));
  for (std::size_t i = 1; i < report.contacts.size(); ++i) {
    Row more(5);
    add_contact(report.contacts[i], more);
    more.emplace_back();
    rows.push_back(std::move(more));
  }
}
}  // namespace

std::string table(const std::vector<Row>& cells) {
  std::vector<Row> rows = cells;
  for (Row& row : rows) {
    for (std::string& cell : row) cell = printable(cell);
  }
  std::vector<std::size_t> widths;
  for (const Row& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], letter_count(row[i]));
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += row[i] + std::string(widths[i] - letter_count(row[i]) + 2, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string report_table(const Scene& scene, std::span<const PairReport> pairs) {
  std::vector<Row> rows{{"pair", "outcome", "guarantee", "method", "time [s]", "point", "normal",
                         "features", "tolerance"}};
  for (const PairReport& pair : pairs) add_rows(scene, pair, rows);
  return table(rows);
}

namespace {
/// Names with their reasons; of many bodies the numbers for each reason.
std::string listed(const std::vector<std::pair<std::string, std::string>>& entries) {
  constexpr std::size_t kNamed = 20;
  std::map<std::string, std::size_t> counts;
  std::string text;
  for (const auto& [name, why] : entries) {
    ++counts[why];
    text += (text.empty() ? "" : ", ") + name + " " + why;
  }
  if (entries.size() <= kNamed) return text;
  if (counts.size() > 5) {
    return fmt::format("{}, such as {} {}", counted(entries.size(), "body"), entries[0].first,
                       entries[0].second);
  }
  text.clear();
  for (const auto& [why, count] : counts) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", counted(count, "body"), why);
  }
  return text;
}
}  // namespace

namespace {
std::string listed_bodies(const Scene& scene, bool solids) {
  std::vector<std::pair<std::string, std::string>> entries;
  for (const Body& body : scene.bodies) {
    if (body.shape.mesh().is_empty()) continue;
    const Solidity solidity = solidity_of(body);
    const std::string text = describe(solidity);
    if (solidity.is_solid() == solids) {
      entries.emplace_back(printable(body.name), text.substr(text.find('(')));
    }
  }
  return listed(entries);
}
}  // namespace

std::string surfaces_text(const Scene& scene) { return listed_bodies(scene, false); }

std::string solidity_text(const Scene& scene) {
  const std::string solids = listed_bodies(scene, true), surfaces = surfaces_text(scene);
  double error = 0.0;
  for (const Body& body : scene.bodies) error = std::max(error, body.shape.outward_error());
  return (solids.empty() ? "" : "solids: " + solids + "\n") +
         (surfaces.empty() ? "" : "surfaces: " + surfaces + "\n") +
         (error == 0.0 ? ""
                       : fmt::format("curved shapes are enlarged by at most {:.2g} {}\n", error,
                                     scene.units));
}

std::string clearance_table(const Scene& scene, std::span<const PairClearance> pairs) {
  std::vector<Row> rows{{"pair", "distance", "time [s]", "on a", "on b", "features"}};
  for (const PairClearance& pair : pairs) {
    const Clearance& clearance = pair.clearance;
    const Contact& closest = clearance.closest;
    if (!clearance.is_bounded()) {
      rows.push_back({pair_text(scene, pair), "undecided"});
      continue;
    }
    const bool overlaps = clearance.outcome == Outcome::kOverlapAtStart;
    const bool is_undecided = clearance.outcome == Outcome::kUndecided;
    rows.push_back({pair_text(scene, pair),
                    bracket_text(clearance.distance) + (overlaps       ? " overlap at start"
                                                        : is_undecided ? " undecided"
                                                                       : ""),
                    fmt::format("{:.6g}", clearance.time), vec_text(closest.point_a),
                    vec_text(closest.point_b),
                    feature_text(closest.feature_a) + " / " + feature_text(closest.feature_b)});
  }
  return table(rows);
}

}  // namespace graze::tool
