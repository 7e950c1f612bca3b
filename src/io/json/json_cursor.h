// SPDX-License-Identifier: MIT
// A position in a JSON document that knows its path, so that every error can name it.
#pragma once
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graze/base/error.h"
#include "graze/base/nearest_word.h"
#include "graze/math/vec.h"
#include "io/json/json_text.h"

namespace graze::json {

/// The allowed values of a number, ends included; without the lower end if `open_lo`.
struct Range {
  double lo;
  double hi;
  bool open_lo = false;
};

constexpr Range kLength{-1e12, 1e12};  ///< scene units
constexpr Range kSize{0.0, 1e12, true};
constexpr Range kTime{-1e9, 1e9};   ///< seconds
constexpr Range kAngle{-1e9, 1e9};  ///< rad or degrees
constexpr Range kMass{0.0, 1e30, true};

/// Cheap to copy; refers to a document that must outlive it. Every function that reads throws
/// InputError with the JSON path, what was found and what was expected.
class JsonCursor {
 public:
  /// The document's root; `place` is the name of the file.
  JsonCursor(const Json& document, std::string place)
      : value_(&document), place_(place), file_(std::move(place)) {}

  const Json& value() const { return *value_; }
  const std::string& place() const { return place_; }

  /// Refuses anything but an object with only these keys. The error suggests the nearest known key.
  void expect_keys(std::initializer_list<std::string_view> known) const;
  void expect_keys(const std::vector<std::string_view>& known) const;
  /// Returns which of the keys is present; refuses unless exactly one is.
  std::string_view one_of(const std::vector<std::string_view>& keys) const;

  bool has(std::string_view key) const;
  JsonCursor at(std::string_view key) const;  ///< throws if the key is missing
  std::optional<JsonCursor> find(std::string_view key) const;
  std::vector<JsonCursor> items() const;                   ///< of an array
  std::vector<JsonCursor> items(std::size_t count) const;  ///< of an array of this length
  std::vector<std::string> keys() const;                   ///< of an object

  double number(const Range& range) const;
  std::string text() const;  ///< not empty
  /// One of the words.
  std::string word(const std::vector<std::string_view>& words) const;
  Vec3 vec3(const Range& range = kLength) const;
  Vec3 direction() const;                        ///< a nonzero vector, normalised
  std::uint32_t index(std::size_t limit) const;  ///< a whole number in [0, limit)

  [[noreturn]] void refuse(std::string expected, std::string advice = {}) const;
  [[noreturn]] void refuse(std::string found, std::string expected, std::string advice) const;

 private:
  JsonCursor(const Json& value, std::string place, std::string file)
      : value_(&value), place_(std::move(place)), file_(std::move(file)) {}
  std::string child_place(std::string_view key) const;
  void expect_object() const;
  void expect_array() const;

  const Json* value_;
  std::string place_;
  std::string file_;
};

/// A value in words: `the text "abc"`, `an array of 2`.
std::string describe(const Json& value);

/// Calls make() and adds this place to an InputError that does not name it yet.
template <typename Make>
auto placed(const JsonCursor& cursor, const Make& make) -> decltype(make()) {
  try {
    return make();
  } catch (const InputError& error) {
    const InputError::Parts& parts = error.parts();
    if (parts.place.starts_with(cursor.place())) throw;
    throw InputError(
        {cursor.place() + " (" + parts.place + ")", parts.found, parts.expected, parts.advice});
  }
}

}  // namespace graze::json
