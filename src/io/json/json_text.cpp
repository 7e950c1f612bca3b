// SPDX-License-Identifier: MIT
#include "io/json/json_text.h"

#include <algorithm>
#include <iterator>
#include <unordered_set>
#include <vector>

#include "graze/base/error.h"

namespace graze::json {
namespace {
constexpr int kDeepestValue = 64;

/// Walks over the text and tells others how far it is: the parser's callbacks carry no position.
class TellingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  TellingIterator(const char* at, const char** told) : at_(at), told_(told) {}
  reference operator*() const { return *at_; }
  TellingIterator& operator++() {
    *told_ = ++at_;
    return *this;
  }
  TellingIterator operator++(int) {
    TellingIterator old = *this;
    ++*this;
    return old;
  }
  friend bool operator==(const TellingIterator& a, const TellingIterator& b) {
    return a.at_ == b.at_;
  }
  friend bool operator!=(const TellingIterator& a, const TellingIterator& b) { return !(a == b); }

 private:
  const char* at_;
  const char** told_;
};

std::string position(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t line_start =
      before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  const std::size_t column = std::max<std::size_t>(1, before.size() - line_start);
  return std::to_string(line) + ":" + std::to_string(column);
}

std::string printable(std::string text) {
  constexpr std::size_t kLongest = 160;
  if (text.size() > kLongest) text = text.substr(0, kLongest) + " ...";
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7f) c = '?';
  }
  return text;
}

/// The library's message without its prefix, cut into what was found and what it expected.
InputError::Parts parts_of(const Json::exception& error, std::string place) {
  std::string message = error.what();
  if (const auto cut = message.find("syntax error"); cut != std::string::npos) {
    message = message.substr(cut);
  } else if (const auto bracket = message.find("] "); bracket != std::string::npos) {
    message = message.substr(bracket + 2);
  }
  std::string expected = "valid JSON";
  if (const auto cut = message.rfind("; expected "); cut != std::string::npos) {
    expected = message.substr(cut + 11);
    message = message.substr(0, cut);
  }
  return {std::move(place), printable(message), printable(expected), ""};
}

/// Refuses keys that stand twice and documents that nest too deep.
class Watch {
 public:
  Watch(std::string_view text, const std::string& place, const char* const& at)
      : text_(text), place_(place), at_(at) {}

  bool operator()(int depth, Json::parse_event_t event, Json& parsed) {
    using Event = Json::parse_event_t;
    if (depth > kDeepestValue) refuse("more than 64 levels of nesting", "a flatter document");
    if (event == Event::object_start) keys_.emplace_back();
    if (event == Event::object_end) keys_.pop_back();
    if (event == Event::key && !keys_.back().insert(parsed.get<std::string>()).second) {
      refuse(printable("the key '" + parsed.get<std::string>() + "' a second time"),
             "each key once in an object");
    }
    return true;
  }

 private:
  [[noreturn]] void refuse(const std::string& found, const std::string& expected) const {
    const auto offset = static_cast<std::size_t>(at_ - text_.data());
    throw InputError({place_ + ":" + position(text_, offset), found, expected, ""});
  }

  std::string_view text_;
  const std::string& place_;
  const char* const& at_;
  std::vector<std::unordered_set<std::string>> keys_;
};
}  // namespace

Json parse_json(std::string_view text, const std::string& place) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    throw InputError({place, "an empty document", "JSON", ""});
  }
  const char* at = text.data();
  Watch watch(text, place, at);
  try {
    return Json::parse(TellingIterator(text.data(), &at),
                       TellingIterator(text.data() + text.size(), &at), std::ref(watch));
  } catch (const Json::exception& error) {
    const auto offset = static_cast<std::size_t>(at - text.data());
    throw InputError(parts_of(error, place + ":" + position(text, offset)));
  }
}

}  // namespace graze::json
