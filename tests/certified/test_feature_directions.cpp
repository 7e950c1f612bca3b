// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "methods/certified/feature_directions.h"
#include "support/fine_gaps.h"
#include "support/rational_distance.h"
#include "support/trials.h"

namespace graze {
namespace {
using test::RationalTriangle;

double norm_error(const Vec3& n) { return std::abs(n.norm() - 1.0); }

RationalTriangle exactly(const Corners& t) {
  return {test::exactly(t[0]), test::exactly(t[1]), test::exactly(t[2])};
}

/// Of the corners along n, without rounding up to the last operation.
double gap_along(const Vec3& n, const RationalTriangle& a, const RationalTriangle& b) {
  const test::RationalVec3 exact_n = test::exactly(n);
  mpq_class gap = dot(exact_n, b[0] - a[0]);
  for (const test::RationalVec3& p : a) {
    for (const test::RationalVec3& q : b) gap = std::min(gap, dot(exact_n, q - p));
  }
  return gap.get_d() / test::root(dot(exact_n, exact_n));
}

/// The widest of all directions.
double widest_gap(const Corners& a, const Corners& b) {
  const RationalTriangle exact_a = exactly(a), exact_b = exactly(b);
  double widest = -1.0;
  for (const certified::FeatureDirection& direction : certified::feature_directions(a, b)) {
    if (direction.n == Vec3::Zero()) continue;
    EXPECT_LE(norm_error(direction.n), 1e-15);
    widest = std::max(widest, gap_along(direction.n, exact_a, exact_b));
  }
  return widest;
}

double extent(const Corners& a, const Corners& b) {
  double largest = 0.0;
  for (const Vec3& p : a) {
    for (const Vec3& q : b) largest = std::max(largest, (q - p).norm());
  }
  return largest;
}

TEST(C4_FeatureDirections, OneReachesTheExactDistanceUpToRounding) {
  double worst = 0.0;
  for (std::size_t trial = 0, count = test::trials(5'000); trial < count; ++trial) {
    std::mt19937_64 random = test::generator(trial);
    const double gap = std::pow(10.0, std::uniform_real_distribution<double>(-14.0, 0.0)(random));
    const test::FineGap pair = test::random_fine_gap(random, gap);
    const double distance =
        test::root(test::triangle_triangle_sq(exactly(pair.a), exactly(pair.b)));
    const double unit = 0x1p-50 * extent(pair.a, pair.b);
    if (distance < 2.0 * unit) continue;
    const double lost = (distance - widest_gap(pair.a, pair.b)) / unit;
    worst = std::max(worst, lost);
    EXPECT_LE(lost, 2.0) << trial << " gap " << gap;
  }
  std::printf("[ worst    ] %.3g times 2^-50 of the extent\n", worst);
}

TEST(C4_FeatureDirections, SegmentsAndPointsHaveThemToo) {
  const Corners point{Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
  const Corners segment{Vec3(-1, 1, 0), Vec3(2, 1, 0), Vec3(0, 1, 0)};
  EXPECT_EQ(widest_gap(point, segment), 1.0);
  EXPECT_EQ(widest_gap(segment, point), 1.0);
  EXPECT_EQ(widest_gap(point, point), -1.0);  // none
}

TEST(C4_FeatureDirections, SmallAndLargeScalesHaveTheSame) {
  for (std::size_t trial = 0, count = test::trials(400); trial < count; ++trial) {
    std::mt19937_64 random = test::generator(trial);
    const test::FineGap pair = test::random_fine_gap(random, 1e-11);
    const auto unscaled = certified::feature_directions(pair.a, pair.b);
    for (const double scale : {0x1p-130, 0x1p130}) {
      Corners a = pair.a, b = pair.b;
      for (int k = 0; k < 3; ++k) a[k] *= scale, b[k] *= scale;
      const auto scaled = certified::feature_directions(a, b);
      for (std::size_t k = 0; k < scaled.size(); ++k)
        EXPECT_EQ(scaled[k].n, unscaled[k].n) << trial;
    }
  }
}

}  // namespace
}  // namespace graze
