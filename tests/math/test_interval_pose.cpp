// SPDX-License-Identifier: MIT
// Vectors, matrices and poses of intervals contain what rational arithmetic gives for members.
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>

#include "graze/math/interval_pose.h"
#include "math/exact_member.h"
#include "support/random_doubles.h"
#include "support/trials.h"

namespace graze {
namespace {

using Exact3 = std::array<mpq_class, 3>;
using Exact33 = std::array<Exact3, 3>;

bool holds(const IntervalVec3& enclosure, const Exact3& truth) {
  return holds(enclosure.x, truth[0]) && holds(enclosure.y, truth[1]) &&
         holds(enclosure.z, truth[2]);
}

mpq_class dot(const Exact3& a, const Exact3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Exact3 cross(const Exact3& a, const Exact3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Exact3 exact_times(const Exact33& m, const Exact3& v) {
  return {dot(m[0], v), dot(m[1], v), dot(m[2], v)};
}

Exact33 transposed(const Exact33& m) {
  Exact33 t;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) t[i][j] = m[j][i];
  return t;
}

/// An interval and one of its members; exact zeros and points are common.
struct Drawn {
  Interval interval;
  double member;
};

Drawn draw(std::mt19937_64& random) {
  const double x = random() % 8 == 0 ? 0.0 : test::with_exponent(random, -60, 60);
  switch (random() % 3) {
    case 0:
      return {x, x};
    case 1: {
      const Interval a(round_down(x), round_up(x));
      return {a, random() % 2 != 0 ? a.lo : a.hi};
    }
    default: {
      const double y = test::with_exponent(random, -60, 60);
      const Interval a = ordered(x, y);
      return {a, random() % 2 != 0 ? x : test::uniform(random, a.lo, a.hi)};
    }
  }
}

struct DrawnVector {
  IntervalVec3 interval;
  Vec3 member;
  Exact3 exact;
};

DrawnVector draw_vector(std::mt19937_64& random) {
  DrawnVector v;
  for (int k = 0; k < 3; ++k) {
    const Drawn d = draw(random);
    v.interval[k] = d.interval;
    v.member[k] = d.member;
    v.exact[k] = d.member;
  }
  return v;
}

struct DrawnMatrix {
  IntervalMat3 interval;
  Mat3 member;
  Exact33 exact;
};

DrawnMatrix draw_matrix(std::mt19937_64& random) {
  DrawnMatrix m;
  for (int k = 0; k < 3; ++k) {
    const DrawnVector row = draw_vector(random);
    m.interval.rows[k] = row.interval;
    m.member.row(k) = row.member.transpose();
    m.exact[k] = row.exact;
  }
  return m;
}

template <typename Check>
void for_random(std::size_t full, const Check& check) {
  const std::size_t count = test::trials(full);
  for (std::size_t block = 0; block * 1000 < count; ++block) {
    std::mt19937_64 random = test::generator(block);
    for (int i = 0; i < 1000 && !testing::Test::HasFailure(); ++i) check(random);
  }
}

TEST(C2_IntervalVec3, DotContainsTheTruth) {
  for_random(1'000'000, [](std::mt19937_64& random) {
    const DrawnVector a = draw_vector(random), b = draw_vector(random);
    const mpq_class truth = dot(a.exact, b.exact);
    EXPECT_TRUE(holds(dot(a.interval, b.interval), truth));
    EXPECT_TRUE(holds(dot(a.member, b.interval), truth));
    EXPECT_TRUE(holds(dot(a.interval, b.member), truth));
  });
}

TEST(C2_IntervalVec3, DotOfPointsIsTightAgainstTheSizeOfItsTerms) {
  double worst = 0.0;
  for_random(1'000'000, [&](std::mt19937_64& random) {
    const DrawnVector a = draw_vector(random), b = draw_vector(random);
    const Interval got = dot(IntervalVec3(a.member), IntervalVec3(b.member));
    const double size = a.member.cwiseProduct(b.member).cwiseAbs().sum();
    if (size < 1e-290) return;  // there the term for underflow shows
    EXPECT_TRUE(holds(got, dot(a.exact, b.exact)));
    worst = std::max(worst, (got.hi - got.lo) / (2.0 * kUnitRoundoff * size));
  });
  std::printf("[ width    ] dot: radius at most %.3f u * sum|a_i b_i|\n", worst);
  EXPECT_LE(worst, 6.5);
}

TEST(C2_IntervalVec3, DotSurvivesUnderflowAndOverflow) {
  for_random(1'000'000, [](std::mt19937_64& random) {
    Vec3 a, b;
    Exact3 exact_a, exact_b;
    for (int k = 0; k < 3; ++k) {
      exact_a[k] = a[k] = test::any_double(random);
      exact_b[k] = b[k] = test::any_double(random);
    }
    const Interval got = dot(IntervalVec3(a), IntervalVec3(b));
    const mpq_class truth = dot(exact_a, exact_b);
    EXPECT_TRUE(got.lo == -kInfinity || mpq_class(got.lo) <= truth);
    EXPECT_TRUE(got.hi == kInfinity || mpq_class(got.hi) >= truth);
  });
}

TEST(C2_IntervalVec3, SumsCrossAndNormsContainTheTruth) {
  for_random(200'000, [](std::mt19937_64& random) {
    const DrawnVector a = draw_vector(random), b = draw_vector(random);
    const Drawn s = draw(random);
    const Exact3 across = cross(a.exact, b.exact);
    EXPECT_TRUE(holds(cross(a.interval, b.interval), across));
    EXPECT_TRUE(holds(cross(a.member, b.interval), across));
    EXPECT_TRUE(holds(cross(a.interval, b.member), across));
    const mpq_class norm_square = dot(a.exact, a.exact);
    EXPECT_TRUE(holds(norm_sq(a.interval), norm_square));
    const Interval length = norm(a.interval);
    EXPECT_GE(length.lo, 0.0);
    EXPECT_TRUE(mpq_class(length.lo) * mpq_class(length.lo) <= norm_square);
    EXPECT_TRUE(mpq_class(length.hi) * mpq_class(length.hi) >= norm_square);
    for (int k = 0; k < 3; ++k) {
      EXPECT_TRUE(holds((a.interval + b.interval)[k], a.exact[k] + b.exact[k]));
      EXPECT_TRUE(holds((a.interval - b.interval)[k], a.exact[k] - b.exact[k]));
      EXPECT_TRUE(holds((s.interval * a.interval)[k], mpq_class(s.member) * a.exact[k]));
      EXPECT_TRUE(holds((s.interval * a.member)[k], mpq_class(s.member) * a.exact[k]));
    }
  });
}

TEST(C2_IntervalVec3, NormalizedContainsTheDirection) {
  for_random(200'000, [](std::mt19937_64& random) {
    const DrawnVector a = draw_vector(random);
    const IntervalVec3 direction = normalized(a.interval);
    const mpq_class length_sq = dot(a.exact, a.exact);
    if (length_sq == 0) return;
    for (int k = 0; k < 3; ++k) {  // x / |a| <= hi  <=>  x |x| <= hi |hi| |a|^2
      const mpq_class x = a.exact[k], lo(direction[k].lo), hi(direction[k].hi);
      EXPECT_TRUE(lo * abs(lo) * length_sq <= x * abs(x));
      EXPECT_TRUE(hi * abs(hi) * length_sq >= x * abs(x));
    }
  });
}

TEST(C2_IntervalPose, ProductsContainTheTruth) {
  for_random(100'000, [](std::mt19937_64& random) {
    const DrawnMatrix a = draw_matrix(random), b = draw_matrix(random);
    const DrawnVector t = draw_vector(random), u = draw_vector(random), p = draw_vector(random);
    EXPECT_TRUE(holds(a.interval * p.interval, exact_times(a.exact, p.exact)));
    EXPECT_TRUE(holds(a.interval * p.member, exact_times(a.exact, p.exact)));
    EXPECT_TRUE(holds(a.member * p.interval, exact_times(a.exact, p.exact)));
    EXPECT_TRUE(
        holds(transpose_times(a.interval, p.interval), exact_times(transposed(a.exact), p.exact)));
    const IntervalPose pose_a(a.interval, t.interval), pose_b(b.interval, u.interval);
    Exact3 moved = exact_times(a.exact, exact_times(b.exact, p.exact));
    const Exact3 shift = exact_times(a.exact, u.exact);
    for (int k = 0; k < 3; ++k) moved[k] += shift[k] + t.exact[k];
    EXPECT_TRUE(holds((pose_a * pose_b) * p.interval, moved));
    EXPECT_TRUE(holds(pose_a * (pose_b * p.interval), moved));
    EXPECT_TRUE(holds(pose_a * IntervalVec3(pose_b * p.member), moved));
    const Exact33 columns = transposed(b.exact);
    for (int k = 0; k < 3; ++k) {
      const Exact3 column = exact_times(a.exact, columns[k]);
      EXPECT_TRUE(holds((a.interval * b.interval).column(k), column));
      EXPECT_TRUE(holds((a.interval * b.member).column(k), column));
      EXPECT_TRUE(holds((a.member * b.interval).column(k), column));
    }
    const Exact3 back = exact_times(transposed(a.exact), t.exact);
    EXPECT_TRUE(holds(-inverse(pose_a).translation, back));
    EXPECT_EQ(inverse(pose_a).rotation, transpose(a.interval));
  });
}

