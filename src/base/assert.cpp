// SPDX-License-Identifier: MIT
#include "graze/base/assert.h"

#include <cstdio>
#include <cstdlib>

namespace graze {
void fail_assertion(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, condition);
  std::abort();
}
}  // namespace graze
