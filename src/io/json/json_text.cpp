// SPDX-License-Identifier: MIT
#include "io/json/json_text.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "graze/base/error.h"

namespace graze::json {
namespace {
constexpr std::size_t kDeepestValue = 64;

/// Walks over the text and publishes its position, which the parser's callbacks do not provide.
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

/// The library's message without its prefix, split into what was found and what was expected.
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

[[noreturn]] void refuse_depth(const std::string& place) {
  throw InputError({place, "more than 64 levels of nesting", "a flatter document", ""});
}

/// Builds the document from the parser's events; refuses duplicate keys and documents that nest too
/// deep. (The library's own parser with a callback takes quadratic time: after each object it looks
/// at all earlier items of the array.)
class Builder : public nlohmann::json_sax<Json> {
 public:
  Builder(std::string_view text, const std::string& place, const char* const& at)
      : text_(text), place_(place), at_(at) {}

  Json take() { return std::move(root_); }

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(std::int64_t value) override { return add(value); }
  bool number_unsigned(std::uint64_t value) override { return add(value); }
  bool number_float(double value, const std::string&) override { return add(value); }
  bool string(std::string& value) override { return add(std::move(value)); }
  bool binary(Json::binary_t& value) override { return add(Json::binary(value)); }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_array() override { return close(); }

  bool key(std::string& key) override {
    if (open_.back()->contains(key)) {
      throw InputError({here(), printable("the key '" + key + "' a second time"),
                        "each key once in an object", ""});
    }
    key_ = std::move(key);
    return true;
  }

  bool parse_error(std::size_t, const std::string&, const Json::exception& error) override {
    throw InputError(parts_of(error, here()));
  }

 private:
  std::string here() const {
    return place_ + ":" + position(text_, static_cast<std::size_t>(at_ - text_.data()));
  }

  Json& put(Json value) {
    if (open_.empty()) return root_ = std::move(value);
    Json& parent = *open_.back();
    if (parent.is_array()) return parent.emplace_back(std::move(value));
    return parent[key_] = std::move(value);
  }
  bool add(Json value) {
    put(std::move(value));
    return true;
  }
  bool open(Json value) {
    if (open_.size() == kDeepestValue) refuse_depth(here());
    open_.push_back(&put(std::move(value)));  // it does not move in memory while it is open
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  std::string_view text_;
  const std::string& place_;
  const char* const& at_;
  Json root_;
  std::vector<Json*> open_;
  std::string key_;
};
}  // namespace

void check_nesting(std::string_view text, const std::string& place) {
  std::ptrdiff_t depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') in_string = !in_string;
    if (in_string) {
      i += c == '\\';  // the next character is part of the string
      continue;
    }
    depth += (c == '[' || c == '{') - (c == ']' || c == '}');
    if (depth > static_cast<std::ptrdiff_t>(kDeepestValue)) {
      refuse_depth(place + ":" + position(text, i));
    }
  }
}

Json parse_json(std::string_view text, const std::string& place) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    throw InputError({place, "an empty document", "JSON", ""});
  }
  const char* at = text.data();
  Builder builder(text, place, at);
  Json::sax_parse(TellingIterator(text.data(), &at),
                  TellingIterator(text.data() + text.size(), &at), &builder);
  return builder.take();
}

}  // namespace graze::json
