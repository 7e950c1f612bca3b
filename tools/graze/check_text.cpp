// SPDX-License-Identifier: MIT
#include "check_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "report_table.h"
#include "robot_report.h"
#include "tube_arguments.h"

namespace graze::tool {
namespace {
constexpr std::size_t kLinesShown = 40;

/// "label      text".
std::string summary_row(const std::string& label, const std::string& text) {
  return fmt::format("{:<10} {}\n", label, text);
}

/// Pairs that touch or are undecided: overlaps, contacts by time, doubts.
std::vector<const PairReport*> listed_reports(const CheckOutput& result) {
  std::vector<const PairReport*> list;
  for (const PairReport& pair : result.reports) {
    const ContactReport& report = pair.report;
    const bool says_something =
        report.outcome != Outcome::kSeparated || report.start != StartState::kApart;
    if (says_something && (pair.a != pair.b || touches(report.outcome))) list.push_back(&pair);
  }
  const auto rank = [](const PairReport* pair) {
    const ContactReport& report = pair->report;
    const int order = touches(report.outcome) ? 0 : report.outcome == Outcome::kUndecided ? 1 : 2;
    return std::pair(order, touches(report.outcome) ? report.time.hi : report.time.lo);
  };
  std::stable_sort(list.begin(), list.end(),
                   [&](const auto* a, const auto* b) { return rank(a) < rank(b); });
  return list;
}

Guarantee weakest(const CheckOutput& result) {
  Guarantee guarantee = Guarantee::kProved;
  for (const PairReport& pair : result.reports) {
    guarantee = std::max(guarantee, pair.report.guarantee);
  }
  return guarantee;
}

const PairReport* first_touch(const CheckOutput& result) {
  const auto list = listed_reports(result);
  return !list.empty() && touches(list[0]->report.outcome) ? list[0] : nullptr;
}

std::string span_text(const Interval& span) {
  if (span.lo == span.hi) return fmt::format("at {:g} s", span.lo);
  return fmt::format("at any instant of [{:g}, {:g}] s", span.lo, span.hi);
}

/// ", between waypoints 0 and 1 of 0 to 4".
std::string segment_text(const CheckOutput& result, double t) {
  if (result.robot == nullptr || !result.robot->trajectory) return "";
  const JointTrajectory& way = *result.robot->trajectory;
  if (way.points.size() < 2) return "";
  const std::size_t k = segment_at(way, t);
  return fmt::format(", between waypoints {} and {} of 0 to {}", k, k + 1, way.points.size() - 1);
}

/// ", frame 36.0"; frames are counted from time 0.
std::string frame_text(const CheckOutput& result, double t) {
  return result.fps ? fmt::format(", frame {:.1f}", t * *result.fps) : "";
}

std::string touch_text(const Scene& scene, const CheckOutput& result, const PairReport& pair) {
  const ContactReport& report = pair.report;
  if (report.outcome == Outcome::kOverlapAtStart) {
    return fmt::format("{} at the start, {:g} s{}", pair_name(scene, pair), report.time.lo,
                       frame_text(result, report.time.lo));
  }
  return fmt::format("{} at {:.6g} s{}{} ({})", pair_name(scene, pair), report.time.hi,
                     frame_text(result, report.time.hi), segment_text(result, report.time.hi),
                     name(report.guarantee));
}

std::string verdict_line(const Scene& scene, const CheckOutput& result, const Terminal& terminal) {
  const auto line = [&](Ink ink, const char* verdict, const std::string& text) {
    return painted(terminal, ink, fmt::format("{:<10}", verdict)) + " " + printable(text) + "\n";
  };
  if (const PairReport* first = first_touch(result)) {
    const bool overlaps = first->report.outcome == Outcome::kOverlapAtStart;
    return line(Ink::kBad, overlaps ? "OVERLAP" : "CONTACT", touch_text(scene, result, *first));
  }
  if (count_outcomes(result.reports).undecided > 0) {
    double sure = result.span.hi;
    for (const PairReport& pair : result.reports) sure = std::min(sure, pair.report.time.lo);
    return line(Ink::kDoubt, "UNDECIDED", fmt::format("no contact before {:.6g} s", sure));
  }
  if (result.checked_pairs == 0) {
    return line(Ink::kDoubt, "EMPTY", "nothing was checked: " + why_empty(scene, result));
  }
  const auto touching = std::ranges::count_if(result.reports, [](const PairReport& pair) {
    return pair.report.start == StartState::kTouching;
  });
  std::string free =
      touching == 0
          ? fmt::format("no contact {} ({})", span_text(result.span), name(weakest(result)))
          : fmt::format(
                "no new contact {} ({}); {} in touch at the start, graze intervals says "
                "until when",
                span_text(result.span), name(weakest(result)),
                touching == 1 ? "1 pair is" : fmt::format("{} pairs are", touching));
  if (!result.holds_for.empty()) free += ", " + result.holds_for;
  if (result.limits_fail && !result.breaches.empty()) {
    return line(Ink::kBad, "LIMITS", free + ", but joint limits are broken");
  }
  return line(Ink::kGood, "FREE", free);
}

/// The last waypoint and the last time at which the distance still is the margin.
std::string last_safe_row(const Scene& scene, const CheckOutput& result) {
  const PairReport* first = first_touch(result);
  if (first == nullptr || first->report.outcome != Outcome::kContact) return "";
  const double until = first->report.time.lo;
  std::string text;
  if (result.robot != nullptr && result.robot->trajectory) {
    const auto& points = result.robot->trajectory->points;
    std::size_t k = 0;
    while (k + 1 < points.size() && points[k + 1].time <= until) ++k;
    if (points[k].time <= until) {
      text = fmt::format("waypoint {} at {:.6g} s; ", k, points[k].time);
    }
  }
  return summary_row("last safe",
                     text + fmt::format("distances stay above {:g} {} until {} s", result.margin,
                                        scene.units, text_below(until)));
}

std::string clearance_row(const Scene& scene, const CheckOutput& result) {
  if (!result.curve || result.curve->samples.empty()) return "";
  const PairClearance& smallest = result.curve->smallest;
  if (smallest.clearance.outcome == Outcome::kUndecided)
    return summary_row("clearance", "undecided");
  return summary_row(
      "clearance",
      fmt::format("{} {} between {} / {} at {:.6g} s", bracket_text(smallest.clearance.distance),
                  scene.units, printable(scene.bodies[smallest.a.index()].name),
                  printable(scene.bodies[smallest.b.index()].name), smallest.clearance.time));
}

std::string limit_rows(const CheckOutput& result, const Terminal& terminal) {
  std::string text;
  for (const std::string& sentence : limit_sentences(result)) {
    const Ink ink = result.limits_fail ? Ink::kBad : Ink::kDoubt;
    text += painted(terminal, ink, fmt::format("{:<10}", "limits")) + " " + sentence + "\n";
  }
  return text;
}

std::string checked_row(const Scene& scene, const CheckOutput& result) {
  const OutcomeCounts counts = count_outcomes(result.reports);
  std::string text = fmt::format(
      "{} of {} over [{:g}, {:g}] s, lengths in {}: ", counted(result.checked_pairs, "pair"),
      counted(scene.bodies.size(), "body"), result.span.lo, result.span.hi, scene.units);
  if (result.only_first) {
    text += "asked for the first contact only";
  } else {
    if (counts.contacts > 0) text += fmt::format("{} in contact, ", counts.contacts);
    if (counts.overlaps > 0) text += fmt::format("{} overlapping, ", counts.overlaps);
    if (counts.undecided > 0) text += fmt::format("{} undecided, ", counts.undecided);
    text += fmt::format(
        "{} apart",
        result.checked_pairs -
            std::min(result.checked_pairs, counts.contacts + counts.overlaps + counts.undecided));
  }
  return summary_row("checked", text + fmt::format("; {:.2g} s", result.seconds));
}

std::string time_cell(const ContactReport& report) {
  switch (report.outcome) {
    case Outcome::kUndecided:
      return "none before " + text_below(report.time.lo);
    case Outcome::kOverlapAtStart:
      return fmt::format("overlap at {:.6g}", report.time.lo);
    case Outcome::kSeparated:
      return "touching at start";
    case Outcome::kContact:
      break;
  }
  return bracket_text(report.time);
}

std::string short_vec(const Vec3& v) {
  const auto number = [](double x) {
    return fmt::format("{:.4g}", std::fabs(x) < 1e-12 ? 0.0 : x);
  };
  return number(v.x()) + " " + number(v.y()) + " " + number(v.z());
}

std::vector<std::string> contact_row(const Scene& scene, const CheckOutput& result,
                                     const PairReport& pair) {
  const ContactReport& report = pair.report;
  std::vector<std::string> row{time_cell(report) + frame_text(result, report.time.hi),
                               printable(pair_name(scene, pair)),
                               "",
                               "",
                               "",
                               std::string(name(report.guarantee))};
  if (report.contacts.empty()) return row;
  const Contact& contact = report.contacts[0];
  row[2] = short_vec(contact.point);
  row[3] = short_vec(contact.normal);
  row[4] = feature_text(contact.feature_a) + " / " + feature_text(contact.feature_b);
  const std::size_t more = report.contacts.size() - 1;
  if (more > 0) row[2] += fmt::format(" (+{})", more);
  return row;
}

std::size_t width_of(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths(rows[0].size());
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], letter_count(row[i]));
  }
  std::size_t width = 0;
  for (const std::size_t w : widths) width += w + 2;
  return width - 2;
}

