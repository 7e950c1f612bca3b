// SPDX-License-Identifier: MIT
// How far bodies that touch reach into each other, against distances by brute force.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/geometry/point_inclusion.h"
#include "graze/geometry/shapes.h"
#include "graze/geometry/triangle_distance.h"
#include "graze/math/rotation.h"
#include "scene/deep_inside.h"
#include "support/trials.h"

namespace graze {
namespace {
Pose at(const Vec3& place) { return {Mat3::Identity(), place}; }

InsideAnswer asked(const Shape& a, const Pose& at_a, const Shape& b, const Pose& at_b, double depth,
                   const Budget& budget = {}) {
  MotionState state_a, state_b;
  state_a.pose = at_a;
  state_b.pose = at_b;
  return find_deep_inside({a, false, state_a}, {b, false, state_b}, depth, budget).answer;
}

Shape ball(double triangles) {
  return Shape::from_mesh(make_shape("icosphere", {{"radius", 1.0}, {"triangles", triangles}}));
}

Shape plate(double half) {
  return Shape::from_mesh(
      TriangleMesh({{-half, -half, 0}, {half, -half, 0}, {half, half, 0}, {-half, half, 0}},
                   {{0, 1, 2}, {0, 2, 3}}));
}

TEST(C9_DeepInside, ASheetThroughAFineBallIsDeepThoughNoCornerIs) {
  const Shape fine = ball(20'000), sheet = plate(3.0);
  for (const double height : {0.0, 0.5, 0.85}) {
    EXPECT_EQ(asked(fine, at({0, 0, 0}), sheet, at({0.1, 0.2, height}), 0.1), InsideAnswer::kYes);
    EXPECT_EQ(asked(sheet, at({0.1, 0.2, height}), fine, at({0, 0, 0}), 0.1), InsideAnswer::kYes);
  }
  EXPECT_EQ(asked(fine, at({0, 0, 0}), sheet, at({0.1, 0.2, 0.92}), 0.1), InsideAnswer::kNo);
}

/// A plane and a ball: each is as deep in the other as the ball has sunk.
TEST(C9_DeepInside, ABallThatSinksIntoABoxIsDeepFromTheDepthOn) {
  const Shape fine = ball(20'000), box = Shape::from_box({3, 3, 2});
  for (const double depth : {1e-4, 1e-2, 0.1}) {
    for (const double share : {-0.5, 0.0, 0.5, 0.9}) {
      SCOPED_TRACE(testing::Message() << share << " of " << depth);
      const Vec3 place(0.3, -0.2, 3.0 - share * depth);
      EXPECT_EQ(asked(fine, at(place), box, at({0, 0, 0}), depth), InsideAnswer::kNo);
      EXPECT_EQ(asked(box, at({0, 0, 0}), fine, at(place), depth), InsideAnswer::kNo);
    }
    for (const double share : {1.5, 4.0}) {
      const Vec3 place(0.3, -0.2, 3.0 - share * depth - 2e-3);  // it is a polyhedron
      EXPECT_EQ(asked(fine, at(place), box, at({0, 0, 0}), depth), InsideAnswer::kYes);
    }
  }
}

TEST(C9_DeepInside, WhatFitsExactlyIsProvedToTouch) {
  const Shape box = Shape::from_box({1, 1, 1});
  // On a table, in its corner, on an edge, sunk by half of what is allowed.
  for (const double sunk : {0.0, 5e-7}) {
    for (const Vec3& place : {Vec3(0, 0, 2), Vec3(2, 2, 2), Vec3(0.5, 2, 2)}) {
      const Vec3 lower = place - sunk * place.cwiseSign();
      EXPECT_EQ(asked(box, at({0, 0, 0}), box, at(lower), 1e-6), InsideAnswer::kNo);
    }
  }
  // A shaft all of whose edges lie on the facets of the bore.
  const Shape shaft = Shape::from_mesh(make_shape("shaft"));
  const Shape bush = Shape::from_mesh(make_shape("hole", {{"clearance", 0.0}}));
  for (const double way : {0.0, 5e-7})
    EXPECT_EQ(asked(shaft, at({way, 0, 0}), bush, at({0, 0, 0}), 1e-6), InsideAnswer::kNo);
}

/// On the floor and at the wall of a bracket at once; the triangles of both are many.
TEST(C9_DeepInside, AnExactFitInACornerIsProvedToTouch) {
  const double thickness = 0.1;
  const Shape box = Shape::from_mesh(make_shape("box", {{"triangles", 300.0}}));
  const Shape bracket =
      Shape::from_mesh(make_shape("l_bracket", {{"thickness", thickness}, {"triangles", 500.0}}));
  const Vec3 corner =
      bracket.mesh().bounds().lo + Vec3(thickness, 0, thickness) - box.mesh().bounds().lo;
  for (const double depth : {1e-6, 1e-2}) {
    EXPECT_EQ(asked(box, at(corner), bracket, at({0, 0, 0}), depth), InsideAnswer::kNo);
    EXPECT_EQ(asked(box, at(corner - Vec3(3.0 * depth, 0, 0)), bracket, at({0, 0, 0}), depth),
              InsideAnswer::kYes);
  }
}

TEST(C9_DeepInside, BodiesAtOnePlaceAreDeepInEachOther) {
  for (const char* name : {"box", "icosphere", "torus", "l_bracket"}) {
    const Shape shape = Shape::from_mesh(make_shape(name));
    EXPECT_EQ(asked(shape, at({0, 0, 0}), shape, at({0, 0, 0}), 1e-4), InsideAnswer::kYes) << name;
  }
  const Shape foil = Shape::from_box({1, 1, 1e-5});  // thinner than what counts as deep
  EXPECT_NE(asked(foil, at({0, 0, 0}), foil, at({0, 0, 0}), 1e-4), InsideAnswer::kYes);
}

TEST(C9_DeepInside, ABudgetThatEndsSaysSo) {
  std::atomic<bool> cancelled = true;
  Budget budget;
  budget.cancel = &cancelled;
  const Shape fine = ball(20'000);
  EXPECT_EQ(asked(fine, at({0, 0, 0}), fine, at({1.99, 0, 0}), 0.1, budget), InsideAnswer::kUnsure);
}

/// How deep p is in the mesh; 0 outside.
double depth_of(const Vec3& p, const TriangleMesh& mesh) {
  if (place_of(p, mesh) != PointPlace::kInside) return 0.0;
  double least = kInfinity;
  for (std::size_t i = 0; i < mesh.triangles().size(); ++i)
    least = std::min(least, point_triangle(p, mesh.corners(i)).distance_sq);
  return std::sqrt(least);
}

struct Deepest {
  double depth = 0.0, spacing = 0.0;
};

/// Of points of a's surface in b.
Deepest deepest(const TriangleMesh& a, const Pose& b_from_a, const TriangleMesh& b) {
  constexpr int kParts = 5;
  Deepest found;
  for (std::size_t i = 0; i < a.triangles().size(); ++i) {
    const Corners c = a.corners(i);
    for (int u = 0; u <= kParts; ++u)
      for (int v = 0; u + v <= kParts; ++v) {
        const Vec3 p = c[0] + u * (c[1] - c[0]) / kParts + v * (c[2] - c[0]) / kParts;
        found.depth = std::max(found.depth, depth_of(b_from_a * p, b));
      }
    for (int k = 0; k < 3; ++k)
      found.spacing =
          std::max(found.spacing, (c[std::size_t(k)] - c[std::size_t(k + 1) % 3]).norm() / kParts);
  }
  return found;
}

TEST(C9_DeepInside, RandomBodiesAreAsDeepAsBruteForceSays) {
  const std::size_t count = test::trials(4'000);
  std::size_t deep = 0, shallow = 0, unsure = 0;
  for (std::size_t trial = 0; trial < count; ++trial) {
    SCOPED_TRACE(trial);
    std::mt19937_64 random = test::generator(trial);
    std::uniform_real_distribution<double> real(-1.0, 1.0);
    const auto shape = [&] {
      constexpr const char* kNames[] = {"icosphere", "l_bracket", "torus", "box"};
      return make_shape(kNames[random() % 4], {{"triangles", 100.0}});
    };
    const TriangleMesh a = shape(), b = shape();
    const Quat q = Quat(real(random), real(random), real(random), real(random)).normalized();
    const double reach = 0.3 * (a.bounds().diagonal() + b.bounds().diagonal());
    const Pose b_from_a{q.toRotationMatrix(),
                        reach * Vec3(real(random), real(random), real(random))};
    const double depth = std::pow(10.0, -1.5 + 0.7 * real(random)) * a.bounds().diagonal();
    const InsideAnswer answer =
        asked(Shape::from_mesh(a), b_from_a, Shape::from_mesh(b), {}, depth);
    const Deepest a_in_b = deepest(a, b_from_a, b), b_in_a = deepest(b, inverse(b_from_a), a);
    const double most = std::max(a_in_b.depth, b_in_a.depth);
    const double spacing = std::max(a_in_b.spacing, b_in_a.spacing);
    if (answer == InsideAnswer::kNo) {
      EXPECT_LE(most, 1.25 * depth + 1e-12) << "a deep point was not seen";
    } else if (answer == InsideAnswer::kYes) {
      EXPECT_GE(most + spacing, depth) << "nothing is that deep";
    }
    deep += answer == InsideAnswer::kYes;
    shallow += answer == InsideAnswer::kNo;
    unsure += answer == InsideAnswer::kUnsure;
  }
  std::printf("[ depth    ] %zu pairs: %zu deep, %zu not, %zu unsure\n", count, deep, shallow,
              unsure);
  EXPECT_GT(deep, count / 10);
  EXPECT_GT(shallow, count / 10);
  EXPECT_EQ(unsure, 0u);
}
}  // namespace
}  // namespace graze
