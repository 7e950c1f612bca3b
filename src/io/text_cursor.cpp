// SPDX-License-Identifier: MIT
#include "io/text_cursor.h"

#include <algorithm>
#include <cstring>

#include "graze/base/error.h"

namespace graze::io {
namespace {
constexpr std::size_t kLongestQuote = 32;

void append_printable(std::string& text, char c) {
  constexpr char kHex[] = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  if (byte >= 0x20 && byte < 0x7f) {
    text += c;
  } else {
    text += "\\x";
    text += kHex[byte >> 4];
    text += kHex[byte & 15];
  }
}
}  // namespace

std::string quoted(std::string_view word) {
  std::string text = "'";
  for (const char c : word.substr(0, kLongestQuote)) append_printable(text, c);
  if (word.size() > kLongestQuote) text += "...";
  return text + "'";
}

TextCursor::TextCursor(std::string_view bytes, const std::string& place, bool continuation)
    : begin_(bytes.data()),
      p_(bytes.data()),
      end_(bytes.data() + bytes.size()),
      place_(&place),
      newline_(bytes.find('\n') == std::string_view::npos ? '\r' : '\n'),
      continuation_(continuation) {
  if (bytes.starts_with("\xef\xbb\xbf")) p_ += 3;  // the byte order mark some editors write
}

bool TextCursor::skip_continuation() {
  if (!continuation_) return false;
  const char* q = p_ + 1;
  while (q < end_ && is_blank(*q)) ++q;
  if (q == end_ || *q != newline_) return false;
  p_ = q + 1;
  ++lines_before_;
  return true;
}

void TextCursor::find_next_line() {
  const void* found = p_ == end_ ? nullptr : std::memchr(p_, newline_, bytes_left());
  p_ = found == nullptr ? end_ : static_cast<const char*>(found) + 1;
  lines_before_ += found != nullptr;
}

void TextCursor::refuse_number(const Decimal& decimal, std::string_view what) const {
  const bool too_large = decimal.end != nullptr && ends_word(decimal.end);
  refuse_word(p_, std::string(what) + (too_large ? " within the range of a double" : ""));
}

void TextCursor::refuse_word(const char* where, std::string_view expected,
                             std::string advice) const {
  const char* q = where;
  while (!ends_word(q)) ++q;
  std::string found = "the end of the line";
  if (q != where) found = quoted({where, static_cast<std::size_t>(q - where)});
  if (where == end_) found = "the end of the file";
  refuse(where, std::move(found), std::string(expected), std::move(advice));
}

void TextCursor::refuse(const char* where, std::string found, std::string expected,
                        std::string advice) const {
  const auto between = std::count(std::min(where, p_), std::max(where, p_), newline_);
  const auto line = 1 + lines_before_ + (where < p_ ? -between : between);
  const char* line_begin = where;
  while (line_begin > begin_ && line_begin[-1] != newline_) --line_begin;
  throw InputError(
      {*place_ + ":" + std::to_string(line) + ":" + std::to_string(1 + (where - line_begin)),
       std::move(found), std::move(expected), std::move(advice)});
}

}  // namespace graze::io
