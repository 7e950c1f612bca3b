// SPDX-License-Identifier: MIT
// The parts of answers, written and read as JSON.
#pragma once
#include <initializer_list>
#include <string>
#include <vector>

#include "graze/contact/contact_report.h"
#include "graze/scene/scene.h"
#include "io/json/json_cursor.h"

namespace graze::json {

using OrderedJson = nlohmann::ordered_json;

OrderedJson to_json(const Vec3& v);
OrderedJson to_json(const Interval& interval);
OrderedJson to_json(const Feature& feature);
OrderedJson to_json(const Contact& contact);
OrderedJson to_json(const Stats& stats);
/// Adds the keys from "outcome" to "closing_speed".
void add_answer(const ContactReport& report, OrderedJson& json);
/// Adds "undecided" and "reason", where they apply.
void add_why(const ContactReport& report, OrderedJson& json);
/// The names of a pair; null if no pair decides (a == b: a whole scene that stays apart).
OrderedJson pair_json(const Scene& scene, BodyId a, BodyId b);

/// Any finite number: answers are not bounded by the limits of a scene.
constexpr Range kAnyNumber{-1.7976931348623157e308, 1.7976931348623157e308};

inline double any_number(const JsonCursor& cursor) { return cursor.number(kAnyNumber); }
Interval read_interval(const JsonCursor& cursor);
Feature read_feature(const JsonCursor& cursor);
Contact read_contact(const JsonCursor& cursor);
Stats read_stats(const JsonCursor& cursor);
void read_answer(const JsonCursor& cursor, ContactReport& report);
void read_why(const JsonCursor& cursor, ContactReport& report);
std::uint64_t read_count(const JsonCursor& cursor);  ///< a whole number from 0 to 2^53
bool read_flag(const JsonCursor& cursor);
std::string any_text(const JsonCursor& cursor);  ///< may be empty, as in our own headers

/// Reads a contact's point, normal, distance and features.
template <typename ReadFeature>
Contact read_place(const JsonCursor& cursor, const ReadFeature& read_feature) {
  Contact contact;
  contact.point = cursor.at("point").vec3(kAnyNumber);
  contact.normal = cursor.at("normal").vec3(kAnyNumber);
  contact.distance = any_number(cursor.at("distance"));
  contact.feature_a = read_feature(cursor.at("feature_a"));
  contact.feature_b = read_feature(cursor.at("feature_b"));
  return contact;
}

/// Reads one of the enumerators by its name().
template <typename Enum>
Enum read_name(const JsonCursor& cursor, std::initializer_list<Enum> known) {
  std::vector<std::string_view> words;
  for (const Enum value : known) words.push_back(name(value));
  const std::string word = cursor.word(words);
  for (const Enum value : known) {
    if (name(value) == word) return value;
  }
  cursor.refuse("a known word");
}

Outcome read_outcome(const JsonCursor& cursor);
Guarantee read_guarantee(const JsonCursor& cursor);
Method read_method(const JsonCursor& cursor);

/// Numbers names in the order in which they are first seen.
class NameList {
 public:
  explicit NameList(std::vector<std::string>& names) : names_(names) {}
  std::size_t index(const JsonCursor& cursor);
  std::size_t index(const std::string& name);
  /// ["a", "b"], or null: both are the first body.
  std::pair<BodyId, BodyId> pair(const JsonCursor& cursor);

 private:
  std::vector<std::string>& names_;
};

/// The root of a document whose "format" must be `format`. Refers to the document.
JsonCursor expect_format(const Json& document, const std::string& place, std::string_view format);

}  // namespace graze::json
