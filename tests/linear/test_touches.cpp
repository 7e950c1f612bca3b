// SPDX-License-Identifier: MIT
// All touching features: against every pair asked alone, and against crossings seen at instants.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "graze/base/error.h"
#include "graze/geometry/shapes.h"
#include "graze/geometry/triangle_distance.h"
#include "graze/methods/linear_touches.h"
#include "support/trials.h"

namespace graze::test {
namespace {
double share(std::mt19937_64& random, double lo, double hi) {
  return std::uniform_real_distribution<double>(lo, hi)(random);
}
Vec3 anywhere(std::mt19937_64& random, double size) {
  return {share(random, -size, size), share(random, -size, size), share(random, -size, size)};
}

/// A strip of triangles whose vertices go through three random frames.
LinearBody random_strip(std::mt19937_64& random) {
  std::vector<DeformationFrame> frames(3);
  const Vec3 centre = anywhere(random, 0.5);
  for (int k = 0; k < 8; ++k) {
    Vec3 p = centre + anywhere(random, 0.7);
    for (int f = 0; f < 3; ++f) {
      frames[static_cast<std::size_t>(f)].time = f;
      frames[static_cast<std::size_t>(f)].vertices.push_back(p);
      p += anywhere(random, 0.8);
    }
  }
  std::vector<Triangle> triangles;
  for (std::uint32_t k = 0; k < 6; ++k) triangles.push_back({k, k + 1, k + 2});
  return {TriangleMesh(frames[0].vertices, triangles), Deformation(frames), {}, 0.0};
}

bool has_vertex(const Triangle& t, std::uint32_t v) { return t[0] == v || t[1] == v || t[2] == v; }

/// Is the feature a part of the triangle?
bool belongs(const Feature& feature, std::uint32_t triangle, const TriangleMesh& mesh) {
  const Triangle& t = mesh.triangles()[triangle];
  switch (feature.kind) {
    case FeatureKind::kFace:
      return feature.triangle.index() == triangle;
    case FeatureKind::kVertex:
      return has_vertex(t, feature.vertices[0]);
    case FeatureKind::kEdge:
      break;
  }
  return has_vertex(t, feature.vertices[0]) && has_vertex(t, feature.vertices[1]);
}

TriangleMesh mesh_at(const LinearBody& body, double t) {
  return TriangleMesh(body.deformation.vertices_at(t),
                      {body.mesh.triangles().begin(), body.mesh.triangles().end()});
}

/// Every pair of triangles that crosses at one of many instants has a touch at or before it.
void expect_complete(const LinearBody& a, const LinearBody& b, bool is_self,
                     const LinearTouches& found) {
  for (int k = 0; k <= 100; ++k) {
    const double t = 0.02 * k;
    const TriangleMesh at_a = mesh_at(a, t), at_b = mesh_at(b, t);
    for (const auto& [i, j] :
         is_self ? near_triangles(at_a, 0.0) : near_triangles(at_a, at_b, 0.0)) {
      if (!triangle_distance(at_a.corners(i), at_b.corners(j)).intersecting) continue;
      const bool is_told = std::ranges::any_of(found.touches, [&](const LinearTouch& touch) {
        const Contact& c = touch.contact;
        const bool straight = belongs(c.feature_a, i, a.mesh) && belongs(c.feature_b, j, b.mesh);
        const bool swapped = belongs(c.feature_a, j, a.mesh) && belongs(c.feature_b, i, b.mesh);
        return touch.time.lo <= t && (straight || (is_self && swapped));
      });
      ASSERT_TRUE(is_told) << "triangles " << i << " and " << j << " cross at " << t;
    }
  }
}
}  // namespace

TEST(C5_Touches, WhateverCrossesAtAnInstantTouchedBefore) {
  const std::size_t count = trials(1000);
  for (std::size_t trial = 0; trial < count; ++trial) {
    SCOPED_TRACE(trial);
    std::mt19937_64 random = generator(trial);
    const LinearBody a = random_strip(random), b = random_strip(random);
    const LinearTouchOptions options{.span = {0.0, 2.0}, .tolerance = 1e-7};
    const LinearTouches found = touches_linear(a, b, options);
    ASSERT_EQ(found.sure_until, 2.0);
    expect_complete(a, b, false, found);
    const LinearTouches alone = self_touches_linear(a, options);
    expect_complete(a, a, true, alone);
  }
}

TEST(C5_Touches, EachIsAsNearAsToleratedWhenItIsTold) {
  const std::size_t count = trials(1000);
  for (std::size_t trial = 0; trial < count; ++trial) {
    SCOPED_TRACE(trial);
    std::mt19937_64 random = generator(trial);
    const LinearBody a = random_strip(random), b = random_strip(random);
    const LinearTouches found = touches_linear(a, b, {.span = {0.0, 2.0}, .tolerance = 1e-7});
    ASSERT_TRUE(std::ranges::is_sorted(found.touches, {},
                                       [](const LinearTouch& touch) { return touch.time.hi; }));
    for (const LinearTouch& touch : found.touches) {
      ASSERT_LE(touch.contact.distance, 1e-7);
      const double t = touch.time.hi;
      ASSERT_FALSE(near_triangles(mesh_at(a, t), mesh_at(b, t), 1.01e-7).empty()) << t;
    }
    const ContactReport first = first_contact_linear(a, b, {.span = {0.0, 2.0}, .tolerance = 1e-7});
    ASSERT_EQ(first.outcome == Outcome::kSeparated, found.touches.empty());
  }
}

TEST(C5_Touches, ARigidBodyIsMetAsByTheFirstContact) {
  LinearBody wall{make_shape("box"), {}, {}, 0.0};
  Motion::ScrewParameters turn;
  turn.begin.translation = {5.2, 0.0, 0.0};
  turn.axis = {0.0, 0.0, 1.0};
  turn.point = {3.0, 0.0, 0.0};
  turn.angle = 6.0;
  const LinearBody flail{make_shape("box"), {}, Motion::screw(turn, {0.0, 1.0}), 0.0};
  const LinearTouches found = touches_linear(wall, flail, {.tolerance = 1e-4});
  const ContactReport report = first_contact_linear(wall, flail, {.tolerance = 1e-4});
  ASSERT_EQ(report.outcome, Outcome::kContact);
  ASSERT_FALSE(found.touches.empty());
  EXPECT_NEAR(found.touches.front().time.hi, report.time.hi, 1e-3);
}

TEST(C5_Touches, AJumpIntoTheOtherIsTold) {
  const std::vector<Vec3> vertices{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  std::vector<Vec3> far = vertices;
  for (Vec3& v : far) v.x() += 10.0;
  const std::vector<Triangle> one{{0, 1, 2}};
  const LinearBody jumping{TriangleMesh(far, one),
                           Deformation({{0.0, far}, {1.0, far}, {1.0, vertices}, {2.0, vertices}}),
                           {},
                           0.0};
  std::vector<Vec3> upright{{0.2, 0.2, -1}, {0.2, 0.2, 1}, {0.3, 0.2, 1}};
  const LinearBody still{TriangleMesh(upright, one), {}, {}, 0.0};
  const LinearTouches found = touches_linear(jumping, still, {.span = {0.0, 2.0}});
  ASSERT_EQ(found.touches.size(), 1u);
  EXPECT_EQ(found.touches[0].time.lo, 1.0);
  EXPECT_EQ(found.touches[0].contact.feature_a.kind, FeatureKind::kFace);
}

TEST(C5_Touches, ThreadsDoNotChangeTheAnswer) {
  std::mt19937_64 random = generator(0);
  const LinearBody a = random_strip(random), b = random_strip(random);
  const auto times = [&](int threads) {
    std::vector<double> all;
    for (const LinearTouch& touch :
         touches_linear(a, b, {.span = {0.0, 2.0}, .threads = threads}).touches)
      all.push_back(touch.time.hi);
    return all;
  };
  EXPECT_EQ(times(1), times(3));
}

TEST(C5_Touches, ABudgetOfNothingIsSureOfNothing) {
  std::mt19937_64 random = generator(1);
  const LinearBody a = random_strip(random), b = random_strip(random);
  LinearTouchOptions options{.span = {0.0, 2.0}};
  options.budget.max_seconds = 0.0;
  EXPECT_EQ(touches_linear(a, b, options).sure_until, 0.0);
}

TEST(C5_Touches, NearTrianglesAreThoseOfAllPairs) {
  const std::size_t count = trials(400);
  for (std::size_t trial = 0; trial < count; ++trial) {
    SCOPED_TRACE(trial);
    std::mt19937_64 random = generator(trial);
    const TriangleMesh a = random_strip(random).mesh, b = random_strip(random).mesh;
    const double distance = share(random, 0.0, 0.3);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> all;
    for (std::uint32_t i = 0; i < a.triangles().size(); ++i) {
      for (std::uint32_t k = 0; k < b.triangles().size(); ++k) {
        if (triangle_distance(a.corners(i), b.corners(k)).distance() <= distance)
          all.emplace_back(i, k);
      }
    }
    ASSERT_EQ(near_triangles(a, b, distance), all);
  }
}

}  // namespace graze::test
