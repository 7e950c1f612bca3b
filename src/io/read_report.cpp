// SPDX-License-Identifier: MIT
#include "graze/io/read_report.h"

#include <limits>
#include <tuple>

#include "io/json/contact_json.h"

namespace graze {
namespace {
using namespace json;

ReportHeader read_header(const JsonCursor& root) {
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

void read_collision(const JsonCursor& cursor, SceneEvent& event) {
  event.report.outcome = Outcome::kContact;
  event.report.closing_speed = any_number(cursor.at("closing_speed"));
  event.event.kind = read_name(
      cursor.at("kind"), {ContactKind::kVertexFace, ContactKind::kEdgeEdge, ContactKind::kEdgeFace,
                          ContactKind::kFaceFace, ContactKind::kSeveral});
  event.event.point = cursor.at("point").vec3(kAnyNumber);
  event.event.centroid = cursor.at("centroid").vec3(kAnyNumber);
  event.event.normal = cursor.at("normal").vec3(kAnyNumber);
  event.event.offset = event.event.normal.dot(event.event.centroid);
  event.event.time = event.report.time.lo;
  for (const JsonCursor& point : cursor.at("manifold").items()) {
    event.event.manifold.push_back({point.at("point").vec3(kAnyNumber),
                                    point.at("normal").vec3(kAnyNumber),
                                    any_number(point.at("share"))});
  }
}

SceneEvent read_event(const JsonCursor& cursor, NameList& bodies) {
  using Kind = SceneEvent::Kind;
  SceneEvent event;
  std::tie(event.a, event.b) = bodies.pair(cursor.at("pair"));
  event.kind = read_name(cursor.at("event"), {Kind::kContact, Kind::kOverlap, Kind::kTouching,
                                              Kind::kApart, Kind::kUndecided});
  event.step = read_interval(cursor.at("step"));
  event.report.time = read_interval(cursor.at("time"));
  event.report.method = read_method(cursor.at("method"));
  event.report.guarantee = read_guarantee(cursor.at("guarantee"));
  event.report.outcome = event.kind == Kind::kOverlap ? Outcome::kOverlapAtStart
                         : event.kind == Kind::kApart ? Outcome::kSeparated
                                                      : Outcome::kUndecided;
  read_why(cursor, event.report);
  if (event.kind == Kind::kContact) read_collision(cursor, event);
  return event;
}

/// Reads {"joint": value, …}; a joint with a new name gets the next place.
std::vector<double> read_joints(const JsonCursor& cursor, NameList& joints) {
  std::vector<double> values;
  for (const std::string& joint : cursor.keys()) {
    const std::size_t place = joints.index(joint);
    if (place >= values.size()) values.resize(place + 1);
    values[place] = any_number(cursor.at(joint));
  }
  return values;
}

SweepContact read_sweep(const JsonCursor& cursor, NameList& joints, NameList& bodies) {
  SweepContact contact;
  if (const auto others = cursor.find("others")) contact.others = read_joints(*others, joints);
  contact.sweep = {joints.index(cursor.at("joint")), any_number(cursor.at("from")),
                   any_number(cursor.at("to"))};
  std::tie(contact.pair.a, contact.pair.b) = bodies.pair(cursor.at("pair"));
  contact.pair.report.outcome = read_outcome(cursor.at("outcome"));
  contact.last_safe = any_number(cursor.at("last_safe"));
  return contact;
}

LinkPairAudit read_audit(const JsonCursor& cursor, NameList& joints, NameList& links) {
  LinkPairAudit audit;
  const auto pair = cursor.at("links").items(2);
  audit.a = links.index(pair[0]);
  audit.b = links.index(pair[1]);
  audit.verdict =
      read_name(cursor.at("verdict"),
                {TouchVerdict::kAdjacent, TouchVerdict::kNeverProved, TouchVerdict::kNeverSeen,
                 TouchVerdict::kSometimes, TouchVerdict::kAlwaysSeen, TouchVerdict::kAlwaysProved,
                 TouchVerdict::kNotLooked});
  audit.joints = read_count(cursor.at("joints_between"));
  audit.touched = read_count(cursor.at("touched"));
  audit.samples = read_count(cursor.at("samples"));
  audit.proved_share = any_number(cursor.at("proved_share"));
  audit.sweeps = read_count(cursor.at("sweeps"));
  if (const auto witness = cursor.find("witness")) audit.witness = read_joints(*witness, joints);
  return audit;
}
}  // namespace

ContactDocument parse_report(std::string_view text, const std::string& place) {
  const Json json = parse_json(text, place);
  const JsonCursor root = expect_format(json, place, "graze report 1");
  ContactDocument document{read_header(root), {}, {}, {}, {}, {}};
  NameList bodies(document.bodies);
  for (const JsonCursor& report : root.at("reports").items()) {
    document.reports.push_back(read_report(report, bodies));
  }
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

StepDocument parse_steps(std::string_view text, const std::string& place) {
  const Json json = parse_json(text, place);
  const JsonCursor root = expect_format(json, place, "graze step 1");
  StepDocument document{read_header(root), {}, {}};
  SceneWalk& walk = document.walk;
  walk.span = document.header.span;
  walk.dt = any_number(root.at("dt"));
  walk.counts = {read_count(root.at("steps")), read_count(root.at("questions")),
                 read_count(root.at("by_plane")), read_count(root.at("handed_over"))};
  NameList bodies(document.bodies);
  for (const JsonCursor& event : root.at("events").items()) {
    walk.events.push_back(read_event(event, bodies));
  }
  return document;
}

SweepDocument parse_sweep(std::string_view text, const std::string& place) {
  const Json json = parse_json(text, place);
  const JsonCursor root = expect_format(json, place, "graze sweep 1");
  SweepDocument document;
  document.robot = any_text(root.at("robot"));
  SweepResult& result = document.result;
  result.sweeps = read_count(root.at("sweeps"));
  result.runs = read_count(root.at("runs"));
  result.undecided = read_count(root.at("undecided"));
  NameList joints(document.joints), bodies(document.bodies);
  for (const JsonCursor& contact : root.at("contacts").items()) {
    result.contacts.push_back(read_sweep(contact, joints, bodies));
  }
  return document;
}

LinkPairAudit parse_audit_line(std::string_view line, const std::string& place,
                               std::vector<std::string>& links, std::vector<std::string>& joints) {
  const Json json = parse_json(line, place);
  NameList joint_names(joints), link_names(links);
  return read_audit(JsonCursor(json, place), joint_names, link_names);
}

AuditDocument parse_audit(std::string_view text, const std::string& place) {
  const Json json = parse_json(text, place);
  const JsonCursor root = expect_format(json, place, "graze acm 1");
  AuditDocument document;
  document.robot = any_text(root.at("robot"));
  document.header = {read_count(root.at("samples")), read_count(root.at("seed"))};
  NameList joints(document.joints), links(document.links);
  for (const JsonCursor& pair : root.at("pairs").items()) {
    document.audits.push_back(read_audit(pair, joints, links));
  }
  return document;
}

}  // namespace graze
