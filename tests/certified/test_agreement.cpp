// SPDX-License-Identifier: MIT
// `bisection` and `certified` share trees and motions but no bound: where both answer, they agree.
#include <gtest/gtest.h>

#include "certified/bisection_cases.h"
#include "graze/methods/certified.h"
#include "support/trials.h"

namespace graze::test {
namespace {
/// Brackets overlap, or the bodies are within tolerance at the earlier upper end; where only one
/// finds a contact, the bodies are within tolerance there.
void expect_agreement(const BisectionCase& c, const ContactReport& x, const ContactReport& y,
                      double tolerance) {
  if (x.outcome == Outcome::kSeparated && y.outcome == Outcome::kSeparated) return;
  const bool both = x.outcome == Outcome::kContact && y.outcome == Outcome::kContact;
  if (both && x.time.lo <= y.time.hi && y.time.lo <= x.time.hi) return;
  const ContactReport& earlier =
      y.outcome != Outcome::kContact || (x.outcome == Outcome::kContact && x.time.hi < y.time.hi)
          ? x
          : y;
  ASSERT_EQ(earlier.outcome, Outcome::kContact);
  const double distance = distance_at(c.a, c.b, earlier.time.hi);
  EXPECT_LE(distance, tolerance * (1.0 + 1e-9));
  EXPECT_GT(distance, 0.0) << "the other one missed it";
}

TEST(C4_Agreement, BisectionAndCertifiedAgreeOnRandomSoups) {
  std::size_t compared = 0;
  for (std::size_t trial = 0, count = trials(10'000); trial < count; ++trial) {
    SCOPED_TRACE(trial);
    auto random = generator(trial);
    const BisectionCase c = random_case(random, trial % 10 == 0 ? 200 : 12);
    const double tolerance = trial % 2 == 0 ? 1e-6 : 1e-4;
    const ContactReport bisection = c.run({.tolerance = tolerance});
    if (bisection.start != StartState::kApart) continue;  // touching starts are told differently
    const int leaf = 1 + static_cast<int>(trial % 4);
    const WideObbTree a(build_obb_tree(c.a.mesh, {.leaf_triangles = leaf}));
    const WideObbTree b(build_obb_tree(c.b.mesh, {.leaf_triangles = leaf}));
    const ContactReport certified = first_contact_certified(
        {a, c.a.motion, 0.0}, {b, c.b.motion, 0.0}, {.tolerance = tolerance});
    if (certified.outcome == Outcome::kUndecided) continue;
    ++compared;
    expect_agreement(c, bisection, certified, tolerance);
  }
  EXPECT_GT(compared, 100u);
}
}  // namespace
}  // namespace graze::test
