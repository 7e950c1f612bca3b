// SPDX-License-Identifier: MIT
// Volumes with half-spaces: as exact far from the origin as near it.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/math/rotation.h"
#include "graze/query/overlap_volume.h"

namespace graze {
namespace {
constexpr double kHalf = 0.1, kSunk = 0.05;

Body body_of(const char* name, const Shape& shape, const Pose& pose) {
  Body body;
  body.name = name;
  body.shape = shape;
  body.motion = Motion::still(pose);
  return body;
}

/// A box of 0.2 whose lower quarter is in the ground, `at` along the plane.
double volume_of(const Mat3& turn, double offset, const Vec3& at) {
  Scene scene;
  const Vec3 normal = turn * Vec3::UnitZ();
  add_body(scene, body_of("ground", Shape::from_half_space(normal, offset), {}));
  const Vec3 centre = turn * Vec3(at.x(), at.y(), offset + kHalf - kSunk);
  add_body(scene, body_of("box", Shape::from_box(Vec3::Constant(kHalf)), {turn, centre}));
  // Far away: the pair's own box must stand for the ground.
  add_body(scene, body_of("other", Shape::from_box(Vec3::Constant(kHalf)),
                          {Mat3::Identity(), normal * (std::fabs(offset) + 1e7)}));
  const OverlapScene volumes{PreparedScene(scene, ShapeNeed::kNothing)};
  const auto found = volumes.overlaps_at(0.0);
  return found.empty() ? 0.0 : found[0].overlap.volume;
}

TEST(V1_HalfSpaceVolume, TheSameNearAndFar) {
  const double exact = 4.0 * kHalf * kHalf * kSunk;
  for (const double far : {0.0, 1e3, 1e6}) {
    EXPECT_NEAR(volume_of(Mat3::Identity(), 0.0, {far, far, 0.0}), exact, 1e-3 * exact) << far;
    EXPECT_NEAR(volume_of(Mat3::Identity(), far, {far, -far, 0.0}), exact, 1e-3 * exact) << far;
  }
}

TEST(V1_HalfSpaceVolume, TiltedPlanesAreAsGoodFarAwayAsNear) {
  const Mat3 turn = rotation_about(Vec3(1, 2, 3).normalized(), 0.7);
  const double near = volume_of(turn, 0.0, Vec3::Zero());
  EXPECT_NEAR(near, 4.0 * kHalf * kHalf * kSunk, 0.02 * near);
  EXPECT_NEAR(volume_of(turn, 0.0, {1e5, -1e5, 0.0}), near, 0.02 * near);
}

TEST(V1_HalfSpaceVolume, TheBoxHoldsAllThatIsNearThePoint) {
  const Mat3 turn = rotation_about(Vec3(1, 2, 3).normalized(), 0.7);
  for (const Mat3& frame : {Mat3(Mat3::Identity()), turn}) {
    for (const double offset : {-7.0, 0.0, 1e4}) {
      for (const Vec3& at : {Vec3(0, 0, 0), Vec3(3e5, -2e4, 12.0), Vec3(10, 10, -5e3)}) {
        const Shape ground = Shape::from_half_space(frame * Vec3::UnitZ(), offset);
        const Shape box = ground.reaching(frame * at, 2.0);
        EXPECT_FALSE(box.is_unbounded());
        Aabb local;
        for (const Vec3& v : box.mesh().vertices()) local.add(Vec3(frame.transpose() * v));
        EXPECT_NEAR(local.hi.z(), offset, 1e-9 * (1.0 + std::fabs(offset) + at.norm()));
        for (int k = 0; k < 2; ++k) {
          EXPECT_LT(local.lo[k], at[k] - 2.0);
          EXPECT_GT(local.hi[k], at[k] + 2.0);
        }
        EXPECT_LT(local.lo.z(), std::min(offset, at.z() - 2.0));
        EXPECT_LT(local.size().head<2>().maxCoeff(), 20.0);
      }
    }
  }
}

}  // namespace
}  // namespace graze
