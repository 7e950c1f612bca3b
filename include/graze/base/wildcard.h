// SPDX-License-Identifier: MIT
// Names with wildcards, as people write them in rules and on the command line.
#pragma once
#include <string>

namespace graze {

/// True if the text is the pattern itself, or if the pattern's `*` and `?` can stand for it.
bool is_like(const std::string& text, const std::string& pattern);

}  // namespace graze
