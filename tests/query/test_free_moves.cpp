// SPDX-License-Identifier: MIT
// Ways out of a place whose distances are known.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/base/error.h"
#include "graze/query/free_moves.h"

namespace graze::test {
namespace {
Body box(const std::string& name, const Vec3& half_size, const Vec3& at) {
  return {.name = name,
          .shape = Shape::from_box(half_size),
          .motion = Motion::still({Mat3::Identity(), at})};
}

/// A unit cube with walls at x = 1 (0.5 away), x = -2 (1.5 away) and z = -0.75 (0.25 away).
Scene corner() {
  Scene scene;
  add_body(scene, box("part", Vec3::Constant(0.5), Vec3::Zero()));
  add_body(scene, box("right", {0.1, 5.0, 5.0}, {1.1, 0.0, 0.0}));
  add_body(scene, box("left", {0.1, 5.0, 5.0}, {-2.1, 0.0, 0.0}));
  add_body(scene, box("floor", {5.0, 5.0, 0.1}, {0.0, 0.0, -0.85}));
  scene.may_touch = {{"left", "floor"}, {"right", "floor"}};
  return scene;
}

const FreeMove& way(const std::vector<FreeMove>& moves, const Vec3& direction, bool is_turn) {
  for (const FreeMove& move : moves) {
    if (move.is_turn == is_turn && (move.direction - direction.normalized()).norm() < 1e-12)
      return move;
  }
  throw std::logic_error("no such way");
}
}  // namespace

TEST(G3_FreeMoves, GoAsFarAsTheWallsAre) {
  const auto moves = free_moves(corner(), BodyId(0), {.length = 10.0, .angle = 1.5});
  ASSERT_EQ(moves.size(), 32u);
  EXPECT_NEAR(way(moves, Vec3::UnitX(), false).free, 0.5, 1e-4);
  EXPECT_EQ(way(moves, Vec3::UnitX(), false).blocker, BodyId(1));
  EXPECT_NEAR(way(moves, -Vec3::UnitX(), false).free, 1.5, 1e-4);
  EXPECT_EQ(way(moves, -Vec3::UnitX(), false).blocker, BodyId(2));
  EXPECT_NEAR(way(moves, -Vec3::UnitZ(), false).free, 0.25, 1e-4);
  EXPECT_TRUE(way(moves, Vec3::UnitZ(), false).is_free());
  EXPECT_TRUE(way(moves, Vec3::UnitY(), false).is_free());
  EXPECT_NEAR(way(moves, {1.0, 1.0, 0.0}, false).free, 0.5 * std::sqrt(2.0), 1e-4);
  EXPECT_NEAR(way(moves, {1.0, 0.0, -1.0}, false).free, 0.25 * std::sqrt(2.0), 1e-4);
}

TEST(G3_FreeMoves, TurnsUntilACornerMeets) {
  Scene scene = corner();
  scene.bodies[0] = box("part", {0.5, 0.5, 0.7}, Vec3::Zero());  // 0.05 above the floor
  const auto moves = free_moves(scene, BodyId(0), {.length = 1.0, .angle = 1.5});
  // The lowest corner is at 0.5 sin(a) + 0.7 cos(a) = 0.75 below the middle.
  double lo = 0.0, hi = 0.5;
  for (int k = 0; k < 60; ++k) {
    const double a = 0.5 * (lo + hi);
    (0.5 * std::sin(a) + 0.7 * std::cos(a) < 0.75 ? lo : hi) = a;
  }
  EXPECT_NEAR(way(moves, Vec3::UnitY(), true).free, lo, 1e-4);
  EXPECT_NEAR(way(moves, -Vec3::UnitY(), true).free, lo, 1e-4);
  EXPECT_TRUE(way(moves, Vec3::UnitZ(), true).is_free());
}

TEST(G3_FreeMoves, WhatThePartCarriesIsInTheWayToo) {
  Scene scene = corner();
  Body handle = box("handle", Vec3::Constant(0.1), {0.0, 0.0, 1.0});
  handle.parent = BodyId(0);
  add_body(scene, handle);
  add_body(scene, box("lid", {5.0, 5.0, 0.1}, {0.0, 0.0, 2.0}));
  scene.may_touch.emplace_back("lid", "left");
  scene.may_touch.emplace_back("lid", "right");
  const auto moves = free_moves(scene, BodyId(0), {.length = 10.0});
  EXPECT_NEAR(way(moves, Vec3::UnitZ(), false).free, 0.8, 1e-4);
  EXPECT_EQ(way(moves, Vec3::UnitZ(), false).blocker, BodyId(5));
}

TEST(G3_FreeMoves, DirectionsAreOfTheWorldWhateverCarriesThePart) {
  Scene scene = corner();
  scene.bodies[0].motion = Motion();
  Body turned{.name = "frame"};
  const Mat3 quarter = Eigen::AngleAxisd(std::acos(-1.0) / 2.0, Vec3::UnitZ()).toRotationMatrix();
  turned.motion = Motion::still({quarter, Vec3::Zero()});
  scene.bodies.insert(scene.bodies.begin(), turned);
  scene.bodies[1].parent = BodyId(0);
  const auto moves = free_moves(scene, BodyId(1), {.length = 10.0});
  EXPECT_NEAR(way(moves, Vec3::UnitX(), false).free, 0.5, 1e-4);
  EXPECT_TRUE(way(moves, Vec3::UnitY(), false).is_free());
}

TEST(G3_FreeMoves, ABallIsAsLongAsItsDiameterAndAFloorHasNoEnd) {
  Scene scene;
  add_body(scene, {.name = "ball",
                   .shape = Shape::from_sphere(Vec3::Zero(), 5.0),
                   .motion = Motion::still({Mat3::Identity(), {0.0, 0.0, 20.0}})});
  add_body(scene, {.name = "floor", .shape = Shape::from_half_space(Vec3::UnitZ(), 0.0)});
  const auto moves = free_moves(scene, BodyId(0), {});
  EXPECT_NEAR(way(moves, Vec3::UnitX(), false).asked, 10.0, 1e-9);
  EXPECT_THROW(free_moves(scene, BodyId(1), {}), InputError);
}

TEST(G3_FreeMoves, TheWayOutStopsAtTheWallAndStandsBack) {
  Scene scene = corner();
  scene.bodies[0].motion =
      Motion::between({Mat3::Identity(), Vec3::Zero()}, {Mat3::Identity(), {2.0, 0.0, 0.0}});
  const WayOut out = way_out(scene, BodyId(0), {.length = 0.4});
  ASSERT_TRUE(out.is_blocked());
  EXPECT_NEAR(out.hit->report.time.hi, 0.25, 1e-5);  // 0.5 of a way of 2
  EXPECT_LT(out.stands, out.hit->report.time.hi);
  EXPECT_GT(out.stands, 0.2499);
  EXPECT_LT(way(out.moves, Vec3::UnitX(), false).free, 1e-4);
  EXPECT_TRUE(way(out.moves, -Vec3::UnitX(), false).is_free());

  scene.bodies[0].motion =
      Motion::between({Mat3::Identity(), Vec3::Zero()}, {Mat3::Identity(), {0.0, 0.0, 2.0}});
  const WayOut up = way_out(scene, BodyId(0), {});
  EXPECT_FALSE(up.is_blocked());
  EXPECT_TRUE(up.moves.empty());
}

TEST(G3_FreeMoves, ThePartIsTheFirstBodyOfTheHitWhereverItStandsInTheScene) {
  Scene scene;
  add_body(scene, box("wall", Vec3::Constant(0.5), {2.0, 0.0, 0.0}));
  Body part = box("part", Vec3::Constant(0.5), {0.0, 0.0, 0.0});
  part.motion =
      Motion::between({Mat3::Identity(), Vec3::Zero()}, {Mat3::Identity(), {2.0, 0.0, 0.0}});
  add_body(scene, part);
  const WayOut out = way_out(scene, BodyId(1), {});
  ASSERT_TRUE(out.is_blocked());
  EXPECT_EQ(out.hit->a, BodyId(1));
  EXPECT_EQ(out.hit->b, BodyId(0));
  const Contact& contact = out.hit->report.contacts.at(0);
  EXPECT_GT(contact.normal.x(), 0.999);  // from the part to the wall
  EXPECT_LE(contact.point_a.x(), contact.point_b.x());
  EXPECT_NEAR(contact.point_b.x(), 1.5, 1e-9);
}

}  // namespace graze::test
