// SPDX-License-Identifier: MIT
// Random queries of every family against exact rational arithmetic, and laws.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "linear_queries.h"
#include "support/exact_linear_ccd.h"
#include "support/trials.h"

namespace graze::test {
namespace {
LinearKind kind_of_trial(std::size_t i) {
  return i % 2 == 0 ? LinearKind::kVertexFace : LinearKind::kEdgeEdge;
}

void expect_near_at_hi(const LinearQuery& query, const LinearContact& answer) {
  const mpq_class distance(answer.distance);
  EXPECT_LE(answer.distance, answer.tolerance) << describe(query);
  EXPECT_TRUE(exact_distance_sq(query, mpq_class(answer.time.hi)) <= distance * distance)
      << "too far at hi\n"
      << describe(query);
}

/// What the exact answer demands of ours.
void expect_sound(const LinearQuery& query, const LinearContact& answer,
                  const std::optional<ExactTime>& truth) {
  if (truth) {
    EXPECT_FALSE(answer.outcome == Outcome::kSeparated) << "missed\n" << describe(query);
    EXPECT_TRUE(mpq_class(answer.time.lo) <= truth->hi) << "late\n" << describe(query);
  }
  if (answer.outcome == Outcome::kContact) expect_near_at_hi(query, answer);
  EXPECT_FALSE(answer.outcome == Outcome::kUndecided) << "undecided\n" << describe(query);
}

class C5_LinearCcd : public testing::TestWithParam<QueryFamily> {};

std::string family_name(const testing::TestParamInfo<QueryFamily>& info) {
  static const char* const names[] = {"Generic", "Grid",     "Flat",     "Line",
                                      "Slow",    "NearMiss", "Sliver",   "FarAway",
                                      "Scaled",  "Gliding",  "OneMoving"};
  return names[static_cast<int>(info.param)];
}

TEST_P(C5_LinearCcd, AgreesWithExactRationalArithmetic) {
  const std::size_t count = trials(4'000);
  std::size_t contacts = 0, alarms = 0, most_steps = 0;
  for (std::size_t i = 0; i < count && !HasFailure(); ++i) {
    std::mt19937_64 random = generator(i);
    const LinearQuery query = random_query(GetParam(), kind_of_trial(i), random);
    LinearCcdOptions options;
    options.tolerance = std::pow(10.0, -3.0 * static_cast<double>(1 + (i / 2) % 4));
    const LinearContact answer = first_contact_linear(query, options);
    const std::optional<ExactTime> truth = exact_first_contact(query);
    expect_sound(query, answer, truth);
    contacts += truth.has_value();
    alarms += !truth && answer.outcome == Outcome::kContact;
    most_steps = std::max<std::size_t>(most_steps, answer.steps);
  }
  std::printf("[ counted  ] %zu contacts, %zu alarms within tolerance, most steps %zu\n", contacts,
              alarms, most_steps);
}

TEST_P(C5_LinearCcd, SwapAndTimeReversalChangeNoCertainAnswer) {
  const std::size_t count = trials(4'000);
  for (std::size_t i = 0; i < count && !HasFailure(); ++i) {
    std::mt19937_64 random = generator(i);
    const LinearQuery query = random_query(GetParam(), kind_of_trial(i), random);
    const LinearContact answer = first_contact_linear(query);
    for (const LinearQuery& other : {swapped(query), reversed(query)}) {
      if (first_contact_linear(other).outcome == answer.outcome) continue;
      EXPECT_FALSE(exact_first_contact(query)) << describe(query);  // only an alarm may differ
    }
  }
}

TEST_P(C5_LinearCcd, ShorterSpanAsksOnlyAboutItself) {
  const std::size_t count = trials(2'000);
  for (std::size_t i = 0; i < count && !HasFailure(); ++i) {
    std::mt19937_64 random = generator(i);
    const LinearQuery query = random_query(GetParam(), kind_of_trial(i), random);
    const double until = std::uniform_real_distribution<double>(0.0, 1.0)(random);
    const LinearContact part = first_contact_linear(query, {.until = until});
    EXPECT_LE(part.time.hi, until);
    const std::optional<ExactTime> truth = exact_first_contact(query);
    if (truth && truth->hi <= until) {
      EXPECT_EQ(part.outcome, Outcome::kContact) << describe(query);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Families, C5_LinearCcd,
                         testing::Values(QueryFamily::kGeneric, QueryFamily::kGrid,
                                         QueryFamily::kFlat, QueryFamily::kLine, QueryFamily::kSlow,
                                         QueryFamily::kNearMiss, QueryFamily::kSliver,
                                         QueryFamily::kFarAway, QueryFamily::kScaled,
                                         QueryFamily::kGliding, QueryFamily::kOneMoving),
                         family_name);

/// Boxes of random widths up to `radius` about the points.
std::array<IntervalVec3, 8> boxes_about(const LinearQuery& query, double radius,
                                        std::mt19937_64& random) {
  std::uniform_real_distribution<double> off(0.0, radius);
  std::array<IntervalVec3, 8> boxes;
  for (int k = 0; k < 8; ++k) {
    const Vec3& p = k < 4 ? query.start[k] : query.end[k - 4];
    for (int axis = 0; axis < 3; ++axis) {
      boxes[k][axis] = {p[axis] - off(random), p[axis] + off(random)};
    }
  }
  return boxes;
}

TEST(C5_LinearCcdEnclosure, AnswerHoldsForEveryMember) {
  const std::size_t count = trials(4'000);
  std::size_t separated = 0;
  for (std::size_t i = 0; i < count && !testing::Test::HasFailure(); ++i) {
    std::mt19937_64 random = generator(i);
    const LinearQuery member = random_query(QueryFamily::kNearMiss, kind_of_trial(i), random);
    const double radius = std::pow(10.0, std::uniform_real_distribution<double>(-16, -5)(random));
    const LinearQuery query = enclose_query(member.kind, boxes_about(member, radius, random));
    const LinearContact answer = first_contact_linear(query);
    expect_sound(member, answer, exact_first_contact(member));
    separated += answer.outcome == Outcome::kSeparated;
  }
  std::printf("[ counted  ] %zu separated\n", separated);
  EXPECT_GT(separated, count / 10);  // enclosures must not blur everything
}
}  // namespace
}  // namespace graze::test
