// SPDX-License-Identifier: MIT
#include "graze/base/parallel.h"

#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>
#include <tbb/task_arena.h>

namespace graze {

void parallel_for(std::size_t count, const std::function<void(std::size_t)>& body, int threads) {
  if (threads == 1) {
    for (std::size_t i = 0; i < count; ++i) body(i);
    return;
  }
  tbb::task_arena arena(threads > 0 ? threads : tbb::task_arena::automatic);
  arena.execute([&] { tbb::parallel_for(std::size_t{0}, count, body); });
}

void parallel_invoke(const std::function<void()>& first, const std::function<void()>& second) {
  tbb::parallel_invoke(first, second);
}

int default_thread_count() { return tbb::this_task_arena::max_concurrency(); }

}  // namespace graze
