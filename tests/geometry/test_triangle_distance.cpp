// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "geometry/triangle_candidates.h"
#include "graze/geometry/triangle_distance.h"
#include "graze/math/pose.h"
#include "support/rational_distance.h"
#include "support/trials.h"

namespace graze {
namespace {
using test::exactly;
using test::RationalTriangle;
using Kind = TriangleFeature::Kind;

RationalTriangle exactly(const Corners& t) {
  return {test::exactly(t[0]), test::exactly(t[1]), test::exactly(t[2])};
}

double extent(const Corners& a, const Corners& b) {
  double largest = 0.0;
  for (const Vec3& p : a) {
    for (const Vec3& q : a) largest = std::max(largest, (p - q).cwiseAbs().maxCoeff());
    for (const Vec3& q : b) largest = std::max(largest, (p - q).cwiseAbs().maxCoeff());
  }
  for (const Vec3& p : b) {
    for (const Vec3& q : b) largest = std::max(largest, (p - q).cwiseAbs().maxCoeff());
  }
  return largest;
}

struct Pair {
  Corners a, b;
};

// Kinds of pairs, from plain to nasty.
Pair random_pair(std::mt19937_64& random, std::size_t kind) {
  std::uniform_real_distribution<double> real(-1.0, 1.0);
  std::uniform_int_distribution<int> whole(-2, 2);
  const auto point = [&] { return Vec3(real(random), real(random), real(random)); };
  const double tiny = std::pow(10.0, -16.0 * std::abs(real(random)));
  Pair pair{{point(), point(), point()}, {point(), point(), point()}};
  auto& [a, b] = pair;
  switch (kind % 10) {
    case 0:  // anywhere
      break;
    case 1:  // apart
      for (Vec3& p : b) p += Vec3(2, 0.3, 0);
      break;
    case 2:  // grid: parallel, coplanar, shared corners, degenerate
      for (Vec3& p : a) p = Vec3(whole(random), whole(random), whole(random)) * 0.1;
      for (Vec3& p : b) p = Vec3(whole(random), whole(random), whole(random)) * 0.1;
      break;
    case 3:  // slivers of any width
      a[2] = a[0] + real(random) * (a[1] - a[0]) + tiny * point();
      b[2] = b[0] + 0.5 * (b[1] - b[0]) + tiny * point();
      break;
    case 4:  // nearly parallel edges at any distance
      b[0] = a[0] + tiny * point();
      b[1] = a[1] + tiny * point();
      break;
    case 5:  // a corner close over a face
      b[0] = a[0] + 0.3 * (a[1] - a[0]) + 0.4 * (a[2] - a[0]) + tiny * point();
      break;
    case 6:  // nearly coplanar
      for (int k = 0; k < 3; ++k) {
        b[k] = a[0] + real(random) * (a[1] - a[0]) + real(random) * (a[2] - a[0]) + tiny * point();
      }
      break;
    case 7:  // needles
      a[1] = a[0] + tiny * point();
      b[2] = b[1] + tiny * tiny * point();
      break;
    case 8:  // a sliver through which an edge just passes
      a[2] = a[0] + 0.5 * (a[1] - a[0]) + tiny * point();
      b[0] = a[0] + 0.4 * (a[1] - a[0]) + 0.2 * (a[2] - a[0]) + tiny * tiny * point();
      break;
    default:  // far from the origin
      for (Vec3& p : a) p += Vec3(1e6, -1e5, 3e7);
      for (Vec3& p : b) p += Vec3(1e6, -1e5, 3e7);
  }
  return pair;
}

TEST(C5_TriangleDistance, IsWithinItsErrorBoundOfTheRationalDistance) {
  double worst = 0.0;
  const std::size_t count = test::trials(40'000);
  for (std::size_t i = 0; i < count; ++i) {
    auto random = test::generator(i);
    const auto [a, b] = random_pair(random, i);
    const mpq_class exact_sq = test::triangle_triangle_sq(exactly(a), exactly(b));
    const double expected = test::root(exact_sq), size = extent(a, b);
    const TriangleDistance found = triangle_distance(a, b);
    const double error = std::abs(found.distance() - expected);
    if (size > 0.0) worst = std::max(worst, error / size);
    ASSERT_LE(error, kDistanceError * size) << "trial " << i << " kind " << i % 10;
    ASSERT_EQ(found.intersecting, exact_sq == 0) << "trial " << i << " kind " << i % 10;
    // Points far from the origin are rounded to their own size.
    const double slack = kDistanceError * size + 0x1p-50 * (a[0].cwiseAbs().maxCoeff() + size);
    ASSERT_NEAR((found.point_a - found.point_b).norm(), expected, slack) << "trial " << i;
    const double off_a =
        test::root(test::point_triangle_sq(test::exactly(found.point_a), exactly(a)));
    const double off_b =
        test::root(test::point_triangle_sq(test::exactly(found.point_b), exactly(b)));
    ASSERT_LE(std::max(off_a, off_b), slack) << "trial " << i << " kind " << i % 10;
  }
  std::printf("worst error: %.2f units of 2^-53 times the extent\n", worst * 0x1p53);
}

TEST(C5_TriangleDistance, HasTheSameBitsForEveryInstructionSet) {
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("avx2")) GTEST_SKIP() << "this processor has no AVX2";
  const std::size_t count = test::trials(1'000'000);
  for (std::size_t i = 0; i < count; ++i) {
    auto random = test::generator(i);
    const auto [a, b] = random_pair(random, i);
    const ClosestCandidate narrow = closest_candidate(a[0].data(), b[0].data());
    const ClosestCandidate wide = closest_candidate_avx2(a[0].data(), b[0].data());
    ASSERT_EQ(narrow.distance_sq, wide.distance_sq) << i;
    ASSERT_EQ(narrow.s, wide.s) << i;
    ASSERT_EQ(narrow.t, wide.t) << i;
    ASSERT_TRUE(narrow.kind == wide.kind && narrow.i == wide.i && narrow.j == wide.j) << i;
    ASSERT_EQ(narrow.is_apart, wide.is_apart) << i;
  }
#else
  GTEST_SKIP() << "one instruction set only";
#endif
}

TEST(C5_TriangleDistance, DoesNotChangeWhenTrianglesAreSwappedOrCornersTurned) {
  const std::size_t count = test::trials(200'000);
  for (std::size_t i = 0; i < count; ++i) {
    auto random = test::generator(i);
    const auto [a, b] = random_pair(random, i);
    const TriangleDistance found = triangle_distance(a, b), swapped = triangle_distance(b, a);
    const TriangleDistance turned = triangle_distance({a[1], a[2], a[0]}, {b[2], b[1], b[0]});
    const double slack = 2.0 * kDistanceError * extent(a, b);
    ASSERT_NEAR(found.distance(), swapped.distance(), slack) << i;
    ASSERT_NEAR(found.distance(), turned.distance(), slack) << i;
    ASSERT_EQ(found.intersecting, swapped.intersecting) << i;
    ASSERT_EQ(found.intersecting, turned.intersecting) << i;
  }
}

TEST(C5_TriangleDistance, DoesNotChangeWhenBothAreMoved) {
  const std::size_t count = test::trials(200'000);
  for (std::size_t i = 0; i < count; ++i) {
    auto random = test::generator(i);
    auto [a, b] = random_pair(random, i % 9);
    std::uniform_real_distribution<double> real(-1.0, 1.0);
    Quat turn(real(random), real(random), real(random), real(random));
    turn.normalize();
    const Pose pose{turn.toRotationMatrix(), {real(random), real(random), real(random)}};
    const double before = triangle_distance(a, b).distance(), size = extent(a, b) + 3.0;
    for (Corners* t : {&a, &b}) {
      for (Vec3& p : *t) p = pose * p;
    }
    ASSERT_NEAR(triangle_distance(a, b).distance(), before, 2.0 * kDistanceError * size) << i;
  }
}

TEST(C5_TriangleDistance, NamesTheFeatures) {
  const Corners floor{Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0)};
  const TriangleDistance over_face =
      triangle_distance(floor, {Vec3(1, 1, 1), Vec3(1, 2, 3), Vec3(2, 1, 3)});
  EXPECT_EQ(over_face.feature_a, (TriangleFeature{Kind::kFace, 0}));
  EXPECT_EQ(over_face.feature_b, (TriangleFeature{Kind::kVertex, 0}));
  EXPECT_EQ(over_face.point_a, Vec3(1, 1, 0));
  const TriangleDistance edges =
      triangle_distance(floor, {Vec3(2, -1, -1), Vec3(2, -1, 1), Vec3(2, -5, 0)});
  EXPECT_EQ(edges.feature_a, (TriangleFeature{Kind::kEdge, 0}));
  EXPECT_EQ(edges.feature_b, (TriangleFeature{Kind::kEdge, 0}));
  EXPECT_EQ(edges.distance_sq, 1.0);
  const TriangleDistance corners =
      triangle_distance(floor, {Vec3(6, 0, 0), Vec3(7, 1, 1), Vec3(7, 1, -1)});
  EXPECT_EQ(corners.feature_a, (TriangleFeature{Kind::kVertex, 1}));
  EXPECT_EQ(corners.feature_b, (TriangleFeature{Kind::kVertex, 0}));
  const TriangleDistance meeting =
      triangle_distance(floor, {Vec3(1, 1, -1), Vec3(1, 1, 1), Vec3(1.5, 1.5, 1)});
  EXPECT_TRUE(meeting.intersecting);
  EXPECT_EQ(meeting.feature_a, (TriangleFeature{Kind::kFace, 0}));
  EXPECT_EQ(meeting.point_b, Vec3(1, 1, 0));
}

TEST(C5_TriangleDistance, IsNeverNanForFiniteInput) {
  const double extremes[] = {0.0, -0.0, 1.0, -1e308, 1e308, 5e-324, -1e-300, 1e-160, 1e160, 3.0};
  const std::size_t count = test::trials(1'000'000);
  for (std::size_t i = 0; i < count; ++i) {
    auto random = test::generator(i);
    std::uniform_int_distribution<int> pick(0, 9);
    Corners a, b;
    for (Corners* t : {&a, &b}) {
      for (Vec3& p : *t)
        p = {extremes[pick(random)], extremes[pick(random)], extremes[pick(random)]};
    }
    const TriangleDistance found = triangle_distance(a, b);
    ASSERT_TRUE(std::isfinite(found.distance_sq) && found.distance_sq >= 0.0) << i;
    ASSERT_TRUE(found.point_a.allFinite() && found.point_b.allFinite()) << i;
    const SegmentDistance segments = segment_segment(a[0], a[1], b[0], b[1]);
    ASSERT_TRUE(std::isfinite(segments.distance_sq) && segments.point_a.allFinite()) << i;
    const PointTriangleDistance point = point_triangle(a[0], b);
    ASSERT_TRUE(std::isfinite(point.distance_sq) && point.point.allFinite()) << i;
  }
}

TEST(C5_TriangleDistance, ScalesWithPowersOfTwo) {
  const std::size_t count = test::trials(20'000);
  for (std::size_t i = 0; i < count; ++i) {
    auto random = test::generator(i);
    auto [a, b] = random_pair(random, 1);
    const double before = triangle_distance(a, b).distance();
    const int power = i % 2 == 0 ? 400 : -400;
    for (Corners* t : {&a, &b}) {
      for (Vec3& p : *t) p *= std::ldexp(1.0, power);
    }
    const double found = std::ldexp(triangle_distance(a, b).distance(), -power);
    ASSERT_NEAR(found, before, 4.0 * kDistanceError * before) << i;
  }
}

TEST(C5_SegmentDistance, IsWithinItsErrorBoundOfTheRationalDistance) {
  const std::size_t count = test::trials(40'000);
  for (std::size_t i = 0; i < count; ++i) {
    auto random = test::generator(i);
    const auto [a, b] = random_pair(random, i);
    const double expected = test::root(test::segment_segment_sq(
        test::exactly(a[0]), test::exactly(a[1]), test::exactly(b[0]), test::exactly(b[1])));
    const SegmentDistance found = segment_segment(a[0], a[1], b[0], b[1]);
    ASSERT_NEAR(std::sqrt(found.distance_sq), expected, kDistanceError * extent(a, b)) << i;
    const double point = test::root(test::point_triangle_sq(test::exactly(a[0]), exactly(b)));
    const PointTriangleDistance nearest = point_triangle(a[0], b);
    ASSERT_NEAR(std::sqrt(nearest.distance_sq), point, kDistanceError * extent(a, b)) << i;
  }
}

}  // namespace
}  // namespace graze
