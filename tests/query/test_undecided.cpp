// SPDX-License-Identifier: MIT
// Whoever answers says in the same way why there is no answer.
#include <gtest/gtest.h>

#include <atomic>

#include "graze/geometry/shapes.h"
#include "graze/query/choose_method.h"

namespace graze {
namespace {

/// Two brackets that meet half-way: every method has to search.
PairQuestion two_brackets() {
  const Shape bracket = Shape::from_mesh(make_shape("l_bracket", {}), "bracket");
  const double far = 2.0 * bracket.diagonal();
  PairQuestion question;
  question.a = {bracket, Motion()};
  question.b = {bracket, Motion::between({Mat3::Identity(), Vec3(far, 0.1, 0.1)},
                                         {Mat3::Identity(), Vec3(-far, 0.1, 0.1)}, {0.0, 1.0},
                                         Interpolation::kScrew)};
  question.tolerance = 1e-6;
  return question;
}

TEST(G1_Undecided, EveryMethodSaysWhichLimitOfTheBudgetItReached) {
  const std::atomic<bool> cancel{true};
  const std::pair<Budget, Undecided> budgets[] = {{{.max_tests = 1}, Undecided::kBudgetOfTests},
                                                  {{.max_seconds = 0.0}, Undecided::kBudgetOfTime},
                                                  {{.cancel = &cancel}, Undecided::kCancelled}};
  std::size_t asked = 0;
  for (const MethodRow& row : method_table()) {
    for (const auto& [budget, why] : budgets) {
      PairQuestion question = two_brackets();
      if (!row.applies(question)) continue;
      SCOPED_TRACE(std::string(name(row.method)) + ": " + std::string(name(why)));
      EXPECT_EQ(answer(question, {.method = row.method}).undecided, Undecided::kNo);
      question.budget = budget;
      const ContactReport report = answer(question, {.method = row.method});
      EXPECT_EQ(report.outcome, Outcome::kUndecided);
      EXPECT_EQ(report.undecided, why);
      EXPECT_EQ(explanation(report), name(why));
      ++asked;
    }
  }
  EXPECT_GE(asked, 12u);
}

TEST(G1_Undecided, EveryReasonHasWordsOfItsOwn) {
  for (int a = 0; a <= static_cast<int>(Undecided::kEmpty); ++a) {
    EXPECT_NE(name(static_cast<Undecided>(a)), "?");
    for (int b = 0; b < a; ++b)
      EXPECT_NE(name(static_cast<Undecided>(a)), name(static_cast<Undecided>(b)));
  }
}

}  // namespace
}  // namespace graze
