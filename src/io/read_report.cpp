// SPDX-License-Identifier: MIT
#include "graze/io/read_report.h"

#include <limits>
#include <tuple>

#include "io/json/read_report_parts.h"

namespace graze {
namespace {
using namespace json;

PairReport read_report(const JsonCursor& cursor, NameList& bodies) {
  PairReport pair;
  std::tie(pair.a, pair.b) = bodies.pair(cursor.at("pair"));
  ContactReport& report = pair.report;
  read_answer(cursor, report);
  for (const JsonCursor& contact : cursor.at("contacts").items()) {
    report.contacts.push_back(read_contact(contact));
  }
  report.stats = read_stats(cursor.at("stats"));
  read_why(cursor, report);
  return pair;
}

PairClearance read_clearance(const JsonCursor& cursor, NameList& bodies) {
  PairClearance pair;
  std::tie(pair.a, pair.b) = bodies.pair(cursor.at("pair"));
  Clearance& clearance = pair.clearance;
  clearance.outcome = read_outcome(cursor.at("outcome"));
  clearance.guarantee = read_guarantee(cursor.at("guarantee"));
  clearance.distance = {0.0, std::numeric_limits<double>::infinity()};
  if (cursor.has("distance")) {
    clearance.distance = read_interval(cursor.at("distance"));
    clearance.time = any_number(cursor.at("time"));
    clearance.closest = read_contact(cursor.at("closest"));
  }
  clearance.stats = read_stats(cursor.at("stats"));
  return pair;
}

/// null: it is not known.
double number_or_infinity(const JsonCursor& cursor) {
  return cursor.value().is_null() ? std::numeric_limits<double>::infinity() : any_number(cursor);
}

PairClearance read_nearest(const JsonCursor& cursor, NameList& bodies) {
  PairClearance pair;
  std::tie(pair.a, pair.b) = bodies.pair(cursor.at("pair"));
  pair.clearance.outcome = read_outcome(cursor.at("outcome"));
  const auto distance = cursor.at("distance").items(2);
  pair.clearance.distance = {number_or_infinity(distance[0]), number_or_infinity(distance[1])};
  pair.clearance.time = any_number(cursor.at("time"));
  return pair;
}

CurveDocument read_clearance_curve(const JsonCursor& root) {
  CurveDocument document{read_header(root), {}, {}};
  ClearanceCurve& curve = document.curve;
  NameList bodies(document.bodies);
  for (const JsonCursor& cell : root.at("cells").items()) {
    curve.cells.push_back({read_interval(cell.at("span")), read_nearest(cell.at("nearest"), bodies),
                           number_or_infinity(cell.at("highest"))});
  }
  for (const JsonCursor& sample : root.at("samples").items()) {
    const std::size_t i = curve.samples.size();
    const double time = i < curve.cells.size() ? curve.cells[i].span.lo
                        : curve.cells.empty()  ? document.header.span.lo
                                               : curve.cells.back().span.hi;
    curve.samples.push_back({time, read_nearest(sample, bodies)});
  }
  if (!curve.samples.empty()) curve.smallest = read_nearest(root.at("smallest"), bodies);
  return document;
}

TubeDocument read_tube(const JsonCursor& root, NameList& bodies) {
  TubeDocument tube;
  tube.is_free = read_flag(root.at("free"));
  if (const auto scale = root.find("largest_scale")) {
    tube.largest_scale = any_number(*scale);
    tube.limiting = bodies.pair(root.at("limiting"));
  }
  for (const JsonCursor& item : root.at("pairs").items()) {
    const auto [a, b] = bodies.pair(item.at("pair"));
    tube.pairs.push_back({a, b, any_number(item.at("reach")), read_outcome(item.at("outcome")),
                          any_number(item.at("free_until"))});
  }
  return tube;
}

PairIntervals read_intervals(const JsonCursor& cursor, NameList& bodies) {
  PairIntervals pair;
  std::tie(pair.a, pair.b) = bodies.pair(cursor.at("pair"));
  ContactIntervals& contacts = pair.contacts;
  contacts.outcome = read_outcome(cursor.at("outcome"));
  contacts.guarantee = read_guarantee(cursor.at("guarantee"));
  contacts.sure_until = any_number(cursor.at("sure_until"));
  contacts.tolerance = any_number(cursor.at("tolerance"));
  for (const JsonCursor& entry : cursor.at("intervals").items()) {
    contacts.intervals.push_back({read_interval(entry.at("entry")), read_interval(entry.at("exit")),
                                  read_flag(entry.at("from_start")),
                                  read_flag(entry.at("to_end"))});
  }
  return pair;
}

/// Verdicts are the first letters of outcomes.
Outcome outcome_of(char letter, const JsonCursor& letters) {
  for (const Outcome outcome :
       {Outcome::kSeparated, Outcome::kContact, Outcome::kOverlapAtStart, Outcome::kUndecided}) {
    if (name(outcome)[0] == letter) return outcome;
  }
  letters.refuse("letters s, c, o and u");
}
}  // namespace

ReportHeader json::read_header(const JsonCursor& root) {
  ReportHeader header;
  header.scene = any_text(root.at("scene"));
  header.units = any_text(root.at("units"));
  header.span = read_interval(root.at("span"));
  if (const auto seconds = root.find("seconds")) header.seconds = any_number(*seconds);
  if (const auto pairs = root.find("checked_pairs")) header.checked_pairs = read_count(*pairs);
  if (const auto warnings = root.find("warnings")) {
    for (const JsonCursor& warning : warnings->items())
      header.warnings.push_back(any_text(warning));
  }
  return header;
}

ContactDocument parse_report(std::string_view text, const std::string& place) {
  const Json json = parse_json(text, place);
  const JsonCursor root = expect_format(json, place, "graze report 1");
  ContactDocument document{read_header(root), {}, {}};
  NameList bodies(document.bodies);
  for (const JsonCursor& report : root.at("reports").items()) {
    document.reports.push_back(read_report(report, bodies));
  }
  if (root.has("robot")) document.robot = read_robot_part(root);
  if (const auto fps = root.find("fps")) document.fps = any_number(*fps);
  if (const auto tube = root.find("tube")) document.tube = read_tube(*tube, bodies);
  if (const auto curve = root.find("clearance")) document.curve = read_clearance_curve(*curve);
  return document;
}

CurveDocument parse_curve(std::string_view text, const std::string& place) {
  const Json json = parse_json(text, place);
  return read_clearance_curve(expect_format(json, place, "graze clearance curve 1"));
}

ContactLine parse_report_line(std::string_view line, const std::string& place,
                              std::vector<std::string>& bodies) {
  const Json json = parse_json(line, place);
  const JsonCursor root(json, place);
  NameList names(bodies);
  const std::size_t question = read_count(root.at("question"));
  return {question, read_report(root, names)};
}

CompactLine parse_compact_line(std::string_view line, const std::string& place,
                               std::vector<std::string>& bodies) {
  const Json json = parse_json(line, place);
  const JsonCursor root(json, place);
  NameList names(bodies);
  CompactLine answer{read_count(root.at("question")), read_outcome(root.at("outcome"))};
  if (const auto pair = root.find("pair")) answer.pair = names.pair(*pair);
  if (const auto time = root.find("time")) answer.time = read_interval(*time);
  return answer;
}

VerdictLine parse_verdict_line(std::string_view line, const std::string& place) {
  const Json json = parse_json(line, place);
  const JsonCursor root(json, place);
  VerdictLine answer{read_count(root.at("question")), {}};
  const JsonCursor letters = root.at("verdicts");
  for (const char letter : any_text(letters))
    answer.verdicts.push_back(outcome_of(letter, letters));
  return answer;
}

ClearanceDocument parse_clearances(std::string_view text, const std::string& place) {
  const Json json = parse_json(text, place);
  const JsonCursor root = expect_format(json, place, "graze clearance 1");
  ClearanceDocument document{read_header(root), {}, {}};
  NameList bodies(document.bodies);
  for (const JsonCursor& pair : root.at("clearances").items()) {
    document.clearances.push_back(read_clearance(pair, bodies));
  }
  return document;
}

IntervalsDocument parse_intervals(std::string_view text, const std::string& place) {
  const Json json = parse_json(text, place);
  const JsonCursor root = expect_format(json, place, "graze intervals 1");
  IntervalsDocument document{read_header(root), {}, {}};
  NameList bodies(document.bodies);
  for (const JsonCursor& pair : root.at("pairs").items()) {
    document.pairs.push_back(read_intervals(pair, bodies));
  }
  return document;
}

}  // namespace graze
