// SPDX-License-Identifier: MIT
#include "io/json/contact_json.h"

#include <algorithm>

#include "graze/io/write_report.h"

namespace graze::json {

OrderedJson to_json(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

OrderedJson to_json(const Interval& interval) { return {interval.lo, interval.hi}; }

OrderedJson to_json(const Feature& feature) {
  OrderedJson json{{"kind", name(feature.kind)}, {"triangle", feature.triangle.value}};
  if (feature.kind == FeatureKind::kVertex) json["vertices"] = {feature.vertices[0]};
  if (feature.kind == FeatureKind::kEdge) {
    json["vertices"] = {feature.vertices[0], feature.vertices[1]};
  }
  return json;
}

OrderedJson to_json(const Contact& contact) {
  return {{"point", to_json(contact.point)},        {"point_a", to_json(contact.point_a)},
          {"point_b", to_json(contact.point_b)},    {"normal", to_json(contact.normal)},
          {"distance", contact.distance},           {"feature_a", to_json(contact.feature_a)},
          {"feature_b", to_json(contact.feature_b)}};
}

void add_answer(const ContactReport& report, OrderedJson& json) {
  json["outcome"] = name(report.outcome);
  json["guarantee"] = name(report.guarantee);
  json["method"] = name(report.method);
  json["start"] = name(report.start);
  json["time"] = to_json(report.time);
  json["tolerance"] = report.tolerance;
  json["closing_speed"] = report.closing_speed;
}

void add_why(const ContactReport& report, OrderedJson& json) {
  if (report.undecided != Undecided::kNo) json["undecided"] = static_cast<int>(report.undecided);
  const std::string why = explanation(report);
  if (!why.empty()) json["reason"] = why;
}

OrderedJson to_json(const Stats& stats) {
  return {{"box_tests", stats.box_tests},
          {"wide_tests", stats.wide_tests},
          {"triangle_tests", stats.triangle_tests},
          {"iterations", stats.iterations},
          {"poses", stats.poses},
          {"seconds", stats.seconds}};
}

OrderedJson pair_json(const Scene& scene, BodyId a, BodyId b) {
  if (a == b) return nullptr;
  return {scene.bodies[a.index()].name, scene.bodies[b.index()].name};
}

Interval read_interval(const JsonCursor& cursor) {
  const auto ends = cursor.items(2);
  const double lo = ends[0].number(kAnyNumber), hi = ends[1].number(kAnyNumber);
  if (!(lo <= hi)) cursor.refuse("two numbers in ascending order");
  return {lo, hi};
}

std::uint64_t read_count(const JsonCursor& cursor) {
  const double number = cursor.number({0.0, 9007199254740992.0});
  if (!cursor.value().is_number_integer()) cursor.refuse("a whole number");
  return static_cast<std::uint64_t>(number);
}

std::string any_text(const JsonCursor& cursor) {
  if (!cursor.value().is_string()) cursor.refuse("a text");
  return cursor.value().get<std::string>();
}

bool read_flag(const JsonCursor& cursor) {
  if (!cursor.value().is_boolean()) cursor.refuse("true or false");
  return cursor.value().get<bool>();
}

Feature read_feature(const JsonCursor& cursor) {
  constexpr std::size_t kAnyIndex = 0xffffffffu;  // ids have 32 bits, and size_t may, too
  Feature feature;
  feature.kind =
      read_name(cursor.at("kind"), {FeatureKind::kVertex, FeatureKind::kEdge, FeatureKind::kFace});
  feature.triangle = TriangleId(cursor.at("triangle").index(kAnyIndex));
  if (feature.kind == FeatureKind::kFace) return feature;
  const auto vertices = cursor.at("vertices").items(feature.kind == FeatureKind::kVertex ? 1 : 2);
  for (std::size_t k = 0; k < vertices.size(); ++k) {
    feature.vertices[k] = vertices[k].index(kAnyIndex);
  }
  return feature;
}

Contact read_contact(const JsonCursor& cursor) {
  Contact contact = read_place(cursor, read_feature);
  contact.point_a = cursor.at("point_a").vec3(kAnyNumber);
  contact.point_b = cursor.at("point_b").vec3(kAnyNumber);
  return contact;
}

void read_answer(const JsonCursor& cursor, ContactReport& report) {
  report.outcome = read_outcome(cursor.at("outcome"));
  report.guarantee = read_guarantee(cursor.at("guarantee"));
  report.method = read_method(cursor.at("method"));
  report.start = read_name(cursor.at("start"),
                           {StartState::kApart, StartState::kTouching, StartState::kOverlapping});
  report.time = read_interval(cursor.at("time"));
  report.tolerance = any_number(cursor.at("tolerance"));
  report.closing_speed = any_number(cursor.at("closing_speed"));
}

void read_why(const JsonCursor& cursor, ContactReport& report) {
  if (const auto number = cursor.find("undecided")) {
    const std::uint64_t why = read_count(*number);
    if (why > static_cast<std::uint64_t>(Undecided::kEmpty))
      number->refuse("a whole number from 0 to 10");
    report.undecided = static_cast<Undecided>(why);
  }
  const auto reason = cursor.find("reason");
  if (!reason) return;
  if (!reason->value().is_string()) reason->refuse("text");
  const std::string text = reason->value().get<std::string>();
  if (text != name(report.undecided)) report.reason = text;
}

Stats read_stats(const JsonCursor& cursor) {
  Stats stats;
  stats.box_tests = read_count(cursor.at("box_tests"));
  stats.wide_tests = read_count(cursor.at("wide_tests"));
  stats.triangle_tests = read_count(cursor.at("triangle_tests"));
  stats.iterations = read_count(cursor.at("iterations"));
  stats.poses = read_count(cursor.at("poses"));
  stats.seconds = cursor.at("seconds").number(kAnyNumber);
  return stats;
}

Outcome read_outcome(const JsonCursor& cursor) {
  return read_name(cursor, {Outcome::kSeparated, Outcome::kContact, Outcome::kOverlapAtStart,
                            Outcome::kUndecided});
}

Guarantee read_guarantee(const JsonCursor& cursor) {
  return read_name(cursor, {Guarantee::kProved, Guarantee::kConservative, Guarantee::kSampled});
}

Method read_method(const JsonCursor& cursor) {
  return read_name(cursor,
                   {Method::kCertified, Method::kBisection, Method::kLinear, Method::kAnalytic,
                    Method::kBacktracking, Method::kOctree, Method::kVolume});
}

std::size_t NameList::index(const std::string& name) {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found != names_.end()) return static_cast<std::size_t>(found - names_.begin());
  names_.push_back(name);
  return names_.size() - 1;
}

std::size_t NameList::index(const JsonCursor& cursor) { return index(cursor.text()); }

std::pair<BodyId, BodyId> NameList::pair(const JsonCursor& cursor) {
  if (cursor.value().is_null()) return {};
  const auto names = cursor.items(2);
  const BodyId a(index(names[0]));
  return {a, BodyId(index(names[1]))};
}

JsonCursor expect_format(const Json& document, const std::string& place, std::string_view format) {
  JsonCursor cursor(document, place);
  cursor.at("format").word({format});
  return cursor;
}

}  // namespace graze::json

namespace graze {

std::string feature_text(const Feature& feature) {
  const std::string kind(name(feature.kind));
  if (feature.kind == FeatureKind::kVertex) return kind + " " + std::to_string(feature.vertices[0]);
  if (feature.kind == FeatureKind::kEdge) {
    return kind + " " + std::to_string(feature.vertices[0]) + "-" +
           std::to_string(feature.vertices[1]);
  }
  return kind + " " + std::to_string(feature.triangle.value);
}

}  // namespace graze
