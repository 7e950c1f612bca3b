// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>

#include "graze/geometry/closed_polyhedron.h"
#include "graze/geometry/point_inclusion.h"
#include "graze/geometry/shapes.h"
#include "support/trials.h"

namespace graze {
namespace {

// An oracle of another kind: the sum of the solid angles, by arc tangents.
double solid_angle_winding(const Vec3& p, const TriangleMesh& mesh) {
  double total = 0.0;
  for (std::size_t i = 0; i < mesh.triangles().size(); ++i) {
    const auto corners = mesh.corners(i);
    const Vec3 a = corners[0] - p, b = corners[1] - p, c = corners[2] - p;
    const double la = a.norm(), lb = b.norm(), lc = c.norm();
    total += 2.0 * std::atan2(a.dot(b.cross(c)),
                              la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
  }
  return total / (4.0 * 3.141592653589793);
}

TEST(K5_PointInclusion, AgreesWithTheSumOfSolidAngles) {
  const std::size_t count = test::trials(4'000);
  for (const std::string& name : shape_names()) {
    const TriangleMesh mesh = make_shape(name);
    const std::size_t share = mesh.triangles().size() > 6000 ? count / 10 : count;
    for (std::size_t i = 0; i < share; ++i) {
      auto random = test::generator(i);
      std::uniform_real_distribution<double> real(0.0, 1.0);
      const Vec3 at(real(random), real(random), real(random));
      const Vec3 p = mesh.bounds().lo + at.cwiseProduct(mesh.bounds().size());
      const double expected = solid_angle_winding(p, mesh);
      ASSERT_NEAR(expected, std::round(expected), 1e-6);
      ASSERT_EQ(winding_number(p, mesh), static_cast<int>(std::lround(expected))) << name << i;
      ASSERT_EQ(place_of(p, mesh) == PointPlace::kInside, std::lround(expected) != 0) << name;
    }
  }
}

TEST(K5_PointInclusion, IsRightOnGridPointsWhereRaysHitEdgesAndCorners) {
  const TriangleMesh box = make_shape("box", {{"x", 2}, {"y", 2}, {"z", 2}, {"triangles", 48}});
  for (int x = -3; x <= 3; ++x) {
    for (int y = -3; y <= 3; ++y) {
      for (int z = -3; z <= 3; ++z) {
        const int far = std::max({std::abs(x), std::abs(y), std::abs(z)});
        const PointPlace expected = far < 2    ? PointPlace::kInside
                                    : far == 2 ? PointPlace::kOnSurface
                                               : PointPlace::kOutside;
        EXPECT_EQ(place_of(Vec3(x, y, z) * 0.5, box), expected) << x << " " << y << " " << z;
      }
    }
  }
}

TEST(K5_PointInclusion, TellsVerticesFromTheirNeighboursOneBitAway) {
  const TriangleMesh box = make_shape("box");
  for (const Vec3& corner : box.vertices()) {
    EXPECT_EQ(place_of(corner, box), PointPlace::kOnSurface);
    const Vec3 in = corner * (1.0 - 0x1p-53), out = corner * (1.0 + 0x1p-52);
    EXPECT_EQ(place_of(in, box), PointPlace::kInside);
    EXPECT_EQ(place_of(out, box), PointPlace::kOutside);
  }
}

TriangleMesh moved(const TriangleMesh& mesh, const Vec3& by, double scale) {
  std::vector<Vec3> vertices;
  for (const Vec3& v : mesh.vertices()) vertices.push_back(scale * v + by);
  return {std::move(vertices), {mesh.triangles().begin(), mesh.triangles().end()}};
}

/// Two shells, one in the other, which faces inward; and a third one beside them.
TriangleMesh three_shells() {
  const TriangleMesh outer = make_shape("blob", {{"triangles", 2000}});
  const double size = outer.bounds().diagonal();
  const TriangleMesh parts[] = {
      outer, flipped(moved(outer, Vec3::Zero(), 0.4)),
      moved(make_shape("torus", {{"triangles", 900}}), {size, size, 0.5 * size}, 0.3)};
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  for (const TriangleMesh& part : parts) {
    const auto first = static_cast<std::uint32_t>(vertices.size());
    vertices.insert(vertices.end(), part.vertices().begin(), part.vertices().end());
    for (const Triangle& t : part.triangles())
      triangles.push_back({first + t[0], first + t[1], first + t[2]});
  }
  return {std::move(vertices), std::move(triangles)};
}

/// Anywhere around the mesh, or one bit beside a vertex.
Vec3 random_point(const TriangleMesh& mesh, std::mt19937_64& random) {
  std::uniform_real_distribution<double> real(-0.2, 1.2);
  const Vec3 at(real(random), real(random), real(random));
  if (random() % 4 != 0) return mesh.bounds().lo + at.cwiseProduct(mesh.bounds().size());
  const Vec3& v = mesh.vertices()[random() % mesh.vertices().size()];
  return {std::nextafter(v.x(), at.x() < 0.5 ? -1e300 : 1e300), v.y(), v.z()};
}

TEST(K5_PointLocator, SaysOfEachPointWhatAllTrianglesSay) {
  std::vector<TriangleMesh> meshes{three_shells()};
  for (const std::string& name : shape_names()) meshes.push_back(make_shape(name));
  const std::size_t count = test::trials(4'000);
  for (const TriangleMesh& plain : meshes) {
    for (const double offset : {0.0, 1e3, 1e8, 1e13}) {
      const TriangleMesh mesh = moved(plain, Vec3(offset, -offset, 0.3 * offset), 1.0);
      const PointLocator locator(mesh);
      for (std::size_t i = 0; i < count / 10; ++i) {
        auto random = test::generator(i);
        const Vec3 p = random_point(mesh, random);
        EXPECT_EQ(locator.place_of(p), place_of(p, mesh)) << offset << " " << i;
      }
    }
  }
}

TEST(K5_PointLocator, SaysOfABallWhatHoldsForEachOfItsPoints) {
  const TriangleMesh mesh = three_shells();
  const PointLocator locator(mesh);
  const double size = mesh.bounds().diagonal();
  std::size_t decided = 0;
  for (std::size_t i = 0; i < test::trials(40'000); ++i) {
    auto random = test::generator(i);
    const Vec3 centre = random_point(mesh, random);
    std::uniform_real_distribution<double> exponent(-12.0, -0.5);
    const double radius = size * std::pow(10.0, exponent(random));
    const PointPlace place = locator.place_of(centre, radius);
    if (place == PointPlace::kOnSurface) continue;
    ++decided;
    std::normal_distribution<double> normal;
    const Vec3 way(normal(random), normal(random), normal(random));
    EXPECT_EQ(place_of(centre + 0.999999 * radius * way.normalized(), mesh), place) << i;
  }
  EXPECT_GT(decided, test::trials(40'000) / 4);
}

TEST(K5_PointLocator, NeedsNoLongTimeWhereEveryTriangleIsAsLargeAsTheMesh) {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  auto random = test::generator(0);
  std::uniform_real_distribution<double> real(-1.0, 1.0);
  for (std::uint32_t i = 0; i < 100'000; ++i) {  // closed: each triangle from both sides
    for (int k = 0; k < 3; ++k) vertices.emplace_back(real(random), real(random), real(random));
    triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    triangles.push_back({3 * i, 3 * i + 2, 3 * i + 1});
  }
  const PointLocator locator(TriangleMesh(std::move(vertices), std::move(triangles)));
  EXPECT_EQ(locator.place_of({0.1, 0.2, 0.3}), PointPlace::kOutside);
  EXPECT_EQ(locator.place_of({0.1, 0.2, std::nan("")}), PointPlace::kOutside);
}

TEST(K5_PointInclusion, SeesAHollow) {
  const TriangleMesh outer = make_shape("box", {{"x", 3}, {"y", 3}, {"z", 3}});
  const TriangleMesh inner = flipped(make_shape("box"));
  std::vector<Vec3> vertices(outer.vertices().begin(), outer.vertices().end());
  std::vector<Triangle> triangles(outer.triangles().begin(), outer.triangles().end());
  for (const Vec3& v : inner.vertices()) vertices.push_back(v);
  for (Triangle t : inner.triangles()) triangles.push_back({t[0] + 8, t[1] + 8, t[2] + 8});
  const TriangleMesh hollow(vertices, triangles);
  EXPECT_FALSE(is_inside({0, 0, 0}, hollow));
  EXPECT_TRUE(is_inside({1, 0, 0}, hollow));
  EXPECT_EQ(diagnose(hollow).shells, 2);
}

}  // namespace
}  // namespace graze
