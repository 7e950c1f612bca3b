// SPDX-License-Identifier: MIT
#include "io/scene_json/joint_values.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "graze/base/nearest_word.h"
#include "io/scene_json/read_motion.h"

namespace graze::scene_json {
namespace {
/// How a joint's numbers are read: legal values, and radians for those written in degrees.
struct ValueUnit {
  json::Range range;
  double scale = 1.0;
};

std::vector<TimedValue> read_values(const JsonCursor& cursor, const ValueUnit& unit) {
  const auto items = cursor.items();
  if (items.size() < 2) cursor.refuse("an array of at least 2 pairs [time, value]");
  std::vector<TimedValue> values;
  for (const JsonCursor& item : items) {
    const auto pair = item.items(2);
    values.push_back({pair[0].number(json::kTime), unit.scale * pair[1].number(unit.range)});
    if (values.size() < 2 || values[values.size() - 2].time < values.back().time) continue;
    pair[0].refuse("a time after that of the value before");
  }
  return values;
}

/// The key that says how the joint moves. None: it rests at 0.
std::optional<std::string_view> movement_key(const JsonCursor& cursor,
                                             const std::vector<std::string_view>& keys) {
  for (const std::string_view key : keys) {
    if (cursor.has(key)) return cursor.one_of(keys);
  }
  return std::nullopt;
}

/// multiplier * value of an earlier joint + offset.
struct Term {
  const JointValues* joint;
  double multiplier = 1.0;
  double offset = 0.0;
};

Term read_term(const JsonCursor& cursor, const KnownJoints& known) {
  cursor.expect_keys({"joint", "multiplier", "offset"});
  const std::string name = cursor.at("joint").text();
  const auto found = known.find(name);
  if (found == known.end()) {
    std::vector<std::string_view> names;
    for (const auto& [one, values] : known) names.push_back(one);
    cursor.at("joint").refuse("the name of an earlier body on a joint that turns or slides",
                              did_you_mean(name, names));
  }
  Term term{&found->second};
  if (const auto factor = cursor.find("multiplier")) term.multiplier = factor->number(json::kAngle);
  if (const auto offset = cursor.find("offset")) term.offset = offset->number(json::kAngle);
  return term;
}

double value_at(const std::vector<TimedValue>& knots, double time) {
  const auto after =
      std::upper_bound(knots.begin(), knots.end(), time,
                       [](double t, const TimedValue& knot) { return t < knot.time; });
  if (after == knots.begin()) return knots.front().value;
  if (after == knots.end()) return knots.back().value;
  const TimedValue &from = *(after - 1), &to = *after;
  return std::lerp(from.value, to.value, (time - from.time) / (to.time - from.time));
}

JointValues follow_one(const Term& term) {
  JointValues values = *term.joint;
  for (TimedValue& knot : values.knots) knot.value = term.multiplier * knot.value + term.offset;
  return values;
}

/// Uniform between the knots of all of them.
JointValues follow_all(const JsonCursor& cursor, const std::vector<Term>& terms) {
  std::vector<double> times;
  for (const Term& term : terms) {
    if (term.joint->outside != Outside::kHold) {
      cursor.refuse("several joints of which one does not hold its last value",
                    "joints with \"outside\": \"hold\"", "");
    }
    if (term.joint->knots.size() == 1) continue;
    for (const TimedValue& knot : term.joint->knots) times.push_back(knot.time);
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  if (times.empty()) times.push_back(0.0);
  JointValues values;
  for (const double time : times) {
    double sum = 0.0;
    for (const Term& term : terms)
      sum += term.multiplier * value_at(term.joint->knots, time) + term.offset;
    values.knots.push_back({time, sum});
  }
  values.is_range = times.size() == 2;
  return values;
}

JointValues read_mimic(const JsonCursor& cursor, const KnownJoints& known) {
  if (!cursor.value().is_array()) return follow_one(read_term(cursor, known));
  std::vector<Term> terms;
  for (const JsonCursor& item : cursor.items()) terms.push_back(read_term(item, known));
  if (terms.empty()) cursor.refuse("at least one joint to follow");
  return terms.size() == 1 ? follow_one(terms[0]) : follow_all(cursor, terms);
}
}  // namespace

const std::vector<std::string_view>& value_keys(bool has_angles) {
  static const std::vector<std::string_view> lengths{"value", "range", "values", "mimic"};
  static const std::vector<std::string_view> angles{
      "value", "value_degrees", "range", "range_degrees", "values", "values_degrees", "mimic"};
  return has_angles ? angles : lengths;
}

JointValues read_joint_values(const JsonCursor& cursor, const Interval& span, bool has_angles,
                              const KnownJoints& known) {
  const auto key = movement_key(cursor, value_keys(has_angles));
  if (!key) return {{{0.0, 0.0}}};
  const JsonCursor stated = cursor.at(*key);
  if (*key == "mimic" || key->starts_with("values")) {
    if (cursor.has("time")) cursor.at("time").refuse("no 'time' beside values that have their own");
  }
  if (*key == "mimic") return read_mimic(stated, known);
  const ValueUnit unit{json::kAngle, key->ends_with("_degrees") ? std::numbers::pi / 180.0 : 1.0};
  if (key->starts_with("values"))
    return {read_values(stated, unit), read_timing(cursor, {0.0, 1.0}).outside};
  if (key->starts_with("value")) return {{{0.0, unit.scale * stated.number(unit.range)}}};
  const auto ends = stated.items(2);
  const double from = unit.scale * ends[0].number(unit.range);
  const double to = unit.scale * ends[1].number(unit.range);
  const Timing timing = read_timing(cursor, span);
  return {{{timing.domain.lo, from}, {timing.domain.hi, to}}, timing.outside, true};
}

}  // namespace graze::scene_json
