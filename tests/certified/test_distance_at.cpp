// SPDX-License-Identifier: MIT
// Distance at an instant against all pairs of triangles in extended precision.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/geometry/shapes.h"
#include "graze/methods/certified.h"
#include "support/ccd_queries.h"
#include "support/long_distance.h"
#include "support/trials.h"

namespace graze {
namespace {
using test::random_direction;
using test::random_rotation;
using test::uniform;

struct Pair {
  TriangleMesh a, b;
  Pose pose_a, pose_b;
  double size = 1.0;  ///< of bodies and of the way between them
  double padding_a = 0.0, padding_b = 0.0;

  CertifiedBody body_a() const { return {WideObbTree(a), Motion::still(pose_a), padding_a}; }
  CertifiedBody body_b() const { return {WideObbTree(b), Motion::still(pose_b), padding_b}; }
};

TriangleMesh random_mesh(std::mt19937_64& random, double scale) {
  const auto count = static_cast<std::size_t>(std::exp(uniform(random, 0.0, 3.5)));
  const double kind = uniform(random, 0.0, 4.0);
  if (kind < 2.5) {
    return test::random_soup(random, {.triangles = count,
                                      .scale = scale,
                                      .offset = test::random_vector(random, scale),
                                      .triangle_size = uniform(random, 0.05, 1.0),
                                      .odd_share = 0.3});
  }
  const double size = std::clamp(scale, 1e-4, 1e5);  // what shapes take
  if (kind < 3.0) return make_shape("box", {{"x", size}, {"y", size}, {"z", 0.01 * size}});
  if (kind < 3.5) return make_shape("icosphere", {{"radius", size}, {"triangles", 20}});
  return make_shape(
      "l_bracket",
      {{"length", size}, {"height", size}, {"thickness", 0.2 * size}, {"width", size}});
}

/// How far the mesh reaches from its origin: soups have stray vertices.
double reach_of(const TriangleMesh& mesh) {
  double reach = 0.0;
  for (const Vec3& vertex : mesh.vertices()) reach = std::max(reach, vertex.norm());
  return reach;
}

/// Sizes from 1e-6 to 1e6, one body much smaller at times, far from the origin at times, parallel
/// faces at times, far apart, near, and in each other.
Pair random_pair(std::mt19937_64& random) {
  Pair pair;
  const double scale = std::pow(10.0, uniform(random, -6.0, 6.0));
  const double smaller = uniform(random, 0.0, 1.0) < 0.2 ? 1e-3 : 1.0;
  pair.a = random_mesh(random, scale);
  pair.b = random_mesh(random, scale * smaller);
  const double size = std::max(pair.a.bounds().diagonal(), pair.b.bounds().diagonal());
  const double away = uniform(random, 0.0, 1.0) < 0.2 ? 1e3 * size : 0.0;
  const double apart = size * std::pow(10.0, uniform(random, -3.0, 1.5));
  const bool is_parallel = uniform(random, 0.0, 1.0) < 0.3;
  pair.pose_a = {random_rotation(random), away * random_direction(random)};
  pair.pose_b = {is_parallel ? pair.pose_a.rotation : random_rotation(random),
                 pair.pose_a.translation + apart * random_direction(random)};
  pair.size = std::max(size, reach_of(pair.a) + reach_of(pair.b)) + away + apart;
  return pair;
}

/// Twice 64 u of the extent for closest points and 8 u of each body's radius and place: below 200 u
/// of the size, which is at least a third of those together.
double rounding_of(const Pair& pair) { return 3.0 * 200.0 * 0x1p-53 * pair.size; }

double from_triangle(const Vec3& point, const Corners& corners, const Pose& pose) {
  const test::LongTriangle t = test::placed(corners, pose);
  const test::Long3 p = point.cast<long double>();
  const long double edges = std::min(
      std::min(test::to_segment_sq(p, t.p[0], t.p[1]), test::to_segment_sq(p, t.p[1], t.p[2])),
      test::to_segment_sq(p, t.p[2], t.p[0]));
  return static_cast<double>(std::sqrt(test::to_face_sq(p, t, edges)));
}

TEST(C9_DistanceAt, GrownShapesAreNeverSaidToBeFartherThanTheyAre) {
  for (std::size_t trial = 0, count = test::trials(20'000); trial < count; ++trial) {
    std::mt19937_64 random = test::generator(trial);
    Pair pair = random_pair(random);
    pair.padding_a = pair.size * std::pow(10.0, uniform(random, -6.0, 0.0));
    pair.padding_b = uniform(random, 0.0, 1.0) < 0.3 ? 0.0 : 0.5 * pair.size;
    const long double cores = test::long_distance(pair.a, pair.pose_a, pair.b, pair.pose_b);
    const long double truth = std::max(0.0L, cores - pair.padding_a - pair.padding_b);
    const Clearance found = distance_at(pair.body_a(), pair.body_b(), 0.0);
    ASSERT_LE(found.distance.lo, truth) << trial;
    ASSERT_GE(found.distance.hi, truth - 1e-17L * pair.size) << trial;
    ASSERT_LE(found.distance.hi - found.distance.lo, rounding_of(pair)) << trial;
    const Clearance over_span =
        clearance_certified(pair.body_a(), pair.body_b(), {.tolerance = 1e-6 * pair.size});
    ASSERT_LE(over_span.distance.lo, truth) << trial;
    ASSERT_GE(over_span.distance.hi, truth - 1e-17L * pair.size) << trial;
  }
}

TEST(C9_DistanceAt, BallsFourApartAreNotMoreThanTwoApart) {
  const WideObbTree point(build_obb_tree(TriangleMesh({Vec3::Zero()}, {{0u, 0u, 0u}})));
  const CertifiedBody a{point, Motion::still({}), 1.0};
  const CertifiedBody b{point, Motion::still({Mat3::Identity(), Vec3(4, 0, 0)}), 1.0};
  for (const Clearance& c : {distance_at(a, b, 0.0), clearance_certified(a, b)}) {
    EXPECT_LE(c.distance.lo, 2.0);
    EXPECT_GE(c.distance.hi, 2.0);
  }
}

void expect_right(const Pair& pair, const Clearance& found, const std::string& where) {
  const long double truth = test::long_distance(pair.a, pair.pose_a, pair.b, pair.pose_b);
  ASSERT_LE(found.distance.lo, truth) << where;  // a lower end too high is a lie
  const double rounding = rounding_of(pair);
  ASSERT_GE(found.distance.hi, truth - rounding * 1e-3L) << where;
  ASSERT_LE(found.distance.hi - found.distance.lo, rounding) << where;
  ASSERT_NEAR(found.closest.distance, static_cast<double>(truth), rounding) << where;
  const Contact& closest = found.closest;
  ASSERT_NEAR((closest.point_b - closest.point_a).norm(), static_cast<double>(truth), rounding)
      << where;
  ASSERT_LE(
      from_triangle(closest.point_a, pair.a.corners(closest.feature_a.triangle.value), pair.pose_a),
      rounding)
      << where;
  ASSERT_LE(
      from_triangle(closest.point_b, pair.b.corners(closest.feature_b.triangle.value), pair.pose_b),
      rounding)
      << where;
}

TEST(C9_DistanceAt, IsThatOfAllPairsInExtendedPrecision) {
  const std::size_t count = test::trials(100'000);
  std::size_t apart = 0;
  for (std::size_t trial = 0; trial < count; ++trial) {
    std::mt19937_64 random = test::generator(trial);
    const Pair pair = random_pair(random);
    const Clearance found = distance_at(pair.body_a(), pair.body_b(), 0.0);
    expect_right(pair, found, "trial " + std::to_string(trial));
    if (HasFatalFailure()) return;
    apart += found.outcome == Outcome::kSeparated;
  }
  EXPECT_GT(apart, count / 2);
}

TEST(C9_DistanceAt, HintsSwapAndInstructionsDoNotMatter) {
  for (std::size_t trial = 0, count = test::trials(10'000); trial < count; ++trial) {
    std::mt19937_64 random = test::generator(trial);
    const Pair pair = random_pair(random);
    const CertifiedBody a = pair.body_a(), b = pair.body_b();
    const Clearance plain = distance_at(a, b, 0.0);
    const Clearance portable = distance_at(a, b, 0.0, {.portable = true});
    EXPECT_EQ(plain.distance, portable.distance) << trial;
    EXPECT_EQ(plain.stats.wide_tests, portable.stats.wide_tests) << trial;
    const TrianglePairId last{plain.closest.feature_a.triangle, plain.closest.feature_b.triangle};
    const TrianglePairId any{TriangleId(0), TriangleId(1'000'000)};
    const double rounding = rounding_of(pair);
    const Clearance warm = distance_at(a, b, 0.0, {.likely_nearest = last});
    EXPECT_NEAR(warm.distance.hi, plain.distance.hi, rounding) << trial;
    EXPECT_LE(warm.stats.wide_tests, plain.stats.wide_tests + 8) << trial;
    EXPECT_EQ(distance_at(a, b, 0.0, {.likely_nearest = any}).distance, plain.distance) << trial;
    EXPECT_NEAR(distance_at(b, a, 0.0).distance.hi, plain.distance.hi, rounding) << trial;
  }
}

TEST(C9_DistanceAt, ABudgetLeavesABracketThatHolds) {
  const TriangleMesh mesh = test::unit_mesh(make_shape("gear"));
  const WideObbTree tree(build_obb_tree(mesh));
  for (std::size_t trial = 0, count = test::trials(400); trial < count; ++trial) {
    std::mt19937_64 random = test::generator(trial);
    const Pose there{random_rotation(random), uniform(random, 0.5, 1.2) * random_direction(random)};
    const CertifiedBody a{tree, Motion::still({})}, b{tree, Motion::still(there)};
    const Clearance whole = distance_at(a, b, 0.0);
    DistanceOptions options;
    options.budget.max_tests = static_cast<std::uint64_t>(uniform(random, 1.0, 40.0));
    const Clearance part = distance_at(a, b, 0.0, options);
    EXPECT_LE(part.distance.lo, whole.distance.hi) << trial;
    EXPECT_GE(part.distance.hi, whole.distance.lo) << trial;
    EXPECT_TRUE(part.outcome == Outcome::kUndecided || part.distance == whole.distance) << trial;
  }
}

}  // namespace
}  // namespace graze
