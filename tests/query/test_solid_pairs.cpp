// SPDX-License-Identifier: MIT
// Which pairs are boxes or convex polytopes, and their intervals against slides done by hand.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/query/solid_pairs.h"

namespace graze {
namespace {
using Pairs = std::vector<std::pair<BodyId, BodyId>>;

/// A box of 1 that goes from x = -3 to x = 3 in a second, past this at the origin.
Scene passing(const Shape& shape) {
  Scene scene;
  add_body(scene, {.name = "still", .shape = shape});
  add_body(scene, {.name = "goer", .shape = Shape::from_box(Vec3::Constant(0.5))});
  scene.bodies[1].motion =
      Motion::between({Mat3::Identity(), {-3, 0, 0}}, {Mat3::Identity(), {3, 0, 0}});
  return scene;
}

/// `early`: how much sooner what encloses a body may meet.
template <typename Contacts>
void expect_one_interval(const Contacts& contacts, double entry, double exit, double early = 0.0) {
  ASSERT_EQ(contacts.intervals.size(), 1u);
  EXPECT_LE(contacts.intervals[0].entry.lo, entry + 1e-15);
  EXPECT_GE(contacts.intervals[0].entry.hi, entry - early - 1e-15);
  EXPECT_NEAR(contacts.intervals[0].entry.lo, entry, 1e-9);
  EXPECT_NEAR(contacts.intervals[0].exit.hi, exit, 1e-9);
}

SolidPairs pairs_of(const Scene& scene, int dop = 0) {
  return solid_pairs(scene, {}, checked_pairs(scene), dop);
}

TEST(B6_SolidPairs, BoxesAndConvexMeshesMeetWhereTheirSlidesSay) {
  const Shape cube = Shape::from_box(Vec3::Constant(0.5));
  const char* const kinds[] = {"boxes", "polytopes"};
  for (int k = 0; k < 2; ++k) {
    const Scene scene = passing(k == 0 ? cube : Shape::from_mesh(cube.mesh()));
    const SolidPairs pairs = pairs_of(scene);
    ASSERT_EQ(pairs.solids.size(), 1u);
    EXPECT_STREQ(pairs.solids[0].kind(), kinds[k]);
    EXPECT_EQ(pairs.solids[0].boxes() != nullptr, k == 0);
    std::visit([](const auto& contacts) { expect_one_interval(contacts, 2.0 / 6.0, 4.0 / 6.0); },
               solid_contacts(pairs.solids[0], scene.span));
  }
}

TEST(B6_SolidPairs, WhatIsNotConvexIsLeftOutUnlessItIsEnclosed) {
  const TriangleMesh cube = Shape::from_box(Vec3::Constant(0.5)).mesh();
  const Shape open =
      Shape::from_mesh(TriangleMesh({cube.vertices().begin(), cube.vertices().end()},
                                    {cube.triangles().begin(), cube.triangles().end() - 1}));
  const Scene scene = passing(open);
  EXPECT_TRUE(pairs_of(scene).solids.empty());
  ASSERT_EQ(pairs_of(scene).left_out.size(), 1u);
  EXPECT_EQ(pairs_of(scene).left_out[0], std::pair(BodyId(0), BodyId(1)));
  const SolidPairs enclosed = pairs_of(scene, 6);  // the cube again
  ASSERT_EQ(enclosed.solids.size(), 1u);
  EXPECT_TRUE(enclosed.left_out.empty());
  const double early = 1.01e-9 * std::sqrt(3.0) / 6.0;  // k_dop: 1e-9 of the diagonal, 6 units/s
  std::visit(
      [&](const auto& contacts) { expect_one_interval(contacts, 2.0 / 6.0, 4.0 / 6.0, early); },
      solid_contacts(enclosed.solids[0], scene.span));
}

TEST(B6_SolidPairs, GrownBodiesAndOtherMotionsAreLeftOut) {
  const Shape cube = Shape::from_box(Vec3::Constant(0.5));
  Scene padded = passing(cube);
  padded.bodies[0].padding = 0.01;
  EXPECT_TRUE(pairs_of(padded).solids.empty());
  EXPECT_TRUE(pairs_of(passing(Shape::from_sphere(Vec3::Zero(), 0.5))).solids.empty());
  EXPECT_TRUE(
      pairs_of(passing(Shape::from_sphere(Vec3::Zero(), 0.5)), 26).solids.empty());  // it is grown
  Scene turning = passing(cube);
  turning.bodies[1].motion = Motion::between(
      {Mat3::Identity(), {-3, 0, 0}}, {Mat3(Eigen::AngleAxisd(1.0, Vec3::UnitZ())), {3, 0, 0}},
      {0.0, 1.0}, Interpolation::kSlerp);
  EXPECT_TRUE(pairs_of(turning).solids.empty());
  EXPECT_EQ(pairs_of(turning).left_out.size(), 1u);
}

TEST(B6_SolidPairs, AnAffineBoxComesSecond) {
  const Shape cube = Shape::from_box(Vec3::Constant(0.5));
  const Scene scene = passing(cube);
  const Pairs pair{{BodyId(0), BodyId(1)}};
  const AffineMotion still{{{scene.span, {}}}};
  const SolidPairs first = solid_pairs(scene, {{BodyId(0), still}}, pair);
  ASSERT_EQ(first.solids.size(), 1u);
  EXPECT_STREQ(first.solids[0].kind(), "affine boxes");
  EXPECT_EQ(first.solids[0].b, BodyId(0));
  std::visit([](const auto& contacts) { expect_one_interval(contacts, 2.0 / 6.0, 4.0 / 6.0); },
             solid_contacts(first.solids[0], scene.span));
  const SolidPairs both = solid_pairs(scene, {{BodyId(0), still}, {BodyId(1), still}}, pair);
  ASSERT_EQ(both.solids.size(), 1u);
  std::visit(
      [](const auto& contacts) {
        ASSERT_EQ(contacts.intervals.size(), 1u);  // two cubes at the origin, all the time
        EXPECT_TRUE(contacts.intervals[0].before_span);
        EXPECT_TRUE(contacts.intervals[0].after_span);
      },
      solid_contacts(both.solids[0], scene.span));
  const SolidPairs ball =
      solid_pairs(passing(Shape::from_mesh(cube.mesh())), {{BodyId(1), still}}, pair);
  EXPECT_TRUE(ball.solids.empty());  // affine motions are of boxes
}
}  // namespace
}  // namespace graze
