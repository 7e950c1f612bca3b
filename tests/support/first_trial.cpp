// SPDX-License-Identifier: MIT
#include "support/first_trial.h"

#include <cstdlib>

namespace graze::test {

std::size_t first_trial() {
  const char* text = std::getenv("GRAZE_FIRST");
  return text == nullptr ? 0 : std::strtoull(text, nullptr, 10);
}

}  // namespace graze::test
