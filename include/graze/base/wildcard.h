// SPDX-License-Identifier: MIT
// Names with wildcards, as people write them in rules and on the command line.
#pragma once
#include <string>

namespace graze {

/// True if the text equals the pattern, or matches it as a shell pattern: `*` is any text, `?` any
/// one character, `[ab]` one of those.
bool is_like(const std::string& text, const std::string& pattern);

}  // namespace graze
