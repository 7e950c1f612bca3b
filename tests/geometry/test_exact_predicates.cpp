// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>

#include "graze/geometry/exact_predicates.h"
#include "support/rational.h"
#include "support/trials.h"

namespace graze {
namespace {
using test::cross;
using test::dot;
using test::exactly;
using test::RationalVec3;

int exact_sign(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const RationalVec3 origin = exactly(a);
  return sgn(dot(cross(exactly(b) - origin, exactly(c) - origin), exactly(d) - origin));
}

// Points of a kind: 0 anywhere, 1 on a small integer grid, 2 nearly in one plane, 3 of very
// different sizes.
Vec3 random_point(std::mt19937_64& random, int kind) {
  std::uniform_real_distribution<double> real(-1.0, 1.0);
  std::uniform_int_distribution<int> whole(-2, 2);
  switch (kind) {
    case 0:
      return {real(random), real(random), real(random)};
    case 1:
      return Vec3(whole(random), whole(random), whole(random)) * 0.1;
    case 2: {
      const double x = real(random), y = real(random);
      return {x, y, 0.3 * x + 0.7 * y + 1e-17 * whole(random)};
    }
    default:
      return {std::ldexp(real(random), 20 * whole(random)),
              std::ldexp(real(random), -30 * whole(random)),
              std::ldexp(real(random), 40 * whole(random))};
  }
}

TEST(C3_Orientation, EqualsTheSignOfTheRationalDeterminant) {
  int zeros = 0;
  const std::size_t count = test::trials(300'000);
  for (std::size_t i = 0; i < count; ++i) {
    auto random = test::generator(i);
    const int kind = static_cast<int>(i % 4);
    const Vec3 a = random_point(random, kind), b = random_point(random, kind);
    const Vec3 c = random_point(random, kind), d = random_point(random, kind);
    const int expected = exact_sign(a, b, c, d);
    zeros += expected == 0;
    ASSERT_EQ(orientation(a, b, c, d), expected) << "trial " << i;
    ASSERT_EQ(orientation(b, a, c, d), -expected) << "trial " << i;
    ASSERT_EQ(orientation(d, c, b, a), expected) << "trial " << i;
    const int axis = static_cast<int>(i % 3);
    const RationalVec3 normal = cross(exactly(b) - exactly(a), exactly(c) - exactly(a));
    ASSERT_EQ(orientation_along(axis, a, b, c), sgn(normal[axis])) << "trial " << i;
  }
  EXPECT_GT(zeros, static_cast<int>(count / 100)) << "the exact stage was not tested";
}

TEST(C3_Orientation, IsExactAtTheEndsOfItsRange) {
  for (const double scale : {kExactLo, kExactHi}) {
    const Vec3 a(scale, scale, scale), b(2 * scale, scale, scale), c(scale, 2 * scale, scale);
    const double up = std::nextafter(scale, 2 * scale);
    EXPECT_EQ(orientation(a, b, c, {1.5 * scale, 1.25 * scale, scale}), 0);
    EXPECT_EQ(orientation(a, b, c, {1.5 * scale, 1.25 * scale, up}), 1);
    EXPECT_EQ(orientation(a, c, b, {1.5 * scale, 1.25 * scale, up}), -1);
  }
}

// Two closed convex sets are disjoint iff the direction between their closest points separates them
// strictly. For triangles, segments and points it is one of: a normal (corner and face), a cross
// product of edges (two edges), or the way from a corner to a corner or at right angles to an edge.
bool intersect_by_separation(const Corners& a, const Corners& b) {
  const auto edges = [](const Corners& t) {
    std::vector<RationalVec3> list;
    for (int k = 0; k < 3; ++k) list.push_back(exactly(t[(k + 1) % 3]) - exactly(t[k]));
    return list;
  };
  const std::vector<RationalVec3> all_a = edges(a), all_b = edges(b);
  const RationalVec3 normal_a = cross(all_a[0], all_a[1]), normal_b = cross(all_b[0], all_b[1]);
  std::vector<RationalVec3> directions{normal_a, normal_b};
  std::vector<RationalVec3> between;
  for (const Vec3& p : a) {
    for (const Vec3& q : b) between.push_back(exactly(q) - exactly(p));
  }
  for (const RationalVec3& u : all_a) {
    for (const RationalVec3& v : all_b) directions.push_back(cross(u, v));
  }
  for (const RationalVec3& w : between) {
    directions.push_back(w);
    for (const RationalVec3& u : all_a) directions.push_back(cross(u, cross(w, u)));
    for (const RationalVec3& v : all_b) directions.push_back(cross(v, cross(w, v)));
  }
  for (const RationalVec3& n : directions) {
    mpq_class lo_a = dot(n, exactly(a[0])), hi_a = lo_a, lo_b = dot(n, exactly(b[0])), hi_b = lo_b;
    for (int k = 1; k < 3; ++k) {
      const mpq_class x = dot(n, exactly(a[k])), y = dot(n, exactly(b[k]));
      lo_a = std::min(lo_a, x), hi_a = std::max(hi_a, x);
      lo_b = std::min(lo_b, y), hi_b = std::max(hi_b, y);
    }
    if (hi_a < lo_b || hi_b < lo_a) return false;
  }
  return true;
}

TEST(C3_TrianglesIntersect, AgreesWithRationalSeparatingAxes) {
  int meetings = 0;
  const std::size_t count = test::trials(20'000);
  for (std::size_t i = 0; i < count; ++i) {
    auto random = test::generator(i);
    const int kind = static_cast<int>(i % 3);
    Corners a, b;
    for (Vec3& p : a) p = random_point(random, kind);
    for (Vec3& p : b) p = random_point(random, kind);
    if (i % 7 == 0) b[2] = b[1];                  // a segment
    if (i % 11 == 0) a[2] = 0.5 * (a[0] + a[1]);  // nearly or exactly one
    if (i % 13 == 0) b[0] = a[i % 3];             // a shared corner
    const bool expected = intersect_by_separation(a, b);
    meetings += expected;
    ASSERT_EQ(triangles_intersect_exact(a, b), expected) << "trial " << i;
    ASSERT_EQ(triangles_intersect_exact(b, a), expected) << "trial " << i;
    ASSERT_EQ(triangles_intersect_exact({a[2], a[1], a[0]}, {b[1], b[2], b[0]}), expected) << i;
  }
  EXPECT_GT(meetings, static_cast<int>(count / 10));
  EXPECT_LT(meetings, static_cast<int>(count - count / 10));
}

TEST(C3_TrianglesIntersect, SeesATouchAndAMissByOneBit) {
  const Corners a{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};
  const double tiny = 0x1p-60;
  EXPECT_TRUE(triangles_intersect_exact(a, {Vec3(0.25, 0.25, 0), Vec3(1, 1, 1), Vec3(0, 1, 2)}));
  EXPECT_FALSE(
      triangles_intersect_exact(a, {Vec3(0.25, 0.25, tiny), Vec3(1, 1, 1), Vec3(0, 1, 2)}));
  EXPECT_TRUE(triangles_intersect_exact(a, {Vec3(1, 0, 0), Vec3(2, 0, 0), Vec3(2, 1, 0)}));
  EXPECT_FALSE(triangles_intersect_exact(
      a, {Vec3(std::nextafter(1.0, 2.0), 0, 0), Vec3(2, 0, 0), Vec3(2, 1, 0)}));
}

}  // namespace
}  // namespace graze
