// SPDX-License-Identifier: MIT
// Stopping at a distance, against exact distances at many rational times.                 [C5, C9]
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "graze/base/error.h"
#include "graze/methods/linear.h"
#include "support/exact_linear_ccd.h"
#include "support/trials.h"

namespace graze::test {
namespace {
/// The exact distance at a double time is greater than the limit, which is a double.
bool is_farther(const LinearQuery& query, double t, double limit) {
  return exact_distance_sq(query, mpq_class(t)) > mpq_class(limit) * mpq_class(limit);
}

LinearQuery random_query(std::mt19937_64& random) {
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  LinearQuery query;
  query.kind = random() % 2 ? LinearKind::kEdgeEdge : LinearKind::kVertexFace;
  const Vec3 apart(0.0, 0.0, 1.5 * unit(random));
  for (std::size_t k = 0; k < 4; ++k) {
    query.start[k] = Vec3(unit(random), unit(random), unit(random));
    query.end[k] = query.start[k] + 0.7 * Vec3(unit(random), unit(random), unit(random));
    if (k == 0 || (k == 1 && query.kind == LinearKind::kEdgeEdge)) {
      query.start[k] += apart;
      query.end[k] -= apart;
    }
  }
  return query;
}

TEST(C9_LinearSeparation, NothingIsNearerBeforeTheBracketAndItsUpperEndIsNear) {
  const std::size_t count = trials(4000);
  std::size_t contacts = 0, free = 0;
  for (std::size_t trial = 0; trial < count; ++trial) {
    auto random = generator(trial);
    const LinearQuery query = random_query(random);
    const double gap = std::pow(10.0, -static_cast<double>(random() % 5));
    const LinearContact answer =
        first_contact_linear(query, {.tolerance = 1e-6, .min_separation = gap});
    ASSERT_NE(answer.outcome, Outcome::kUndecided) << "trial " << trial;
    const double end = answer.outcome == Outcome::kSeparated ? 1.0 : answer.time.lo;
    for (int k = 0; k <= 32; ++k) {
      const double t = end * k / 32.0;
      if (answer.outcome == Outcome::kContact && t >= answer.time.lo) break;
      ASSERT_TRUE(is_farther(query, t, gap)) << "trial " << trial << " at " << t;
    }
    if (answer.outcome == Outcome::kContact) {
      ASSERT_FALSE(is_farther(query, answer.time.hi, gap + 1.0001 * answer.tolerance)) << trial;
    }
    (answer.outcome == Outcome::kContact ? contacts : free) += 1;
  }
  std::printf("[ counted  ] %zu contacts, %zu free\n", contacts, free);
  EXPECT_GT(contacts, count / 5);
  EXPECT_GT(free, count / 10);
}

TEST(C9_LinearSeparation, AFallingPointStopsWhereItIsAskedTo) {
  const LinearQuery query{LinearKind::kVertexFace,
                          {Vec3(0.25, 0.25, 1), Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)},
                          {Vec3(0.25, 0.25, -1), Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)}};
  const LinearContact answer = first_contact_linear(query, {.min_separation = 0.5});
  ASSERT_EQ(answer.outcome, Outcome::kContact);
  EXPECT_LE(answer.time.lo, 0.25);
  EXPECT_NEAR(answer.time.hi, 0.25, 1e-6);
  EXPECT_NEAR(answer.distance, 0.5, 1e-6);
  EXPECT_THROW(first_contact_linear(query, {.min_separation = -1.0}), InputError);
  EXPECT_THROW(first_contact_linear(query, {.min_separation = NAN}), InputError);
}

TEST(C9_LinearSeparation, MeshesStopWhereTheyAreAskedTo) {
  const std::vector<Vec3> square{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  const std::vector<Triangle> triangles{{0, 1, 2}, {0, 2, 3}};
  const LinearMesh floor{TriangleMesh(square, triangles), square};
  std::vector<Vec3> above = square, below = square;
  for (Vec3& p : above) p += Vec3(0.3, 0.2, 2.0);
  for (Vec3& p : below) p += Vec3(0.3, 0.2, 0.5);
  const LinearMesh sheet{TriangleMesh(above, triangles), below};
  EXPECT_EQ(first_contact_linear(sheet, floor).outcome, Outcome::kSeparated);
  EXPECT_EQ(first_contact_linear(sheet, floor, {.min_separation = 0.4}).outcome,
            Outcome::kSeparated);
  const ContactReport near = first_contact_linear(sheet, floor, {.min_separation = 1.0});
  ASSERT_EQ(near.outcome, Outcome::kContact);
  EXPECT_NEAR(near.time.hi, 2.0 / 3.0, 1e-6);
}
}  // namespace
}  // namespace graze::test
