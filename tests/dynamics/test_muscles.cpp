// SPDX-License-Identifier: MIT
// Elements whose length at rest changes: bars that grow, push and bend as closed forms say.   [V4]
#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/world_scenes.h"
#include "graze/base/error.h"
#include "graze/geometry/shapes.h"

namespace graze {
namespace {
const Aabb kEverywhere{Vec3::Constant(-10.0), Vec3::Constant(10.0)};

WorldOptions muscle_options(double step) {
  WorldOptions options;
  options.step = step;
  options.gravity = Vec3::Zero();
  options.volume.tolerance = 1e-11;
  options.volume.max_iterations = 20'000;
  return options;
}

ElasticModel bar(double poisson, int cells = 2) {
  return make_lattice(make_shape("box", {{"x", 0.8}, {"y", 0.2}, {"z", 0.2}}),
                      {1000.0, 1e5, poisson, 0.01}, {.cells_across = cells});
}

/// Five tetrahedra that fill a box.
ElasticModel five_tetrahedra() {
  TetrahedralMesh mesh;
  for (int k = 0; k < 8; ++k) mesh.vertices.push_back(0.2 * Vec3(k & 1, k >> 1 & 1, k >> 2));
  mesh.tetrahedra = {{0, 1, 2, 4}, {3, 2, 1, 7}, {5, 1, 4, 7}, {6, 4, 2, 7}, {1, 2, 4, 7}};
  return make_tetrahedral(mesh, {1000.0, 1e5, 0.3, 0.01});
}

double length_along_x(const World& world) {
  Aabb box;
  for (const Vec3& v : world.vertices(BodyId(0))) box.add(v);
  return box.size().x();
}

TEST(V4_Muscles, AFreeBodyIsLongerByItsStrainAndUnderNoStress) {
  for (const double strain : {0.3, -0.4}) {
    for (ElasticModel model : {bar(0.3), five_tetrahedra()}) {
      add_muscle(model, kEverywhere, Vec3::UnitX(), {{0.0}, {strain}});
      const double length = model.surface.bounds().size().x();
      const double width = model.surface.bounds().size().y();
      World world(muscle_options(10.0));
      world.add(scenes::soft_body("bar", std::move(model)));
      for (int step = 0; step < 20; ++step) world.step();
      EXPECT_NEAR(length_along_x(world), (1.0 + strain) * length, 1e-6 * length) << strain;
      Aabb box;
      for (const Vec3& v : world.vertices(BodyId(0))) box.add(v);
      EXPECT_NEAR(box.size().y(), width, 1e-6 * width) << "along its direction alone";
      EXPECT_LT(world.energy().springs, 1e-9);
    }
  }
}

TEST(V4_Muscles, SpringsPullAlongThemselves) {
  const TriangleMesh ball = make_shape("icosphere", {{"triangles", 80}, {"radius", 0.1}});
  ElasticModel model = make_particles(ball, 1.0, springs_of(ball, 1000.0, 1.0));
  add_muscle(model, kEverywhere, Vec3::UnitX(), {{0.0}, {-0.25}});
  World world(muscle_options(1.0));
  world.add(scenes::soft_body("bar", std::move(model)));
  for (int step = 0; step < 40; ++step) world.step();
  for (const Vec3& v : world.vertices(BodyId(0))) EXPECT_NEAR(v.norm(), 0.075, 1e-6);
}

TEST(V4_Muscles, ABlockedBarHoldsTheEnergyOfItsStrain) {
  const double strain = 0.1, young = 1e5, volume = 0.8 * 0.2 * 0.2;
  ElasticModel model = bar(0.0);
  add_muscle(model, kEverywhere, Vec3::UnitX(), {{0.0}, {strain}});
  pin(model, {Vec3(-1, -1, -1), Vec3(-0.4 + 1e-9, 1, 1)});
  pin(model, {Vec3(0.4 - 1e-9, -1, -1), Vec3(1, 1, 1)});
  World world(muscle_options(10.0));
  world.add(scenes::soft_body("bar", std::move(model)));
  world.step();
  EXPECT_NEAR(length_along_x(world), 0.8, 1e-9);
  const double energy = 0.5 * young * strain * strain * volume;
  EXPECT_NEAR(world.energy().springs, energy, 1e-6 * energy);
}

/// Of two equal layers, one longer by a strain: curvature 3 strain / (2 thickness) (Timoshenko
/// 1925).
TEST(V4_Muscles, TwoLayersBendAsABimetalStripDoes) {
  const double strain = 1e-3, thickness = 0.1, length = 0.8;
  ElasticModel model =
      make_lattice(make_shape("box", {{"x", length}, {"y", thickness}, {"z", thickness}}),
                   {1000.0, 1e5, 0.3, 0.01}, {.cells_across = 4});
  add_muscle(model, {Vec3(-1, -1, 0.0), Vec3(1, 1, 1)}, Vec3::UnitX(), {{0.0}, {strain}});
  World world(muscle_options(10.0));
  world.add(scenes::soft_body("bar", model));
  for (int step = 0; step < 6; ++step) world.step();
  // Its ends sink against its middle by curvature (length / 2)^2 / 2.
  double ends = 0.0, middle = 0.0;
  int count_ends = 0, count_middle = 0;
  const auto& now = world.state().soft[0].positions;
  for (std::size_t n = 0; n < now.size(); ++n) {
    const double moved = now[n].z() - model.nodes[n].z();
    if (std::abs(std::abs(model.nodes[n].x()) - 0.5 * length) < 1e-9) {
      ends += moved;
      ++count_ends;
    } else if (std::abs(model.nodes[n].x()) < 1e-9) {
      middle += moved;
      ++count_middle;
    }
  }
  ASSERT_GT(count_ends, 0);
  ASSERT_GT(count_middle, 0);
  const double sunk = middle / count_middle - ends / count_ends;
  const double law = 1.5 * strain / thickness * 0.5 * 0.25 * length * length;
  EXPECT_NEAR(sunk, law, 0.03 * law);
}

TEST(V4_Muscles, KeepMomentumAndAreBeatenByTime) {
  ElasticModel model = bar(0.3);
  add_muscle(model, {Vec3(0, -1, -1), Vec3(1, 1, 1)}, Vec3(1, 1, 0),
             {{0.0, 0.05, 0.1}, {0.0, 0.3, 0.0}, 0.2});
  World world(muscle_options(0.01));
  WorldBody body = scenes::soft_body("bar", std::move(model));
  body.velocity = {0.1, 0.2, 0.0};
  world.add(body);
  const Vec3 momentum = world.momentum();
  double longest = 0.0, shortest = 10.0;
  for (int step = 0; step < 60; ++step) {
    world.step();
    longest = std::max(longest, length_along_x(world));
    shortest = std::min(shortest, length_along_x(world));
    EXPECT_LT((world.momentum() - momentum).norm(), 1e-9 * momentum.norm());
  }
  EXPECT_GT(longest, 0.83);
  EXPECT_LT(shortest, 0.81);
}

TEST(V4_Muscles, CurvesAreStraightBetweenKeysAndComeAgain) {
  const StrainCurve once{{1.0, 2.0}, {0.1, 0.3}};
  EXPECT_EQ(once.at(0.0), 0.1);
  EXPECT_DOUBLE_EQ(once.at(1.25), 0.15);
  EXPECT_EQ(once.at(5.0), 0.3);
  const StrainCurve again{{1.0, 2.0}, {0.1, 0.3}, 4.0};
  EXPECT_DOUBLE_EQ(again.at(9.25), 0.15);
  EXPECT_NEAR(again.at(3.5), 0.2, 1e-15) << "half of the way back to the first";
  EXPECT_NEAR(again.at(0.5), 0.3 - 0.2 * 2.5 / 3.0, 1e-15);
  EXPECT_NEAR(again.at(-7.5), again.at(0.5), 1e-15);
}

TEST(V4_Muscles, WhatIsWrongIsTold) {
  const auto said = [](const Aabb& box, const Vec3& direction, const StrainCurve& curve) {
    ElasticModel model = bar(0.3);
    try {
      add_muscle(model, box, direction, curve);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const auto expect = [](const std::string& text, const std::string& words) {
    EXPECT_NE(text.find(words), std::string::npos) << text;
  };
  EXPECT_EQ(said(kEverywhere, Vec3::UnitX(), {{0.0}, {0.1}}), "");
  expect(said({Vec3(5, 5, 5), Vec3(6, 6, 6)}, Vec3::UnitX(), {{0.0}, {0.1}}), "no element");
  expect(said(kEverywhere, Vec3::Zero(), {{0.0}, {0.1}}), "direction");
  expect(said(kEverywhere, Vec3::UnitX(), {{}, {}}), "at least one");
  expect(said(kEverywhere, Vec3::UnitX(), {{0.0, 0.0}, {0.1, 0.2}}), "ascend");
  expect(said(kEverywhere, Vec3::UnitX(), {{0.0}, {-1.0}}), "-0.9");
  expect(said(kEverywhere, Vec3::UnitX(), {{0.0, 1.0}, {0.1, 0.2}, 0.5}), "period");
}

}  // namespace
}  // namespace graze