/// Enclosures convert from plain values; plain products must still be Eigen's, mixed ones
/// enclosures.
TEST(C2_IntervalPose, OverloadsOfPlainAndEnclosedValuesDoNotCompete) {
  const Vec3 v(1.0, 2.0, 3.0);
  const Mat3 m = Mat3::Identity();
  const Pose pose{m, v};
  EXPECT_EQ(Vec3(2.0 * v), Vec3(v * 2));
  EXPECT_EQ(Vec3(m * v + pose * v), Vec3(3.0 * v));
  EXPECT_EQ(Mat3(2.0 * m * m), Mat3(m * 2.0));
  const IntervalVec3 enclosed(v);
  const IntervalPose enclosed_pose(pose);
  for (const IntervalVec3& moved : {enclosed_pose * v, enclosed_pose * enclosed, pose * enclosed,
                                    m * enclosed + v, enclosed_pose.rotation * v + enclosed,
                                    Interval(2.0) * v, v * Interval(2.0), 2 * enclosed}) {
    EXPECT_TRUE(moved.contains(Vec3(2.0 * v)));
  }
}

TEST(C2_IntervalPose, ContainsThePoseItWasMadeFrom) {
  for_random(10'000, [](std::mt19937_64& random) {
    const Pose pose{draw_matrix(random).member, draw_vector(random).member};
    EXPECT_TRUE(IntervalPose(pose).contains(pose));
    EXPECT_EQ(IntervalPose(pose).rotation.middle(), pose.rotation);
  });
}

}  // namespace
}  // namespace graze
