// SPDX-License-Identifier: MIT
// Boxes whose overlaps are known: how deep, since when, and is it a fit?
#include <gtest/gtest.h>

#include "graze/query/interference.h"

namespace graze::test {
namespace {
Body cube(const std::string& name, double x) {
  return {.name = name,
          .shape = Shape::from_box(Vec3::Constant(0.5)),
          .motion = Motion::still({Mat3::Identity(), {x, 0.0, 0.0}}),
          .groups = {name == "left" ? "fixed" : "parts"}};
}

Scene row() {
  Scene scene;
  add_body(scene, cube("left", 0.0));
  add_body(scene, cube("middle", 0.95));
  add_body(scene, cube("right", 1.94));
  return scene;
}

InterferenceReport ask(const Scene& scene) {
  return interferences(OverlapScene(PreparedScene(scene, ShapeNeed::kNothing)), {.instants = 11});
}
}  // namespace

TEST(G3_Interference, DepthsAndVolumesDeepestFirst) {
  const InterferenceReport report = ask(row());
  EXPECT_EQ(report.pairs, 3u);
  EXPECT_EQ(report.instants, 1u);  // nothing moves
  ASSERT_EQ(report.found.size(), 2u);
  EXPECT_EQ(report.found[0].b, BodyId(1));
  EXPECT_NEAR(report.found[0].depth, 0.05, 1e-3);
  EXPECT_NEAR(report.found[0].volume, 0.05, 1e-3);
  EXPECT_NEAR(report.found[1].depth, 0.01, 1e-3);
  EXPECT_FALSE(report.found[0].is_fit());
}

TEST(G3_Interference, PartsThatTouchDoNotInterfere) {
  Scene scene;
  add_body(scene, cube("left", 0.0));
  add_body(scene, cube("right", 1.0));
  add_body(scene, cube("deeper", 1.0 - 1e-9));
  scene.bodies[2].motion = Motion::still({Mat3::Identity(), {0.0, 1.0 - 1e-9, 0.0}});
  const InterferenceReport report = ask(scene);
  EXPECT_EQ(report.pairs, 3u);
  for (const Interference& one : report.found) {
    EXPECT_TRUE(one.is_touch()) << one.depth;
    EXPECT_FALSE(one.is_clash());
  }
  scene.tolerance = 1e-12;
  const InterferenceReport sharp = ask(scene);
  ASSERT_FALSE(sharp.found.empty());
  EXPECT_TRUE(sharp.found[0].is_clash());
  EXPECT_NEAR(sharp.found[0].depth, 1e-9, 1e-11);
}

// Triangles that bound a cylinder are outside of it: that much depth shows nothing.
TEST(G3_Interference, ACurvedShapeMayTouchAsDeepAsItsTrianglesAreOff) {
  const Shape round = Shape::from_cylinder({0, 0, -1}, {0, 0, 1}, 1.0);
  ASSERT_GT(round.outward_error(), 1e-4);
  const auto found = [&](double depth) {
    Scene scene;
    add_body(scene, {.name = "cylinder", .shape = round});
    add_body(scene, {.name = "box", .shape = Shape::from_box({2, 2, 1})});
    scene.bodies[1].motion = Motion::still({Mat3::Identity(), {3.0 - depth, 0.0, 0.0}});
    return ask(scene).found;
  };
  const auto shallow = found(-0.5 * round.outward_error()), deep = found(0.05);
  for (const Interference& one : shallow) EXPECT_TRUE(one.is_touch()) << one.depth;
  ASSERT_EQ(deep.size(), 1u);
  EXPECT_TRUE(deep[0].is_clash());
  EXPECT_GT(deep[0].doubt, round.outward_error());
}

TEST(G3_Interference, FitsByBodyOrGroupAllowADepth) {
  Scene scene = row();
  scene.may_touch = {{"fixed", "parts"}, {"parts", "parts"}};
  EXPECT_EQ(ask(scene).pairs, 0u);
  scene.fits = {{"fixed", "parts", 0.06}, {"middle", "right", 0.001}};
  const InterferenceReport report = ask(scene);
  EXPECT_EQ(report.pairs, 3u);
  ASSERT_EQ(report.found.size(), 2u);
  EXPECT_TRUE(report.found[0].is_fit());
  EXPECT_FALSE(report.found[1].is_fit());
  EXPECT_EQ(report.found[1].allowed, 0.001);
}

TEST(G3_Interference, InMotionTheDeepestInstantCounts) {
  Scene scene = row();
  scene.bodies.resize(2);
  scene.bodies[1].motion =
      Motion::between({Mat3::Identity(), {0.98, 0.0, 0.0}}, {Mat3::Identity(), {0.78, 0.0, 0.0}});
  const InterferenceReport report = ask(scene);
  EXPECT_EQ(report.instants, 11u);
  ASSERT_EQ(report.found.size(), 1u);
  EXPECT_NEAR(report.found[0].depth, 0.22, 1e-3);
  EXPECT_EQ(report.found[0].time, 1.0);
  EXPECT_NEAR(report.found[0].depth_at_rest, 0.02, 1e-3);
}

Body ball(const std::string& name, double radius, const Vec3& at) {
  return {.name = name,
          .shape = Shape::from_sphere(Vec3::Zero(), radius),
          .motion = Motion::still({Mat3::Identity(), at})};
}

TEST(G3_Interference, APartInsideAnotherIsInsideAndNeverAFit) {
  Scene scene;
  add_body(scene, ball("outer", 4.0, Vec3::Zero()));
  add_body(scene, ball("inner", 1.0, {0.3, 0.0, 0.0}));
  scene.fits = {{"outer", "inner", 10.0}};
  const InterferenceReport report = ask(scene);
  ASSERT_EQ(report.found.size(), 1u);
  EXPECT_TRUE(report.found[0].is_inside);
  EXPECT_NEAR(report.found[0].depth, 2.0, 0.05);  // as thick as it is
  EXPECT_FALSE(report.found[0].is_fit());
}

TEST(G3_Interference, ADepthIsNotLongerThanThePart) {
  Scene scene;
  add_body(scene, {.name = "block", .shape = Shape::from_box(Vec3::Constant(200.0))});
  add_body(scene, ball("ball", 20.0, {180.5, 0.0, 0.0}));  // pokes out by half a unit
  const InterferenceReport report = ask(scene);
  ASSERT_EQ(report.found.size(), 1u);
  EXPECT_LE(report.found[0].depth, 40.5);
  EXPECT_GE(report.found[0].depth, 20.0);
}

TEST(G3_Interference, AHollowBodyHasNoInside) {
  Scene scene;
  Body room{.name = "room", .shape = Shape::from_box(Vec3::Constant(5.0))};
  room.solid = false;
  add_body(scene, room);
  add_body(scene, cube("part", 0.0));
  EXPECT_EQ(ask(scene).pairs, 0u);
}

TEST(G3_Interference, ABodyThatDeformsIsLookedAtOverTime) {
  Scene scene;
  add_body(scene, cube("still", 0.0));
  Body growing = cube("growing", 0.0);
  const TriangleMesh mesh = growing.shape.mesh();
  const auto vertices = mesh.vertices();
  const auto triangles = mesh.triangles();
  std::vector<Vec3> far(vertices.begin(), vertices.end()), near = far;
  for (Vec3& v : far) v.x() += 2.0;
  for (Vec3& v : near) v.x() += 0.9;
  growing.shape = Shape::from_mesh(
      TriangleMesh(far, std::vector<Triangle>(triangles.begin(), triangles.end())));
  growing.deformation = Deformation({{0.0, far}, {1.0, near}});
  add_body(scene, growing);
  const InterferenceReport report = ask(scene);
  EXPECT_EQ(report.instants, 11u);
  ASSERT_EQ(report.found.size(), 1u);
  EXPECT_NEAR(report.found[0].depth, 0.1, 1e-3);
}

}  // namespace graze::test
