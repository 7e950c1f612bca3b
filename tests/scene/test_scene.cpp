// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <limits>

#include "graze/base/error.h"
#include "graze/scene/scene.h"

namespace graze {
namespace {

Shape unit_box() { return Shape::from_box(Vec3::Constant(0.5)); }

Scene three_boxes() {
  Scene scene;
  for (const char* name : {"a", "b", "c"}) add_body(scene, {.name = name, .shape = unit_box()});
  return scene;
}

/// The error of check(), as place and found; empty if there is none.
std::string complaint(const Scene& scene) {
  try {
    check(scene);
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

TEST(G1_Scene, GoodSceneHasNoComplaint) { EXPECT_EQ(complaint(three_boxes()), ""); }

TEST(G1_Scene, EmptySceneIsFineAndHasNoPairs) {
  EXPECT_EQ(complaint(Scene{}), "");
  EXPECT_TRUE(checked_pairs(Scene{}).empty());
}

TEST(G1_Scene, SecondUseOfANameIsRefused) {
  Scene scene = three_boxes();
  EXPECT_THROW(add_body(scene, {.name = "b"}), InputError);
  EXPECT_EQ(scene.bodies.size(), 3u);
  scene.bodies[2].name = "a";
  EXPECT_NE(complaint(scene).find("body 2"), std::string::npos);
}

TEST(G1_Scene, EveryWrongFieldIsNamed) {
  struct Case {
    const char* expected;
    void (*spoil)(Scene&);
  };
  const Case cases[] = {
      {"empty name", [](Scene& s) { s.bodies[1].name = ""; }},
      {"mass", [](Scene& s) { s.bodies[1].mass = 0.0; }},
      {"mass", [](Scene& s) { s.bodies[1].mass = std::numeric_limits<double>::quiet_NaN(); }},
      {"padding", [](Scene& s) { s.bodies[1].padding = -1e-9; }},
      {"padding", [](Scene& s) { s.bodies[1].padding = std::numeric_limits<double>::infinity(); }},
      {"parent", [](Scene& s) { s.bodies[1].parent = BodyId(1); }},
      {"parent", [](Scene& s) { s.bodies[1].parent = BodyId(2); }},
      {"groups", [](Scene& s) { s.bodies[1].groups = {""}; }},
      {"groups", [](Scene& s) { s.bodies[1].groups = {"c"}; }},
      {"span",
       [](Scene& s) {
         s.span = {1.0, 0.0};
       }},
      {"span",
       [](Scene& s) {
         s.span = {0.0, std::numeric_limits<double>::infinity()};
       }},
      {"tolerance", [](Scene& s) { s.tolerance = 0.0; }},
      {"may_touch[0]",
       [](Scene& s) {
         s.may_touch = {{"a", "nobody"}};
       }},
  };
  for (const Case& wrong : cases) {
    Scene scene = three_boxes();
    wrong.spoil(scene);
    EXPECT_NE(complaint(scene).find(wrong.expected), std::string::npos)
        << wrong.expected << " in: " << complaint(scene);
  }
}

using Pairs = std::vector<std::pair<BodyId, BodyId>>;
Pairs pairs(std::initializer_list<std::pair<int, int>> ids) {
  Pairs result;
  for (const auto& [a, b] : ids)
    result.emplace_back(BodyId(std::size_t(a)), BodyId(std::size_t(b)));
  return result;
}

TEST(G1_CheckedPairs, AllPairsInOrderByDefault) {
  EXPECT_EQ(checked_pairs(three_boxes()), pairs({{0, 1}, {0, 2}, {1, 2}}));
}

TEST(G1_CheckedPairs, RulesNameBodiesOrGroupsInEitherOrder) {
  Scene scene = three_boxes();
  scene.may_touch = {{"b", "a"}};
  EXPECT_EQ(checked_pairs(scene), pairs({{0, 2}, {1, 2}}));
  scene.bodies[0].groups = scene.bodies[2].groups = {"left"};
  scene.may_touch = {{"left", "b"}};
  EXPECT_EQ(checked_pairs(scene), pairs({{0, 2}}));
  scene.may_touch = {{"left", "left"}};
  EXPECT_EQ(checked_pairs(scene), pairs({{0, 1}, {1, 2}}));
}

TEST(C8_CheckedPairs, ABodyOnAJointMayTouchItsParentButNotItsGrandparent) {
  Scene scene = three_boxes();
  for (std::size_t i : {1u, 2u}) {
    scene.bodies[i].parent = BodyId(i - 1);
    scene.bodies[i].joint = JointKind::kRevolute;
  }
  EXPECT_EQ(checked_pairs(scene), pairs({{0, 2}}));
  scene.bodies[2].joint = JointKind::kNone;  // only carried
  EXPECT_EQ(checked_pairs(scene), pairs({{0, 2}, {1, 2}}));
}

TEST(G1_CheckedPairs, EmptyShapesAreLeftOut) {
  Scene scene = three_boxes();
  scene.bodies[1].shape = Shape();
  EXPECT_EQ(checked_pairs(scene), pairs({{0, 2}}));
}

TEST(C9_DefaultTolerance, IsAMillionthOfTheSmallerDiagonal) {
  const Body small{.name = "small", .shape = Shape::from_box({1.0, 1.0, 1.0})};
  const Body large{.name = "large", .shape = Shape::from_box({10.0, 1.0, 1.0})};
  EXPECT_DOUBLE_EQ(default_tolerance(small, large), 1e-6 * std::sqrt(12.0));
  EXPECT_EQ(default_tolerance(small, large), default_tolerance(large, small));
}

TEST(C3_Shape, CopiesShareMeshAndTree) {
  const Shape shape = unit_box();
  const Shape copy = shape;
  EXPECT_EQ(&copy.tree(), &shape.tree());
  EXPECT_EQ(copy.mesh().triangles().size(), 12u);
  ASSERT_TRUE(shape.box());
  EXPECT_EQ(shape.box()->half_size, Vec3::Constant(0.5));
}

TEST(C3_Shape, BoxMeshIsClosedAndFacesOutward) {
  const TriangleMesh mesh = Shape::from_box({1.0, 2.0, 3.0}).mesh();
  double volume = 0.0;
  for (std::size_t i = 0; i < mesh.triangles().size(); ++i) {
    const auto [a, b, c] = mesh.corners(i);
    volume += a.dot(b.cross(c)) / 6.0;
  }
  EXPECT_DOUBLE_EQ(volume, 2.0 * 4.0 * 6.0);
}

TEST(C3_Shape, BoxWithoutExtentIsRefused) {
  EXPECT_THROW(Shape::from_box({1.0, 0.0, 1.0}), InputError);
  EXPECT_THROW(Shape::from_box({1.0, 1.0, std::numeric_limits<double>::infinity()}), InputError);
}

}  // namespace
}  // namespace graze
