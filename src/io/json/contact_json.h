// SPDX-License-Identifier: MIT
// What answers are made of, as JSON and back.
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
/// From "outcome" to "closing_speed".
void add_answer(const ContactReport& report, OrderedJson& json);
/// "undecided" and "reason", where there is something to say.
void add_why(const ContactReport& report, OrderedJson& json);
/// Where no pair decides (a == b: a whole scene that stays apart) there is no pair to name.
OrderedJson pair_json(const Scene& scene, BodyId a, BodyId b);

/// Any finite number: what we write is not bounded by what a scene may hold.
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
std::string any_text(const JsonCursor& cursor);  ///< may be empty, as our own headers may

/// A contact's point, normal, distance and features.
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

/// One of the enumerators, by its name().
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

/// Numbers for names, in the order in which they are first seen.
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

/// The document's root, whose "format" must be this. Refers to the document.
JsonCursor expect_format(const Json& document, const std::string& place, std::string_view format);

}  // namespace graze::json
