// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "graze/geometry/shapes.h"
#include "graze/math/rotation.h"
#include "octree/random_steps.h"
#include "support/octree_points.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze {
namespace {
void expect_near_chord(const SweptPose& sweep, const Motion& motion, std::mt19937_64& random) {
  for (int i = 0; i < 20; ++i) {
    const Vec3 p = test::random_vector(random, 2.0);
    const double s = double(random() % 1001) / 1000.0;
    const Vec3 chord = (1.0 - s) * (sweep.begin * p) + s * (sweep.end * p);
    ASSERT_LE((pose_at(motion, s) * p - chord).norm(), sweep.bulge_at(p));
  }
}

TEST(O5_SweptPose, EveryPointStaysWithinTheBulgeOfItsChord) {
  for (std::size_t i = 0, n = test::trials(20000); i < n; ++i) {
    auto random = test::generator(i);
    const Motion motion = test::random_motion(random, {.way = 2.0, .turn = 2.0});
    expect_near_chord(sweep_of(motion, {0.0, 1.0}), motion, random);
  }
}

TEST(O5_SweptPose, AMotionWithoutBoundsIsEnclosed) {
  for (std::size_t i = 0, n = test::trials(2000); i < n; ++i) {
    auto random = test::generator(i);
    const Motion inner = test::random_motion(random, {});
    CustomMotion custom;
    custom.pose_at = [inner](double t) { return pose_at(inner, t); };
    custom.enclose = [inner](const Interval& span) { return enclose_pose(inner, span); };
    const Motion motion = Motion::custom(custom);
    ASSERT_FALSE(motion.has_bounds());
    expect_near_chord(sweep_of(motion, {0.0, 1.0}), motion, random);
  }
}

TEST(O5_SweptPose, AKeptVelocityStaysWithinItsBulge) {
  for (std::size_t i = 0, n = test::trials(20000); i < n; ++i) {
    auto random = test::generator(i);
    const Pose begin = test::random_pose(random, 1.0);
    const Twist twist{test::random_vector(random, 1.0), test::random_vector(random, 2.0)};
    const double duration = double(random() % 1000) / 700.0;
    const SweptPose sweep = sweep_of(begin, twist, duration);
    const Vec3 p = test::random_vector(random, 2.0);
    const double s = double(random() % 1001) / 1000.0, t = s * duration;
    const Vec3 chord = (1.0 - s) * (sweep.begin * p) + s * (sweep.end * p);
    const Vec3 there = rotation_from_vector(t * twist.angular) * (begin.rotation * p) +
                       begin.translation + t * twist.linear;
    ASSERT_LE((there - chord).norm(), sweep.bulge_at(p));
  }
}

TEST(O8_SweptPose, VerticesThatMoveInATurningBodyStayWithinTheBulge) {
  const TriangleMesh begin = make_shape("icosphere", {{"triangles", 20}});
  for (std::size_t i = 0, n = test::trials(4000); i < n; ++i) {
    auto random = test::generator(i);
    std::vector<Vec3> moved(begin.vertices().begin(), begin.vertices().end());
    for (Vec3& v : moved) v += test::random_vector(random, 0.5);
    const TriangleMesh end(moved, {begin.triangles().begin(), begin.triangles().end()});
    const Motion motion = test::random_motion(random, {.way = 1.0, .turn = 1.5});
    const SweptPose sweep = deforming_sweep(sweep_of(motion, {0.0, 1.0}), begin, end);
    for (int k = 0; k < 20; ++k) {
      const std::size_t v = random() % moved.size();
      const double s = double(random() % 1001) / 1000.0;
      const Vec3 p0 = begin.vertices()[v], p1 = end.vertices()[v];
      const Vec3 chord = (1.0 - s) * (sweep.begin * p0) + s * (sweep.end * p1);
      const Vec3 there = pose_at(motion, s) * ((1.0 - s) * p0 + s * p1);
      ASSERT_LE((there - chord).norm(), std::max(sweep.bulge_at(p0), sweep.bulge_at(p1)));
    }
  }
}
}  // namespace
}  // namespace graze
