// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <numbers>
#include <numeric>

#include "io/triangulate_polygon.h"
#include "support/trials.h"

namespace graze::io {
namespace {

std::vector<Triangle> cut(const std::vector<Vec3>& polygon) {
  std::vector<std::uint32_t> corners(polygon.size());
  std::iota(corners.begin(), corners.end(), 0u);
  std::vector<Triangle> triangles(polygon.size() - 2);
  PolygonScratch scratch;
  EXPECT_NE(triangulate_polygon(corners, polygon, triangles, scratch), PolygonFit::kTooLarge);
  return triangles;
}

Vec3 area_vector(const std::vector<Vec3>& polygon, const Triangle& t) {
  return 0.5 * (polygon[t[1]] - polygon[t[0]]).cross(polygon[t[2]] - polygon[t[0]]);
}

/// Total area of the triangles, and of those turned against `normal`.
struct Areas {
  double total = 0.0;
  double turned = 0.0;
};

Areas areas(const std::vector<Vec3>& polygon, const Vec3& normal) {
  Areas sum;
  for (const Triangle& t : cut(polygon)) {
    const Vec3 area = area_vector(polygon, t);
    sum.total += area.norm();
    if (area.dot(normal) < -1e-12) sum.turned += area.norm();
  }
  return sum;
}

double polygon_area(const std::vector<Vec3>& polygon) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    sum += 0.5 * polygon[i].cross(polygon[(i + 1) % polygon.size()]);
  }
  return sum.norm();
}

/// A star-shaped polygon with random radii: simple, mostly concave. Then tilted into space.
std::vector<Vec3> random_star(std::mt19937_64& random, std::size_t corners, const Mat3& tilt) {
  std::uniform_real_distribution<double> radius(0.1, 1.0);
  std::vector<Vec3> polygon;
  for (std::size_t i = 0; i < corners; ++i) {
    const double angle =
        2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(corners);
    const double r = radius(random);
    polygon.push_back(tilt * Vec3(r * std::cos(angle), r * std::sin(angle), 0.25));
  }
  return polygon;
}

TEST(G3_Polygon, ConcaveOnesAreCoveredOnceAndNeverTurnedOver) {
  const std::size_t count = test::trials(20'000);
  for (std::size_t trial = 0; trial < count; ++trial) {
    std::mt19937_64 random = test::generator(trial);
    std::normal_distribution<double> normal;
    const Quat turn =
        Quat(normal(random), normal(random), normal(random), normal(random)).normalized();
    const std::vector<Vec3> polygon =
        random_star(random, 4 + random() % 40, turn.toRotationMatrix());
    const Areas found = areas(polygon, turn * Vec3::UnitZ());
    ASSERT_NEAR(found.total, polygon_area(polygon), 1e-9) << "trial " << trial;
    ASSERT_EQ(found.turned, 0.0) << "trial " << trial;
  }
}

TEST(G3_Polygon, SpiralIsCovered) {
  std::vector<Vec3> polygon;
  constexpr int kSteps = 200;
  for (int i = 0; i <= kSteps; ++i) {
    const double angle = 0.1 * i;
    polygon.emplace_back(angle * std::cos(angle), angle * std::sin(angle), 0);
  }
  for (int i = kSteps; i >= 0; --i) {
    const double angle = 0.1 * i;
    polygon.emplace_back((angle + 2) * std::cos(angle), (angle + 2) * std::sin(angle), 0);
  }
  std::reverse(polygon.begin(), polygon.end());
  const Areas found = areas(polygon, Vec3::UnitZ());
  EXPECT_NEAR(found.total, polygon_area(polygon), 1e-9 * found.total);
  EXPECT_EQ(found.turned, 0.0);
}

TEST(G3_Polygon, HoleWithABridgeStaysOpen) {
  // A 4 x 4 square with a 2 x 2 hole, joined by an edge that is walked twice.
  const std::vector<Vec3> polygon{{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}, {0, 0, 0},
                                  {1, 1, 0}, {1, 3, 0}, {3, 3, 0}, {3, 1, 0}, {1, 1, 0}};
  const Areas found = areas(polygon, Vec3::UnitZ());
  EXPECT_DOUBLE_EQ(found.total, 12.0);
  EXPECT_EQ(found.turned, 0.0);
}

TEST(G3_Polygon, ConcaveQuadIsCutThroughItsReflexCorner) {
  for (std::size_t first = 0; first < 4; ++first) {
    std::vector<Vec3> arrow{{0, 0, 0}, {2, -2, 0}, {0, 4, 0}, {-2, -2, 0}};
    std::rotate(arrow.begin(), arrow.begin() + static_cast<std::ptrdiff_t>(first), arrow.end());
    EXPECT_DOUBLE_EQ(areas(arrow, Vec3::UnitZ()).total, 8.0) << first;
  }
}

TEST(G3_Polygon, HugeCoordinatesDoNotOverflow) {
  const double big = 1e308;
  const std::vector<Triangle> triangles =
      cut({{0, 0, 0}, {big, -big, 0}, {0, big, 0}, {-big, -big, 0}});
  EXPECT_EQ(std::count_if(triangles.begin(), triangles.end(),
                          [](const Triangle& t) { return t[0] == 0 || t[1] == 0 || t[2] == 0; }),
            2)
      << "the cut goes through the reflex corner";
}

TEST(G3_Polygon, AnyNonsenseGivesTrianglesOverItsCorners) {
  const std::size_t count = test::trials(20'000);
  for (std::size_t trial = 0; trial < count; ++trial) {
    std::mt19937_64 random = test::generator(trial);
    std::vector<Vec3> polygon(3 + random() % 20);
    for (Vec3& p : polygon) {
      for (double& x : p) x = static_cast<double>(random() % 4);  // repeats, crossings, spikes
    }
    const std::vector<Triangle> triangles = cut(polygon);
    std::vector<int> uses(polygon.size());
    for (const Triangle& t : triangles) {
      for (const std::uint32_t v : t) ++uses.at(v);
    }
    for (const int n : uses) ASSERT_GE(n, 1) << "trial " << trial;
  }
}

TEST(G3_Polygon, SelfCrossingsCostNoMoreThanASpiral) {
  std::mt19937_64 random = test::generator(0);
  std::uniform_real_distribution<double> uniform;
  std::vector<Vec3> scribble(kMaxConcaveCorners);
  for (Vec3& p : scribble) p = {uniform(random), uniform(random), 0.0};
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(cut(scribble).size(), scribble.size() - 2);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  EXPECT_LT(seconds.count(), 20.0) << "0.2 s on an idle machine; without a limit 50 times more";
}

TEST(G3_Polygon, ManyCornersAreFineWhileConvex) {
  std::vector<Vec3> circle;
  for (int i = 0; i < 20'000; ++i) {
    const double angle = 2 * std::numbers::pi * i / 20'000;
    circle.emplace_back(std::cos(angle), std::sin(angle), 0);
  }
  std::vector<std::uint32_t> corners(circle.size());
  std::iota(corners.begin(), corners.end(), 0u);
  std::vector<Triangle> out(circle.size() - 2);
  PolygonScratch scratch;
  EXPECT_EQ(triangulate_polygon(corners, circle, out, scratch), PolygonFit::kFan);
  circle[7] *= 0.5;
  EXPECT_EQ(triangulate_polygon(corners, circle, out, scratch), PolygonFit::kTooLarge);
}

}  // namespace
}  // namespace graze::io
