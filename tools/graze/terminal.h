// SPDX-License-Identifier: MIT
// What standard output can show: its width, and colours.
#pragma once
#include <cstddef>
#include <string>

namespace graze::tool {

struct Terminal {
  std::size_t columns = 120;
  bool has_colours = false;
};

/// Of standard output. Width: COLUMNS, else the terminal's, else 120. Colours: on a terminal unless
/// NO_COLOR is set or TERM is dumb; everywhere if CLICOLOR_FORCE is set and not 0.
Terminal terminal_of_stdout();

enum class Ink { kPlain, kGood, kBad, kDoubt };

/// The text in that ink, where there are colours.
std::string painted(const Terminal& terminal, Ink ink, const std::string& text);

/// Letters, not bytes: names may be UTF-8.
std::size_t letter_count(const std::string& text);

/// Lines broken at blanks so that none has more than `columns` letters where that can be, the rest
/// of a line below its `indent`. Colours take no room.
std::string wrapped(const std::string& text, std::size_t columns, std::size_t indent);

/// The text with its middle left out, so that it has at most `most` letters (at least 5).
std::string shortened(const std::string& text, std::size_t most);

}  // namespace graze::tool
