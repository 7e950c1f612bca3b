// SPDX-License-Identifier: MIT
#include "graze/base/wildcard.h"

#include <fnmatch.h>

namespace graze {

bool is_like(const std::string& text, const std::string& pattern) {
  return text == pattern || ::fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
}

}  // namespace graze
