// SPDX-License-Identifier: MIT
// Volumes against closed forms and clipping.                                            [V1, V2]
#include <gtest/gtest.h>

#include <cmath>

#include "graze/geometry/shapes.h"
#include "graze/methods/volume.h"
#include "support/trials.h"
#include "volume/box_pairs.h"

namespace graze::test {
namespace {
TEST(V2_Volume, OfAlignedBoxesIsExactAtAnyResolution) {
  const DepthSurface cube(make_shape("box"));
  const DepthBody a{cube, {}};
  for (const int n : {1, 2, 3, 16, 64}) {
    const DepthBody b{cube, {Mat3::Identity(), {0.25, 0.5, 0.75}}};
    const OverlapVolume overlap = overlap_by_depth(a, b, with_pixels(n));
    EXPECT_NEAR(overlap.volume, 0.75 * 0.5 * 0.25, 1e-14) << n;
    EXPECT_NEAR(overlap.error, 0.0, 1e-14) << n;
    EXPECT_LT((overlap.centre - Vec3(0.125, 0.25, 0.375)).norm(), 1e-14) << n;
    EXPECT_NEAR(overlap.depth(), 0.09375 / overlap.sides[0].rigid.linear.norm(), 1e-14);
  }
}

TEST(V2_Volume, OfBallsIsTheLens) {
  const TriangleMesh ball = make_shape("icosphere", {{"triangles", 81920}});
  const double radius = 0.5 * ball.bounds().size().z();
  double inner = radius;
  for (std::size_t t = 0; t < ball.triangles().size(); ++t) {
    const auto c = ball.corners(t);
    inner = std::min(inner, (c[1] - c[0]).cross(c[2] - c[0]).normalized().dot(c[0]));
  }
  const DepthSurface surface(ball);
  for (const double distance : {0.2, 1.0, 1.7}) {
    const Pose pose{Mat3::Identity(), distance * radius * Vec3(2.0, 1.0, 2.0) / 3.0};
    const OverlapVolume overlap =
        overlap_by_depth({surface, {}}, {surface, pose}, with_pixels(256));
    // The mesh is between two balls; beside that only the sampling is left.
    EXPECT_LT(overlap.volume, 1.00005 * lens_volume(radius, radius, distance * radius));
    EXPECT_GT(overlap.volume, 0.99995 * lens_volume(inner, inner, distance * radius));
    const Vec3 way = overlap.way_out_of_a();
    EXPECT_GT(way.dot(-pose.translation.normalized()), 0.9999);
  }
}

TEST(V2_Volume, OfTurnedBoxesConvergesWithTheSquareOfThePixel) {
  const std::vector<int> sizes{8, 16, 32, 64, 128};
  std::vector<double> squares(sizes.size(), 0.0);
  std::size_t count = 0;
  const std::size_t all = trials(1000, 40);
  for (std::size_t trial = 0; trial < all; ++trial) {
    std::mt19937_64 random = generator(trial);
    const BoxPair pair = random_boxes(random, 0.3);
    const double exact = pair.exact();
    if (exact < 0.02) continue;
    ++count;
    for (std::size_t k = 0; k < sizes.size(); ++k) {
      const OverlapVolume overlap = pair.sampled(sizes[k]);
      squares[k] += std::pow(overlap.volume / exact - 1.0, 2);
    }
  }
  ASSERT_GT(count, 20u);
  const auto rms = [&](std::size_t k) { return std::sqrt(squares[k] / double(count)); };
  EXPECT_LT(rms(0), 4e-2);
  EXPECT_LT(rms(4), 2e-4);
  // Columns end inside pixels at random, which costs half an order in a single view at worst.
  const double order = std::log2(rms(0) / rms(4)) / 4.0;
  EXPECT_GT(order, 1.7);
  EXPECT_LT(order, 2.6);
}

TEST(V2_Volume, ErrorEstimateIsOfTheErrorsSize) {
  double error = 0.0, estimate = 0.0;
  const std::size_t all = trials(1000, 50);
  for (std::size_t trial = 0; trial < all; ++trial) {
    std::mt19937_64 random = generator(trial);
    const BoxPair pair = random_boxes(random, 0.3);
    const double exact = pair.exact();
    const OverlapVolume overlap = pair.sampled(16);
    error += std::abs(overlap.volume - exact);
    estimate += overlap.error;
  }
  EXPECT_LT(error, 2.0 * estimate);
  EXPECT_GT(error, 0.1 * estimate);
}

TEST(V2_Volume, DoesNotDependOnOrderThreadsOrCommonMotion) {
  std::mt19937_64 random = generator(7);
  const DepthSurface blob(make_shape("blob", {{"triangles", 5000}}));
  const DepthSurface gear(make_shape("gear"));
  const Pose pose{random_rotation(random), {0.1, 0.2, 0.1}};
  const OverlapVolume ab = overlap_by_depth({blob, {}}, {gear, pose}, with_pixels(48));
  const OverlapVolume ba = overlap_by_depth({gear, pose}, {blob, {}}, with_pixels(48));
  DepthOptions threaded = with_pixels(48);
  threaded.threads = 0;
  const OverlapVolume parallel = overlap_by_depth({blob, {}}, {gear, pose}, threaded);
  ASSERT_GT(ab.volume, 0.0);
  EXPECT_EQ(ab.volume, ba.volume);
  EXPECT_EQ(ab.volume, parallel.volume);
  EXPECT_EQ(ab.sides[0].rigid.linear, parallel.sides[0].rigid.linear);
  EXPECT_LT((ab.sides[0].rigid.linear - ba.sides[1].rigid.linear).norm(), 1e-14);
  const Pose moved{random_rotation(random), {5.0, -3.0, 2.0}};
  const OverlapVolume turned =
      overlap_by_depth({blob, moved}, {gear, moved * pose}, with_pixels(128));
  EXPECT_NEAR(turned.volume / ab.volume, 1.0, 0.02);
  EXPECT_LT((moved.rotation * ab.centre + moved.translation - turned.centre).norm(), 0.01);
}

TEST(V2_Volume, IsZeroApartAndTouching) {
  const DepthSurface cube(make_shape("box"));
  for (const double shift : {1.0, 1.5, 100.0}) {
    const OverlapVolume overlap =
        overlap_by_depth({cube, {}}, {cube, {Mat3::Identity(), {0.0, 0.0, shift}}});
    EXPECT_EQ(overlap.volume, 0.0) << shift;
    EXPECT_TRUE(overlap.sides[0].vertices.empty()) << shift;
  }
}

TEST(V5_Volume, OfANestedBodyIsThatBody) {
  const DepthSurface cube(make_shape("box"));
  const DepthSurface ball(make_shape("icosphere", {{"triangles", 20480}, {"radius", 0.2}}));
  const OverlapVolume overlap = overlap_by_depth({cube, {}}, {ball, {}}, with_pixels(128));
  EXPECT_NEAR(overlap.volume / lens_volume(0.2, 0.2, 1e-9), 1.0, 2e-3);
  EXPECT_LT(overlap.sides[0].rigid.linear.norm(), 1e-12);
  EXPECT_LT(overlap.sides[1].rigid.linear.norm(), 1e-12) << "no force as long as it is inside";
}

TEST(V5_Volume, OfEqualBodiesIsTheBody) {
  const DepthSurface cube(make_shape("box"));
  const OverlapVolume overlap = overlap_by_depth({cube, {}}, {cube, {}}, with_pixels(8));
  EXPECT_NEAR(overlap.volume, 1.0, 1e-14);
  // Any way out is as good as its opposite: no force.
  for (const auto& side : overlap.sides) EXPECT_LT(side.rigid.linear.norm(), 1e-12);
}

TEST(V8_Volume, OfAContainersWallIsWhatSticksOut) {
  const DepthSurface cube(make_shape("box"));
  const DepthBody container{cube, {}, true};
  const DepthSurface half(make_shape("box", {{"x", 0.5}, {"y", 0.5}, {"z", 0.5}}));
  const DepthBody inside{half, {Mat3::Identity(), {0.0, 0.0, 0.3125}}};
  const OverlapVolume overlap = overlap_by_depth(container, inside, with_pixels(32));
  EXPECT_NEAR(overlap.volume, 0.5 * 0.5 * 0.0625, 1e-14);
  EXPECT_LT(overlap.sides[1].rigid.linear.cross(Vec3::UnitZ()).norm(), 1e-12);
  EXPECT_GT(overlap.sides[1].rigid.linear.z(), 0.0) << "down is out";
}

TEST(V1_Region, CutsTheVolume) {
  const DepthSurface cube(make_shape("box"));
  DepthOptions options = with_pixels(16);
  options.region = Aabb{{-0.25, -0.25, -0.25}, {0.25, 0.25, 0.25}};
  const OverlapVolume overlap = overlap_by_depth({cube, {}}, {cube, {}}, options);
  EXPECT_NEAR(overlap.volume, 0.125, 1e-14);
}

TEST(V1_Options, ByPixelSizeAndRefusals) {
  const DepthSurface cube(make_shape("box"));
  DepthOptions options;
  options.pixel_size = 0.1;
  DepthImages images;
  const DepthBody bodies[] = {{cube, {}}, {cube, {Mat3::Identity(), {0.2, 0.4, 0.55}}}};
  images.draw(bodies, options);
  EXPECT_EQ(images.view(2).columns, 8);
  EXPECT_EQ(images.view(2).rows, 6);
  EXPECT_EQ(images.view(0).rows, 5);
  options.pixel_size = -1.0;
  EXPECT_ANY_THROW(images.draw(bodies, options));
  options = with_pixels(0);
  EXPECT_ANY_THROW(images.draw(bodies, options));
}

}  // namespace
}  // namespace graze::test
