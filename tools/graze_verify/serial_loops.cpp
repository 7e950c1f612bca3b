// SPDX-License-Identifier: MIT
// The loops of base/parallel.h on one thread. Linked before the library's own, so that the checker
// needs no TBB.
#include "graze/base/parallel.h"

namespace graze {

void parallel_for(std::size_t count, const std::function<void(std::size_t)>& body, int) {
  for (std::size_t i = 0; i < count; ++i) body(i);
}

void parallel_invoke(const std::function<void()>& first, const std::function<void()>& second) {
  first();
  second();
}

void with_threads(int, const std::function<void()>& body) { body(); }

int default_thread_count() { return 1; }

}  // namespace graze
