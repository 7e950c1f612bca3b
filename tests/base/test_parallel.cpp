// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

#include "graze/base/parallel.h"

namespace graze {
namespace {

TEST(Base_ParallelFor, EveryIndexIsVisitedOnceWhateverTheNumberOfThreads) {
  for (const int threads : {0, 1, 2, 7}) {
    std::vector<int> visits(10'007, 0);
    parallel_for(
        visits.size(), [&](std::size_t i) { ++visits[i]; }, threads);
    EXPECT_EQ(visits, std::vector<int>(visits.size(), 1)) << threads;
  }
}

TEST(Base_ParallelFor, NoIndexMeansNoCall) {
  parallel_for(0, [](std::size_t) { FAIL(); });
}

TEST(Base_ParallelFor, AnExceptionReachesTheCaller) {
  for (const int threads : {0, 1, 2}) {
    const auto body = [](std::size_t i) {
      if (i == 500) throw std::runtime_error("at 500");
    };
    EXPECT_THROW(parallel_for(1000, body, threads), std::runtime_error) << threads;
  }
}

TEST(Base_ParallelFor, LoopsNest) {
  std::atomic<int> sum{0};
  parallel_for(20, [&](std::size_t) { parallel_for(30, [&](std::size_t) { ++sum; }); });
  EXPECT_EQ(sum, 600);
}

TEST(Base_ParallelInvoke, BothAreDoneOnReturn) {
  int first = 0;
  int second = 0;
  parallel_invoke([&] { first = 1; }, [&] { second = 2; });
  EXPECT_EQ(first + second, 3);
  EXPECT_GE(default_thread_count(), 1);
}

TEST(Base_WithThreads, LimitsTheLoopsInside) {
  with_threads(1, [] { EXPECT_EQ(default_thread_count(), 1); });
  with_threads(0, [] { EXPECT_GE(default_thread_count(), 1); });
}

#if defined(__SANITIZE_THREAD__)
// The suppressions that TBB needs must not hide what the sanitizer is run for.
TEST(Base_ThreadSanitizer, ARaceBetweenTwoBodiesOfALoopIsFound) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  long sum = 0;
  const auto race = [&] {
    for (int i = 0; i < 100; ++i) {
      parallel_for(100'000, [&](std::size_t k) { sum += static_cast<long>(k); });
    }
  };
  EXPECT_DEATH(race(), "data race");
}
#endif

}  // namespace
}  // namespace graze