void drop_column(std::vector<std::vector<std::string>>& rows, const std::string& head) {
  const auto at = std::find(rows[0].begin(), rows[0].end(), head) - rows[0].begin();
  for (auto& row : rows) row.erase(row.begin() + at);
}

/// Drops columns, the least important first; then shortens names in the middle.
void fit(std::vector<std::vector<std::string>>& rows, std::size_t columns) {
  for (const char* head : {"features", "normal", "guarantee", "point"}) {
    if (width_of(rows) <= columns) return;
    drop_column(rows, head);
  }
  const std::size_t width = width_of(rows);
  if (width <= columns) return;
  std::size_t longest = 0;
  for (const auto& row : rows) longest = std::max(longest, letter_count(row[1]));
  const std::size_t most = std::max<std::size_t>(longest + columns, width + 12) - width;
  for (auto& row : rows) row[1] = shortened(row[1], most);
}

std::string contact_lines(const Scene& scene, const CheckOutput& result, const Terminal& terminal) {
  const auto list = listed_reports(result);
  if (list.empty()) return "";
  std::vector<std::vector<std::string>> rows{
      {"time [s]", "pair", "point", "normal", "features", "guarantee"}};
  for (const PairReport* pair : list) {
    if (rows.size() <= kLinesShown) rows.push_back(contact_row(scene, result, *pair));
  }
  fit(rows, terminal.columns);
  std::string text = "\n" + table(rows);
  if (list.size() > kLinesShown) {
    text += fmt::format("… and {} more; --details lists all\n", list.size() - kLinesShown);
  }
  return text;
}

