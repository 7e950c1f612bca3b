// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "graze/base/budget.h"

namespace graze {
namespace {

int tests_until_exhausted(const Budget& budget, int limit) {
  BudgetWatch watch(budget);
  int count = 0;
  while (count < limit && !watch.spend()) ++count;
  return count;
}

TEST(Base_Budget, TheDefaultHasNoLimits) { EXPECT_EQ(tests_until_exhausted({}, 5000), 5000); }

TEST(Base_Budget, StopsAtTheNumberOfTests) {
  EXPECT_EQ(tests_until_exhausted({.max_tests = 100}, 5000), 99);
}

TEST(Base_Budget, ACancelFlagIsSeenWithin256Tests) {
  std::atomic<bool> cancel{false};
  BudgetWatch watch({.cancel = &cancel});
  for (int i = 0; i < 300; ++i) ASSERT_FALSE(watch.spend());
  cancel = true;
  int more = 0;
  while (!watch.spend()) ++more;
  EXPECT_LT(more, 256);
  EXPECT_TRUE(watch.exhausted());
}

TEST(Base_Budget, NoTimeLeftStopsAtOnce) {
  EXPECT_EQ(tests_until_exhausted({.max_seconds = 0.0}, 5000), 0);
}

TEST(Base_Budget, StaysExhausted) {
  BudgetWatch watch({.max_tests = 1});
  EXPECT_TRUE(watch.spend());
  EXPECT_TRUE(watch.spend());
}

TEST(Base_Budget, SaysWhichLimitWasReached) {
  const std::atomic<bool> cancel{true};
  const auto limit_of = [](const Budget& budget) {
    BudgetWatch watch(budget);
    EXPECT_EQ(watch.limit(), BudgetLimit::kNone);
    watch.spend();
    return watch.limit();
  };
  EXPECT_EQ(limit_of({}), BudgetLimit::kNone);
  EXPECT_EQ(limit_of({.max_tests = 1}), BudgetLimit::kTests);
  EXPECT_EQ(limit_of({.max_seconds = 0.0}), BudgetLimit::kSeconds);
  EXPECT_EQ(limit_of({.cancel = &cancel}), BudgetLimit::kCancelled);
}

}  // namespace
}  // namespace graze
