// SPDX-License-Identifier: MIT
// Boxes around the curves in which surfaces cross.                                        [V1, V5]
#include <gtest/gtest.h>

#include <cmath>

#include "graze/geometry/shapes.h"
#include "graze/math/rotation.h"
#include "graze/methods/volume_crossings.h"

namespace graze {
namespace {
DepthBody ball_at(double radius, const Pose& pose) {
  static const TriangleMesh unit = make_shape("icosphere", {{"triangles", 5120}, {"radius", 1.0}});
  std::vector<Vec3> vertices;
  for (const Vec3& v : unit.vertices()) vertices.push_back(radius * v);
  return {DepthSurface(TriangleMesh(std::move(vertices),
                                    {unit.triangles().begin(), unit.triangles().end()})),
          pose};
}

// Two balls cross in a circle: radius and plane are known.
TEST(V1_CrossingRegions, OfTwoBallsIsTheirCircle) {
  const Mat3 turn = rotation_about({1, 2, 3}, 0.8);
  const DepthBody a = ball_at(1.0, {turn, {0.0, 0.0, 0.0}});
  const DepthBody b = ball_at(0.5, {Mat3::Identity(), {1.2, 0.0, 0.0}});
  const double x = (1.2 * 1.2 + 1.0 - 0.25) / 2.4, r = std::sqrt(1.0 - x * x);
  const auto boxes = crossing_regions(a, b);
  ASSERT_EQ(boxes.size(), 1u);
  EXPECT_LT((boxes[0].lo - Vec3(x, -r, -r)).norm(), 0.02);
  EXPECT_LT((boxes[0].hi - Vec3(x, r, r)).norm(), 0.02);
}

TEST(V1_CrossingRegions, AreAsManyAsTheCurves) {
  const DepthBody ring{DepthSurface(make_shape("torus", {{"radius", 1.0}, {"tube", 0.2}})), {}};
  const DepthBody rod{DepthSurface(make_shape("box", {{"x", 4.0}, {"y", 0.1}, {"z", 0.1}})),
                      {Mat3::Identity(), {0.01, 0.02, 0.03}}};
  EXPECT_EQ(crossing_regions(ring, rod).size(), 4u);  // in and out of the tube, twice
  EXPECT_EQ(crossing_regions(rod, ring).size(), 4u);
}

TEST(V1_CrossingRegions, AreNoneApartAndInside) {
  const DepthBody large = ball_at(1.0, {});
  EXPECT_TRUE(crossing_regions(large, ball_at(0.2, {Mat3::Identity(), {0.1, 0, 0}})).empty());
  EXPECT_TRUE(crossing_regions(large, ball_at(0.2, {Mat3::Identity(), {1.3, 0, 0}})).empty());
}

TEST(V1_CrossingRegions, JoinedBoxesDoNotMeet) {
  const auto box = [](double lo, double hi) {
    return Aabb{Vec3::Constant(lo), Vec3::Constant(hi)};
  };
  const auto joined = joined_where_they_meet({box(0, 1), box(3, 4), box(0.5, 3.5), box(6, 7)});
  ASSERT_EQ(joined.size(), 2u);
  EXPECT_EQ(joined[0].hi, Vec3::Constant(4.0));
}

}  // namespace
}  // namespace graze
