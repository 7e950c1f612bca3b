// SPDX-License-Identifier: MIT
// Reads words and numbers line by line and knows the line and column of everything it refuses.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

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
  void move_to(const char* position) { p_ = position; }

  void skip_blanks();
  /// Skips blanks; true if nothing but the line's end follows.
  bool at_line_end() {
    skip_blanks();
    return p_ == end_ || *p_ == newline_;
  }
  /// True if a blank, the end of the line or the end of the file is next.
  bool at_word_end() const { return ends_word(p_); }
  void next_line();  ///< moves behind the end of this line
  /// Moves to the first line from here on that has more than blanks and a comment that starts with
  /// `comment`; false if there is none.
  bool find_content(char comment);
  static constexpr char kNoComment = '\n';  ///< for find_content: no line starts with it

  /// Skips blanks and takes the characters up to the next blank; empty at the end of the line.
  std::string_view word();
  /// A finite number followed by a blank or the end of the line. Refuses anything else.
  double number(std::string_view what);
  std::int64_t whole(std::string_view what);

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

  const char* begin_;
  const char* p_;
  const char* end_;
  const std::string* place_;
  char newline_;
  bool continuation_;
};

}  // namespace graze::io
