// SPDX-License-Identifier: MIT
// Reads words and numbers line by line and knows the line and column of everything it refuses.
#pragma once
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "io/decimal.h"
#include "io/input_bytes.h"

namespace graze::io {

/// `word` in quotes, fit for a one-line message: cut after 32 characters, unprintable ones escaped.
std::string quoted(std::string_view word);

/// Blanks are space, tab, carriage return, vertical tab and form feed. Lines end with \n; in a file
/// without any \n they end with \r (old Macintosh files).
class TextCursor {
 public:
  /// `place` names the bytes in errors; it must outlive the cursor. With `continuation`, a
  /// backslash at the end of a line is a blank and the line goes on.
  TextCursor(std::string_view bytes, const std::string& place, bool continuation = false);

  bool at_end() const { return p_ == end_; }
  const char* position() const { return p_; }
  const char* end() const { return end_; }
  void move_to(const char* position) { p_ = position; }  ///< within this line

  void skip_blanks() {
    while (p_ < end_) {
      if (is_blank(*p_)) {
        ++p_;
      } else if (*p_ != '\\' || !skip_continuation()) {
        return;
      }
    }
  }
  /// Skips blanks; true if nothing but the line's end follows.
  bool at_line_end() {
    skip_blanks();
    return p_ == end_ || *p_ == newline_;
  }
  /// True if a blank, the end of the line or the end of the file is next.
  bool at_word_end() const { return ends_word(p_); }
  /// Moves behind the end of this line.
  void next_line() {
    if (p_ < end_ && *p_ == newline_) {
      ++p_;
      ++lines_before_;
    } else {
      find_next_line();
    }
  }
  /// Moves to the first line from here on that has more than blanks and a comment that starts with
  /// `comment`; false if there is none.
  bool find_content(char comment) {
    while (true) {
      if (!at_line_end() && *p_ != comment) return true;
      if (at_end()) return false;
      next_line();
    }
  }
  static constexpr char kNoComment = '\n';  ///< for find_content: no line starts with it

  /// Skips blanks and takes the characters up to the next blank; empty at the end of the line.
  std::string_view word() {
    skip_blanks();
    const char* const begin = p_;
    while (!ends_word(p_)) ++p_;
    return {begin, static_cast<std::size_t>(p_ - begin)};
  }
  /// Gives back the memory of the lines behind this one. Call it at the start of a line, and only
  /// if nothing before it will be refused any more.
  void forget_behind(InputBytes& input) {
    if (!input.is_worth_forgetting(p_)) return;
    input.forget_before(p_);
    begin_ = p_;
  }
  /// A finite number followed by a blank or the end of the line. Refuses anything else.
  double number(std::string_view what) {
    skip_blanks();
    const Decimal decimal = parse_decimal(p_, end_);
    if (decimal.end == nullptr || !ends_word(decimal.end) || !std::isfinite(decimal.value)) {
      refuse_number(decimal, what);
    }
    p_ = decimal.end;
    return decimal.value;
  }
  std::int64_t whole(std::string_view what) {
    skip_blanks();
    const WholeNumber whole = parse_whole(p_, end_);
    if (whole.end == nullptr || !ends_word(whole.end)) refuse_word(p_, what);
    p_ = whole.end;
    return whole.value;
  }

  /// Throws InputError for the word at `where`, or for the end of the line or file there.
  [[noreturn]] void refuse_word(const char* where, std::string_view expected,
                                std::string advice = {}) const;
  [[noreturn]] void refuse(const char* where, std::string found, std::string expected,
                           std::string advice = {}) const;
  std::size_t bytes_left() const { return static_cast<std::size_t>(end_ - p_); }

 private:
  bool is_blank(char c) const { return c == ' ' || (c >= '\t' && c <= '\r' && c != newline_); }
  bool ends_word(const char* p) const {
    return p == end_ || *p == newline_ || is_blank(*p) || (continuation_ && *p == '\\');
  }
  bool skip_continuation();
  void find_next_line();
  [[noreturn]] void refuse_number(const Decimal& decimal, std::string_view what) const;

  const char* begin_;  ///< start of the first line that is still there
  const char* p_;
  const char* end_;
  const std::string* place_;
  std::ptrdiff_t lines_before_ = 0;  ///< ends of lines before p_
  char newline_;
  bool continuation_;
};

}  // namespace graze::io
