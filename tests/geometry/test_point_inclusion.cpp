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
