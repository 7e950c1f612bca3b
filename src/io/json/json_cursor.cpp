// SPDX-License-Identifier: MIT
#include "io/json/json_cursor.h"

#include <algorithm>
#include <cmath>

#include "graze/base/error.h"
#include "graze/math/length.h"

namespace graze::json {
namespace {
std::string shortened(const std::string& text) {
  constexpr std::size_t kLongest = 60;
  return text.size() <= kLongest ? text : text.substr(0, kLongest) + "...";
}

std::string text_of(const Json& value) {
  return shortened(value.dump(-1, ' ', true, Json::error_handler_t::replace));
}

std::string listed(const std::vector<std::string_view>& words) {
  std::string text;
  for (const std::string_view word : words)
    text += (text.empty() ? "'" : ", '") + std::string(word) + "'";
  return text;
}

std::string range_text(const Range& range) {
  if (range.open_lo && range.lo == 0.0)
    return "a number > 0 and at most " + text_of(Json(range.hi));
  return "a number from " + text_of(Json(range.lo)) + " to " + text_of(Json(range.hi));
}

bool is_inside(double number, const Range& range) {
  return std::isfinite(number) && number <= range.hi &&
         (range.open_lo ? number > range.lo : number >= range.lo);
}
}  // namespace

std::string describe(const Json& value) {
  if (value.is_string()) return "the text " + text_of(value);
  if (value.is_number()) return "the number " + text_of(value);
  if (value.is_array()) return "an array of " + std::to_string(value.size());
  if (value.is_object()) return "an object";
  return text_of(value);
}

void JsonCursor::refuse(std::string found, std::string expected, std::string advice) const {
  throw InputError({place_, std::move(found), std::move(expected), std::move(advice)});
}

void JsonCursor::refuse(std::string expected, std::string advice) const {
  refuse(describe(*value_), std::move(expected), std::move(advice));
}

std::string JsonCursor::child_place(std::string_view key) const {
  return place_ == file_ ? file_ + ": " + std::string(key) : place_ + "." + std::string(key);
}

void JsonCursor::expect_object() const {
  if (!value_->is_object()) refuse("an object");
}

void JsonCursor::expect_array() const {
  if (!value_->is_array()) refuse("an array");
}

void JsonCursor::expect_keys(std::initializer_list<std::string_view> known) const {
  expect_keys(std::vector<std::string_view>(known));
}

void JsonCursor::expect_keys(const std::vector<std::string_view>& known) const {
  expect_object();
  for (const auto& [key, child] : value_->items()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    const auto near = nearest_word(key, known);
    throw InputError({child_place(shortened(key)), "a key that is not known here", listed(known),
                      near ? "did you mean '" + *near + "'?" : ""});
  }
}

std::string_view JsonCursor::one_of(const std::vector<std::string_view>& keys) const {
  expect_object();
  std::vector<std::string_view> there;
  for (const std::string_view key : keys) {
    if (has(key)) there.push_back(key);
  }
  if (there.size() == 1) return there[0];
  refuse(there.empty() ? "none of these keys" : "the keys " + listed(there),
         "exactly one of " + listed(keys), "");
}

bool JsonCursor::has(std::string_view key) const {
  return value_->is_object() && value_->find(key) != value_->end();
}

JsonCursor JsonCursor::at(std::string_view key) const {
  expect_object();
  const auto found = value_->find(key);
  if (found == value_->end()) refuse("no key '" + std::string(key) + "'", "one", "");
  return JsonCursor(*found, child_place(key), file_);
}

std::optional<JsonCursor> JsonCursor::find(std::string_view key) const {
  if (!has(key)) return std::nullopt;
  return at(key);
}

std::vector<JsonCursor> JsonCursor::items() const {
  expect_array();
  std::vector<JsonCursor> items;
  items.reserve(value_->size());
  for (std::size_t i = 0; i < value_->size(); ++i) {
    items.push_back(JsonCursor((*value_)[i], place_ + "[" + std::to_string(i) + "]", file_));
  }
  return items;
}

std::vector<JsonCursor> JsonCursor::items(std::size_t count) const {
  if (!value_->is_array() || value_->size() != count) {
    refuse("an array of " + std::to_string(count));
  }
  return items();
}

std::vector<std::string> JsonCursor::keys() const {
  expect_object();
  std::vector<std::string> keys;
  for (const auto& [key, child] : value_->items()) keys.push_back(key);
  return keys;
}

double JsonCursor::number(const Range& range) const {
  if (!value_->is_number()) refuse(range_text(range));
  const double number = value_->get<double>();
  if (!is_inside(number, range)) refuse(range_text(range));
  return number;
}

std::string JsonCursor::text() const {
  if (!value_->is_string() || value_->get_ref<const std::string&>().empty()) {
    refuse("a text that is not empty");
  }
  return value_->get<std::string>();
}

std::string JsonCursor::word(const std::vector<std::string_view>& words) const {
  if (value_->is_string()) {
    const auto& text = value_->get_ref<const std::string&>();
    if (std::find(words.begin(), words.end(), text) != words.end()) return text;
    const auto near = nearest_word(text, words);
    refuse("one of " + listed(words), near ? "did you mean '" + *near + "'?" : "");
  }
  refuse("one of " + listed(words));
}

Vec3 JsonCursor::vec3(const Range& range) const {
  if (!value_->is_array() || value_->size() != 3) refuse("an array of 3 numbers");
  Vec3 vector;
  for (int k = 0; k < 3; ++k) {
    const Json& item = (*value_)[static_cast<std::size_t>(k)];
    if (item.is_number() && is_inside(item.get<double>(), range)) {
      vector[k] = item.get<double>();
    } else {
      items()[static_cast<std::size_t>(k)].refuse(range_text(range));
    }
  }
  return vector;
}

Vec3 JsonCursor::direction() const {
  const Vec3 vector = vec3();
  const double length = length_of(vector);
  if (length < 1e-12) refuse("a zero vector", "a direction", "");
  // A vector that is unit up to rounding stays as it is, so that a written one is read back
  // exactly.
  if (std::fabs(length - 1.0) < 1e-15) return vector;
  return vector / length;
}

std::uint32_t JsonCursor::index(std::size_t limit) const {
  const bool is_whole = value_->is_number_integer() && value_->get<double>() >= 0.0 &&
                        value_->get<double>() < static_cast<double>(limit);
  if (!is_whole) refuse("a whole number from 0 to below " + std::to_string(limit));
  return value_->get<std::uint32_t>();
}

}  // namespace graze::json
