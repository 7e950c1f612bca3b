// SPDX-License-Identifier: MIT
#include "terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace graze::tool {
namespace {
std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::size_t width_of_stdout() {
  constexpr std::size_t kNarrowest = 40, kWidest = 1000, kUnknown = 120;
  const int stated = std::atoi(std::string(variable("COLUMNS")).c_str());
  winsize size{};
  const bool is_terminal = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  const std::size_t columns = stated > 0    ? static_cast<std::size_t>(stated)
                              : is_terminal ? size.ws_col
                                            : kUnknown;
  return std::clamp(columns, kNarrowest, kWidest);
}

bool wants_colours() {
  if (!variable("NO_COLOR").empty()) return false;
  const std::string_view forced = variable("CLICOLOR_FORCE");
  if (!forced.empty() && forced != "0") return true;
  return ::isatty(STDOUT_FILENO) != 0 && variable("TERM") != "dumb";
}

/// Where each letter of UTF-8 begins.
std::vector<std::size_t> letter_starts(const std::string& text) {
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) starts.push_back(i);
  }
  return starts;
}

/// Letters that are seen: not those that set a colour.
std::size_t seen_letters(const std::string& text) {
  std::string seen;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\033')
      i = std::min(text.find('m', i), text.size() - 1);
    else
      seen += text[i];
  }
  return letter_starts(seen).size();
}

std::string wrapped_line(const std::string& line, std::size_t columns, std::size_t indent) {
  std::string text, part;
  std::size_t begin = 0;
  while (begin <= line.size()) {
    const std::size_t end = std::min(line.find(' ', begin), line.size());
    const std::string word = line.substr(begin, end - begin);
    const bool is_label = begin < indent;  // and the blanks that follow it
    if (!is_label && !part.empty() && seen_letters(part + " " + word) > columns) {
      text += part + "\n";
      part = std::string(indent, ' ') + word;
    } else {
      part += (begin == 0 ? "" : " ") + word;
    }
    begin = end + 1;
  }
  return text + part;
}
}  // namespace

std::string wrapped(const std::string& text, std::size_t columns, std::size_t indent) {
  std::string result;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    result += wrapped_line(text.substr(begin, end - begin), columns, indent) + "\n";
    begin = end + 1;
  }
  return result;
}

Terminal terminal_of_stdout() { return {width_of_stdout(), wants_colours()}; }

std::string painted(const Terminal& terminal, Ink ink, const std::string& text) {
  if (!terminal.has_colours || ink == Ink::kPlain) return text;
  const char* code = ink == Ink::kGood ? "32" : ink == Ink::kBad ? "31" : "33";
  return std::string("\033[1;") + code + "m" + text + "\033[0m";
}

std::size_t letter_count(const std::string& text) { return letter_starts(text).size(); }

std::string shortened(const std::string& text, std::size_t most) {
  const auto starts = letter_starts(text);
  if (starts.size() <= most || most < 5) return text;
  const std::size_t head = (most - 1) / 2, tail = most - 1 - head;
  return text.substr(0, starts[head]) + "…" + text.substr(starts[starts.size() - tail]);
}

}  // namespace graze::tool
