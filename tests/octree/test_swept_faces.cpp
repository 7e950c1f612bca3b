// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "graze/geometry/triangle_distance.h"
#include "methods/octree/face_extraction.h"
#include "methods/octree/swept_face.h"
#include "octree/random_steps.h"
#include "support/octree_points.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze::octree {
namespace {
/// One face as a body.
SweptBody one_face(const Corners& corners, const Motion& motion) {
  const TriangleMesh mesh({corners.begin(), corners.end()}, {Triangle{0, 1, 2}});
  return {build_octree(mesh, {.depth = 1, .open_mesh = OpenMesh::kSurface}),
          sweep_of(motion, {0.0, 1.0}),
          {},
          0.0};
}

Corners random_corners(std::mt19937_64& random) {
  return {test::random_vector(random, 0.5), test::random_vector(random, 0.5),
          test::random_vector(random, 0.5)};
}

Corners moved(const Corners& t, const Pose& pose) {
  return {pose * t[0], pose * t[1], pose * t[2]};
}

TEST(O5_SweptFaces, NoSampledTouchIsEverMissedOrBeforeItsBound) {
  std::size_t touching = 0;
  for (std::size_t i = 0, n = test::trials(40000); i < n; ++i) {
    auto random = test::generator(i);
    const test::StepKind kind{.room = 0.8, .way = 0.8, .turn = 1.0};
    const Corners a = random_corners(random), b = random_corners(random);
    const Motion motion_a = test::random_motion(random, kind);
    const Motion motion_b = test::random_motion(random, kind);
    const auto earliest = earliest_touch(swept_face(one_face(a, motion_a), 0),
                                         swept_face(one_face(b, motion_b), 0), 0.0);
    for (int k = 0; k <= 16; ++k) {
      const double t = k / 16.0;
      const auto there =
          triangle_distance(moved(a, pose_at(motion_a, t)), moved(b, pose_at(motion_b, t)));
      if (!there.intersecting) continue;
      ++touching;
      ASSERT_TRUE(earliest) << "trial " << i;
      ASSERT_LE(*earliest, t) << "trial " << i;
      break;
    }
  }
  EXPECT_GT(touching, 20u);
}

/// A blade that turns by a third of a turn, and a small face in the middle of its way, outside of
/// the hull of the blade's end positions.
struct TurningBlade {
  SweptBody blade, target;

  TurningBlade()
      : blade(one_face({Vec3(0, 0, -0.2), Vec3(0, 0, 0.2), Vec3(1, 0, 0)},
                       Motion::screw({.axis = Vec3::UnitZ(), .angle = 2.1}))),
        target(one_face({Vec3(0.46, 0.84, -0.05), Vec3(0.47, 0.84, 0.05), Vec3(0.45, 0.86, 0.0)},
                        Motion())) {}
};

TEST(O5_SweptFaces, ThePrintedHullMissesATurningFaceAndTheInflatedOneDoesNot) {
  const TurningBlade scene;
  const SweptFace blade = swept_face(scene.blade, 0), target = swept_face(scene.target, 0);
  EXPECT_FALSE(hulls_cross_as_printed(blade, target));
  EXPECT_TRUE(earliest_touch(blade, target, 0.0));
  // They do touch: the blade reaches radius 1, the target lies within it on the blade's way.
  const Motion turning = Motion::screw({.axis = Vec3::UnitZ(), .angle = 2.1});
  bool touched = false;
  for (int k = 0; k <= 2000 && !touched; ++k) {
    touched =
        triangle_distance(moved(scene.blade.octree.mesh().corners(0), pose_at(turning, k / 2000.0)),
                          scene.target.octree.mesh().corners(0))
            .intersecting;
  }
  EXPECT_TRUE(touched);
}

TEST(O5_SweptFaces, ThePrintedTestMissesAHullInsideAnother) {
  // A large face sweeps over a small one that stands still: no edge of one hull crosses the other.
  const SweptBody large = one_face({Vec3(-9, -9, -1), Vec3(9, -9, -1), Vec3(0, 9, -1)},
                                   Motion::between(Pose{}, {Mat3::Identity(), Vec3(0, 0, 2)}));
  const SweptBody small = one_face({Vec3(0, 0, 0), Vec3(0.1, 0, 0), Vec3(0, 0.1, 0.1)}, Motion());
  EXPECT_FALSE(hulls_cross_as_printed(swept_face(large, 0), swept_face(small, 0)));
  const auto earliest = earliest_touch(swept_face(large, 0), swept_face(small, 0), 0.0);
  ASSERT_TRUE(earliest);
  EXPECT_NEAR(*earliest, 0.5, 1e-6);
}

TEST(O5_SweptFaces, FacesThatFollowEachOtherAreToldApart) {
  // Their hulls overlap, but they are never at one place at the same time.
  const Motion on = Motion::between(Pose{}, {Mat3::Identity(), Vec3(0, 0, 2)});
  const SweptBody first = one_face({Vec3(0, 0, 1), Vec3(1, 0, 1), Vec3(0, 1, 1)}, on);
  const SweptBody second = one_face({Vec3(0, 0, 0.1), Vec3(1, 0, 0), Vec3(0, 1, 0)}, on);
  EXPECT_TRUE(hulls_cross_as_printed(swept_face(first, 0), swept_face(second, 0)));
  EXPECT_FALSE(earliest_touch(swept_face(first, 0), swept_face(second, 0), 0.0));
}

TEST(O4_FaceExtraction, PrintedAndSoundTestsAgreeOnStillFaces) {
  std::size_t meets = 0;
  for (std::size_t i = 0, n = test::trials(40000); i < n; ++i) {
    auto random = test::generator(i);
    const SweptFace face = swept_face(one_face(random_corners(random), Motion()), 0);
    const OctreeCube cube{test::random_vector(random, 0.6), 0.2 + 0.001 * double(random() % 400)};
    const bool printed = meets_cube_as_printed(face, cube);
    meets += printed;
    ASSERT_TRUE(!printed || meets_cube(face, 0.0, cube)) << "trial " << i;
  }
  EXPECT_GT(meets, 20u);
}
}  // namespace
}  // namespace graze::octree
