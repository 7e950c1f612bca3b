// SPDX-License-Identifier: MIT
// Open grounds and half-spaces as solids; rows for constraint solvers.                        [V8]
#include <gtest/gtest.h>

#include <cmath>

#include "graze/base/error.h"
#include "graze/geometry/closed_polyhedron.h"
#include "graze/geometry/shapes.h"
#include "graze/methods/volume.h"
#include "graze/methods/volume_open.h"
#include "support/soups.h"
#include "support/trials.h"
#include "volume/convex_volume.h"

namespace graze::test {
namespace {
/// A hilly ground over [-1, 1]^2.
TriangleMesh ground(std::uint32_t n) {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  for (std::uint32_t j = 0; j <= n; ++j) {
    for (std::uint32_t i = 0; i <= n; ++i) {
      const double x = 2.0 * i / n - 1.0, y = 2.0 * j / n - 1.0;
      vertices.push_back({x, y, 0.1 * std::sin(4.0 * x) * std::cos(3.0 * y)});
    }
  }
  for (std::uint32_t j = 0; j < n; ++j) {
    for (std::uint32_t i = 0; i < n; ++i) {
      const std::uint32_t v = j * (n + 1) + i;
      triangles.push_back({v, v + 1, v + n + 2});
      triangles.push_back({v, v + n + 2, v + n + 1});
    }
  }
  return TriangleMesh(vertices, triangles);
}

TEST(V8_OpenGround, ExtrudedIsClosedAndBoundsWhatLiesBelow) {
  const TriangleMesh open = ground(60);
  EXPECT_FALSE(DepthSurface(open).is_closed());
  const TriangleMesh solid = extruded(open, {0.0, 0.0, -3.0});
  EXPECT_TRUE(DepthSurface(solid).is_closed());
  EXPECT_TRUE(diagnose(solid).is_outward());
  // A box from far below to z = 0.3 holds, of the ground: 3 wide columns summed by formula.
  const DepthBody box{DepthSurface(make_shape("box", {{"x", 1.0}, {"y", 1.0}, {"z", 0.6}})), {}};
  const OverlapVolume overlap = overlap_by_depth(box, {DepthSurface(solid), {}}, with_pixels(128));
  EXPECT_NEAR(overlap.volume, 0.3, 2e-4) << "hills and valleys cancel";
  EXPECT_LT(overlap.sides[0].rigid.linear.z(), -0.99) << "the box is pushed up";
  EXPECT_THROW(extruded(open, Vec3::Zero()), InputError);
}

TEST(V8_HalfSpace, TakesTheSubmergedPartOfAnyBody) {
  const TriangleMesh ball = make_shape("icosphere", {{"triangles", 1280}, {"radius", 0.5}});
  const std::size_t all = trials(100, 5);
  for (std::size_t trial = 0; trial < all; ++trial) {
    std::mt19937_64 random = generator(trial);
    const Vec3 normal = random_vector(random).normalized();
    const double offset = 0.6 * random_vector(random).x();
    const Pose pose{random_rotation(random), Vec3(1.0, -2.0, 0.5)};
    const double height = normal.dot(pose.translation) + offset;
    const Aabb around{pose.translation - Vec3::Constant(0.5),
                      pose.translation + Vec3::Constant(0.5)};
    const DepthBody plane{DepthSurface(half_space_solid(3.0 * normal, 3.0 * height, around)), {}};
    const OverlapVolume overlap =
        overlap_by_depth({DepthSurface(ball), pose}, plane, with_pixels(128));
    const double exact = volume_of(clipped(polyhedron_of(ball, pose), normal, height));
    EXPECT_NEAR(overlap.volume, exact, 2e-4) << trial;
    if (exact > 0.01 && exact < 0.4) {
      EXPECT_GT(overlap.way_out_of_a().dot(normal), 0.995) << trial;
    }
  }
}

/// What the contacts themselves say: the volume of columns along the axis from one body to the
/// other.
double volume_of_whole_columns(const DepthImages& images, int axis) {
  double volume = 0.0;
  const auto& view = images.view(axis);
  for (const DepthContact& c : images.contacts(axis)) {
    if (c.lower == DepthContact::kNone || c.upper == DepthContact::kNone) continue;
    if (images.fragment(axis, c, false).body == images.fragment(axis, c, true).body) continue;
    volume += view.pixel_u * view.pixel_v * (c.hi - c.lo);
  }
  return volume;
}

TEST(V8_Rows, AreActionAndReactionAndSumToTheWholePush) {
  std::mt19937_64 random = generator(5);
  const DepthSurface blob(make_shape("blob", {{"triangles", 2000}})), gear(make_shape("gear"));
  const DepthBody bodies[] = {{blob, {}}, {gear, {random_rotation(random), {0.1, 0.1, 0.0}}}};
  DepthImages images;
  images.draw(bodies, with_pixels(48));
  const OverlapVolume whole = images.overlap(0, 1);
  int main = 0;
  whole.sides[0].rigid.linear.cwiseAbs().maxCoeff(&main);
  for (const int cells : {1, 3, 8}) {
    const auto rows = images.rows(0, 1, cells);
    EXPECT_LE(rows.size(), static_cast<std::size_t>(cells * cells));
    double volume = 0.0;
    RigidGradient sums[2];
    for (const VolumeRow& row : rows) {
      volume += row.volume;
      EXPECT_LT((row.sides[0].rigid.linear + row.sides[1].rigid.linear).norm(), 1e-13);
      EXPECT_LT((row.sides[0].rigid.angular + row.sides[1].rigid.angular).norm(), 1e-13);
      for (int side = 0; side < 2; ++side) {
        sums[side] += row.sides[side].rigid;
        Vec3 of_vertices = Vec3::Zero();
        for (const VertexGradient& v : row.sides[side].vertices) of_vertices += v.gradient;
        EXPECT_LT((of_vertices - row.sides[side].rigid.linear).norm(), 1e-12);
      }
      if (row.area > 0.0) {
        EXPECT_NEAR(row.normal.norm(), 1.0, 1e-12);
        EXPECT_LT(std::abs(row.normal.dot(row.tangents[0])), 1e-12);
        EXPECT_LT(std::abs(row.tangents[0].dot(row.tangents[1])), 1e-12);
      }
    }
    EXPECT_NEAR(volume, volume_of_whole_columns(images, main), 1e-12);
    for (int side = 0; side < 2; ++side) {
      EXPECT_LT((sums[side].linear - whole.sides[side].rigid.linear).norm(), 1e-12);
      EXPECT_LT((sums[side].angular - whole.sides[side].rigid.angular).norm(), 1e-12);
    }
  }
  EXPECT_THROW(images.rows(0, 1, 0), InputError);
}

TEST(V8_Rows, OfARestingBoxPushItUpAtFourCornersByItsDepth) {
  const DepthSurface cube(make_shape("box"));
  const DepthSurface half(make_shape("box", {{"x", 0.5}, {"y", 0.5}, {"z", 1.0}}));
  const DepthBody bodies[] = {{cube, {}}, {half, {Mat3::Identity(), {0.0, 0.0, 0.99}}}};
  DepthImages images;
  images.draw(bodies, with_pixels(32));
  const auto rows = images.rows(0, 1, 2);
  ASSERT_EQ(rows.size(), 4u);
  for (const VolumeRow& row : rows) {
    EXPECT_NEAR(row.normal.z(), 1.0, 1e-12) << "b's walls push b alone, and nobody back";
    EXPECT_NEAR(std::abs(row.centre.x()), 0.125, 1e-12);
    EXPECT_NEAR(row.volume / row.area, 0.01, 1e-12);
    EXPECT_NEAR(row.area, 0.25 / 4, 1e-12);
  }
}

TEST(V8_Rows, OfASlopeAreNormalToItAndAsDeepAsItIs) {
  const DepthSurface cube(make_shape("box"));
  const Mat3 slope = Eigen::AngleAxisd(0.6, Vec3::UnitY()).toRotationMatrix();
  const Vec3 up = slope.col(2);
  const DepthSurface wide(make_shape("box", {{"x", 4.0}, {"y", 4.0}, {"z", 1.0}}));
  const DepthBody bodies[] = {{wide, {slope, -0.99 * up}}, {cube, {slope, Vec3::Zero()}}};
  DepthImages images;
  images.draw(bodies, with_pixels(128));
  const auto rows = images.rows(0, 1, 1);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_GT(rows[0].normal.dot(up), 0.999);
  EXPECT_NEAR(rows[0].area, 1.0, 0.03);
  EXPECT_NEAR(rows[0].volume / rows[0].area, 0.01, 1e-3);
}

}  // namespace
}  // namespace graze::test
