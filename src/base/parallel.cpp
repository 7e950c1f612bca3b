// SPDX-License-Identifier: MIT
#include "graze/base/parallel.h"

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>
#include <tbb/task_arena.h>

#include <algorithm>

#if defined(GRAZE_THREAD_SANITIZER)
extern "C" void __tsan_acquire(void* address);
extern "C" void __tsan_release(void* address);
#endif

namespace graze {
namespace {

// TBB is built without the thread sanitizer (and so is this file, for TBB's templates), which
// therefore does not see that a loop's body runs after the call and ends before the return. This
// class tells it so. It says nothing about two bodies: a race between them is still found. Empty in
// other builds.
class ForkJoin {
 public:
  ForkJoin() { release(&fork_); }
  ~ForkJoin() { acquire(&join_); }
  ForkJoin(const ForkJoin&) = delete;
  ForkJoin& operator=(const ForkJoin&) = delete;

  class Branch {
   public:
    explicit Branch(ForkJoin& parent) : parent_(parent) { acquire(&parent_.fork_); }
    ~Branch() { release(&parent_.join_); }
    Branch(const Branch&) = delete;
    Branch& operator=(const Branch&) = delete;

   private:
    ForkJoin& parent_;
  };

 private:
#if defined(GRAZE_THREAD_SANITIZER)
  static void acquire(char* address) { __tsan_acquire(address); }
  static void release(char* address) { __tsan_release(address); }
#else
  static void acquire(char*) {}
  static void release(char*) {}
#endif

  char fork_ = 0;
  char join_ = 0;
};

// More threads than cores would only make TBB print a warning.
int arena_size(int threads) {
  if (threads <= 0) return tbb::task_arena::automatic;
  return std::min(threads, tbb::info::default_concurrency());
}

}  // namespace

void parallel_for(std::size_t count, const std::function<void(std::size_t)>& body, int threads) {
  if (threads == 1) {
    for (std::size_t i = 0; i < count; ++i) body(i);
    return;
  }
  ForkJoin fork_join;
  const auto branch = [&](std::size_t i) {
    const ForkJoin::Branch scope(fork_join);
    body(i);
  };
  with_threads(threads, [&] { tbb::parallel_for(std::size_t{0}, count, branch); });
}

void parallel_invoke(const std::function<void()>& first, const std::function<void()>& second) {
  ForkJoin fork_join;
  const auto run = [&](const std::function<void()>& body) {
    const ForkJoin::Branch scope(fork_join);
    body();
  };
  tbb::parallel_invoke([&] { run(first); }, [&] { run(second); });
}

void with_threads(int threads, const std::function<void()>& body) {
  ForkJoin fork_join;
  tbb::task_arena arena(arena_size(threads));
  arena.execute([&] {
    const ForkJoin::Branch scope(fork_join);
    body();
  });
}

int default_thread_count() { return tbb::this_task_arena::max_concurrency(); }

}  // namespace graze