/// Why an answer is what it is, each reason once.
std::string reason_lines(const Scene& scene, const CheckOutput& result) {
  std::map<std::string, std::pair<std::string, std::size_t>> by_reason;
  for (const PairReport* pair : listed_reports(result)) {
    const std::string why = explanation(pair->report);
    if (why.empty() || pair->report.outcome == Outcome::kContact) continue;
    auto& [name, count] = by_reason[why];
    if (++count == 1) name = printable(pair_name(scene, *pair));
  }
  std::string text;
  for (const auto& [reason, first] : by_reason) {
    const std::string more = first.second > 1 ? fmt::format(" and {} more", first.second - 1) : "";
    text += fmt::format("because    {}{}: {}\n", first.first, more, printable(reason));
  }
  return text;
}
}  // namespace

std::string check_text(const Scene& scene, const CheckOutput& result, const Terminal& terminal) {
  std::string text = verdict_line(scene, result, terminal);
  text += last_safe_row(scene, result) + clearance_row(scene, result);
  if (result.tube) text += summary_row("tube", tube_sentence(scene, *result.tube));
  text += limit_rows(result, terminal) + checked_row(scene, result);
  const std::string surfaces = surfaces_text(scene);
  if (!surfaces.empty()) text += summary_row("surfaces", surfaces);
  for (const std::string& note : result.notes) text += summary_row("note", note);
  for (const std::string& warning : result.warnings) {
    text += painted(terminal, Ink::kDoubt, "warning") + "    " + printable(warning) + "\n";
  }
  text = wrapped(text + reason_lines(scene, result), terminal.columns, 11);
  text += contact_lines(scene, result, terminal);
  if (result.curve) text += "\n" + curve_text(scene, result, terminal);
  return text;
}

std::string check_details(const Scene& scene, const CheckOutput& result) {
  std::string text = "\n" + report_table(scene, result.reports);
  if (result.robot != nullptr) text += "\n" + contact_details(*result.robot, result.reports);
  return text + "\n" + solidity_text(scene);
}

}  // namespace graze::tool
