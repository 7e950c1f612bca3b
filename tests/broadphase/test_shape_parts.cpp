// SPDX-License-Identifier: MIT
// A few boxes and balls contain a shape, and do so tightly.                                   [C8]
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "graze/broadphase/shape_parts.h"
#include "graze/geometry/shapes.h"
#include "support/random_doubles.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze {
namespace {
using test::uniform;

/// In extended precision, which the radii's margin of 16 u is far above.
long double distance(const Vec3& a, const Vec3& b) {
  long double sum = 0.0L;
  for (int k = 0; k < 3; ++k) {
    const long double d = static_cast<long double>(a[k]) - static_cast<long double>(b[k]);
    sum += d * d;
  }
  return std::sqrt(sum);
}

bool is_in(const ShapePart& part, const Vec3& p) {
  if (distance(p, part.box.centre) > static_cast<long double>(part.radius)) return false;
  for (int k = 0; k < 3; ++k) {
    long double along = 0.0L;
    for (int i = 0; i < 3; ++i) {
      along += static_cast<long double>(part.box.axes(i, k)) *
               (static_cast<long double>(p[i]) - static_cast<long double>(part.box.centre[i]));
    }
    // Boxes contain their points up to the rounding of their axes.
    const long double half = static_cast<long double>(part.box.half_size[k]);
    if (std::fabs(along) > half + 1e-14L * static_cast<long double>(part.radius)) return false;
  }
  return true;
}

bool covers(const std::vector<ShapePart>& parts, const TriangleMesh& mesh) {
  for (std::size_t t = 0; t < mesh.triangles().size(); ++t) {
    const auto corners = mesh.corners(t);
    const bool is_covered = std::any_of(parts.begin(), parts.end(), [&](const ShapePart& part) {
      return is_in(part, corners[0]) && is_in(part, corners[1]) && is_in(part, corners[2]);
    });
    if (!is_covered) return false;
  }
  return true;
}

TEST(C8_ShapeParts, EveryTriangleIsInOneOfAtMostTheWantedNumber) {
  const std::size_t count = test::trials(400);
  for (std::size_t trial = 0; trial < count; ++trial) {
    auto random = test::generator(trial);
    const double size = std::pow(10.0, uniform(random, -6.0, 6.0));
    const Vec3 place = test::random_vector(random, 10.0 * size);
    std::vector<Vec3> vertices;
    for (std::size_t k = 3 * (1 + random() % 40); k > 0; --k) {
      vertices.push_back(place + test::random_vector(random, size));
      if (trial % 3 == 0) vertices.back().z() = 0.0;  // flat: boxes without volume
    }
    std::vector<Triangle> triangles;
    for (std::uint32_t k = 0; k < vertices.size(); k += 3) triangles.push_back({k, k + 1, k + 2});
    const TriangleMesh mesh(vertices, triangles);
    const std::size_t most = 1 + random() % 9;
    const auto parts = parts_around(mesh, most);
    ASSERT_LE(parts.size(), most);
    ASSERT_TRUE(covers(parts, mesh)) << "trial " << trial;
  }
}

TEST(C8_ShapeParts, ShapesAreCovered) {
  for (const char* name : {"blob", "gear", "torus", "capsule", "l_bracket", "box"}) {
    const TriangleMesh mesh = make_shape(name, {{"triangles", 600}});
    for (const std::size_t most : {1, 4, 16}) {
      EXPECT_TRUE(covers(parts_around(mesh, most), mesh)) << name;
    }
  }
}

TEST(C8_ShapeParts, ABallIsOneBallHoweverManyPartsMayBe) {
  const TriangleMesh ball = make_shape("icosphere", {{"triangles", 2000}});
  const auto parts = parts_around(ball, 16);
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_LT(parts[0].radius, 1.02 * 0.5 * ball.bounds().size().maxCoeff());
}

TEST(C8_ShapeParts, NothingHasNoParts) { EXPECT_TRUE(parts_around(TriangleMesh(), 4).empty()); }

TEST(C8_ShapeParts, NoVertexIsFartherThanTheRadius) {
  const std::size_t count = test::trials(2000);
  for (std::size_t trial = 0; trial < count; ++trial) {
    auto random = test::generator(trial);
    const double size = std::pow(10.0, uniform(random, -160.0, 90.0));
    const std::vector<Vec3> vertices{test::random_vector(random, size),
                                     test::random_vector(random, size),
                                     test::random_vector(random, size)};
    const Vec3 centre = test::random_vector(random, size);
    const double radius = radius_about(centre, TriangleMesh(vertices, {{0, 1, 2}}));
    for (const Vec3& v : vertices) {
      ASSERT_LE(distance(v, centre), static_cast<long double>(radius)) << "trial " << trial;
    }
  }
}

}  // namespace
}  // namespace graze
