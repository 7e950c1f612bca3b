// SPDX-License-Identifier: MIT
// Contact by barriers: nothing ever crosses anything, weights are carried, friction is Coulomb's.
//                                                                                             [V8]
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "dynamics/barrier/potential.h"
#include "dynamics/world_scenes.h"
#include "graze/base/error.h"
#include "graze/geometry/exact_predicates.h"
#include "graze/geometry/shapes.h"
#include "graze/math/rotation.h"
#include "support/first_trial.h"
#include "support/trials.h"

namespace graze {
namespace {
using Random = std::mt19937_64;

double drawn_between(Random& random, double lo, double hi) {
  return std::uniform_real_distribution<double>(lo, hi)(random);
}

WorldOptions barrier_options(double step, const Vec3& gravity) {
  WorldOptions options;
  options.contact = ContactMode::kBarrier;
  options.step = step;
  options.gravity = gravity;
  return options;
}

/// Goes straight for a second, then stands.
WorldBody driven(const std::string& name, const Shape& shape, const Vec3& from, const Vec3& to,
                 const Mat3& turn = Mat3::Identity()) {
  WorldBody body = scenes::body_of(name, shape, from, Role::kDriven);
  body.body.motion =
      Motion::between({Mat3::Identity(), from}, {turn, to}, {0.0, 1.0}, Interpolation::kSlerp);
  return body;
}

TriangleMesh box_mesh(double x, double y, double z) {
  return make_shape("box", {{"x", x}, {"y", y}, {"z", z}});
}

ElasticModel soft_box(double side, int cells, const ElasticMaterial& material) {
  return make_lattice(box_mesh(side, side, side), material, {.cells_across = cells});
}

const ElasticMaterial kSoft{1000.0, 1e5, 0.3, 0.01};

// ---------------------------------------------------------------------------- exact tests

std::vector<Corners> triangles_at(const World& world, BodyId id) {
  const std::vector<Vec3> v = world.vertices(id);
  std::vector<Corners> all;
  for (const Triangle& t : world.body(id).body.shape.mesh().triangles()) {
    all.push_back({v[t[0]], v[t[1]], v[t[2]]});
  }
  return all;
}

bool boxes_meet(const Corners& a, const Corners& b) {
  Aabb x, y;
  for (int k = 0; k < 3; ++k) {
    x.add(a[static_cast<std::size_t>(k)]);
    y.add(b[static_cast<std::size_t>(k)]);
  }
  return x.overlaps(y);
}

bool surfaces_meet(const World& world, BodyId a, BodyId b) {
  const auto of_a = triangles_at(world, a), of_b = triangles_at(world, b);
  for (const Corners& s : of_a) {
    for (const Corners& t : of_b) {
      if (boxes_meet(s, t) && triangles_intersect_exact(s, t)) return true;
    }
  }
  return false;
}

/// Triangles that share one corner meet there; beyond it the opposite edges may not meet them.
bool meets_itself(const World& world, BodyId id) {
  const auto corners = triangles_at(world, id);
  const auto triangles = world.body(id).body.shape.mesh().triangles();
  for (std::size_t i = 0; i < corners.size(); ++i) {
    for (std::size_t k = i + 1; k < corners.size(); ++k) {
      if (!boxes_meet(corners[i], corners[k])) continue;
      std::vector<std::size_t> shared_i, shared_k;
      for (std::size_t p = 0; p < 3; ++p) {
        for (std::size_t q = 0; q < 3; ++q) {
          if (triangles[i][p] != triangles[k][q]) continue;
          shared_i.push_back(p);
          shared_k.push_back(q);
        }
      }
      if (shared_i.empty() && triangles_intersect_exact(corners[i], corners[k])) return true;
      if (shared_i.size() != 1) continue;
      const auto opposite = [](const Corners& t, std::size_t corner) {
        const Vec3 &p = t[(corner + 1) % 3], &q = t[(corner + 2) % 3];
        return Corners{p, q, q};
      };
      if (triangles_intersect_exact(opposite(corners[i], shared_i[0]), corners[k]) ||
          triangles_intersect_exact(opposite(corners[k], shared_k[0]), corners[i])) {
        return true;
      }
    }
  }
  return false;
}

/// Which bodies meet, by exact tests alone; empty: none.
std::string who_meets(const World& world) {
  for (std::size_t a = 0; a < world.body_count(); ++a) {
    const auto name = [&](std::size_t i) { return world.body(BodyId(i)).body.name; };
    if (world.body(BodyId(a)).elastic && meets_itself(world, BodyId(a))) return name(a) + " itself";
    for (std::size_t b = a + 1; b < world.body_count(); ++b) {
      if (!world.body(BodyId(a)).elastic && !world.body(BodyId(b)).elastic) continue;
      if (surfaces_meet(world, BodyId(a), BodyId(b))) return name(a) + " and " + name(b);
    }
  }
  return "";
}

// ---------------------------------------------------------------------------- functions

TEST(V8_Barrier, SlopesAreThoseOfTheFunctions) {
  using namespace dynamics::barrier;
  const auto check = [](auto function, double at) {
    const double e = 1e-4 * at;
    const Slopes lo = function(at - e), here = function(at), hi = function(at + e);
    EXPECT_NEAR(here.first, (hi.value - lo.value) / (2 * e), 1e-7 * (1 + std::abs(here.first)));
    EXPECT_NEAR(here.second, (hi.first - lo.first) / (2 * e), 1e-5 * (1 + std::abs(here.second)));
  };
  for (const double d : {1e-4, 0.01, 0.3, 0.7, 0.99, 1.5}) {
    check([](double x) { return log_barrier(x, 1.0); }, d);
    check([](double x) { return smooth_length(x, 1.0); }, d);
    check([](double x) { return fade(x, 1.0); }, d);
  }
  EXPECT_GT(log_barrier(1e-12, 1.0).value, 20.0);
  EXPECT_EQ(log_barrier(1.0, 1.0).value, 0.0);
  EXPECT_NEAR(smooth_length(1.0 - 1e-9, 1.0).value, 1.0, 1e-8);
}

/// Two soft boxes on a floor, closer than their gaps, and bent.
TEST(V8_Barrier, ThePotentialsSlopeIsThatOfItsValue) {
  using namespace dynamics::barrier;
  WorldOptions options = barrier_options(0.01, {0, 0, -9.81});
  options.volume.gap = 0.02;
  World world(options);
  world.add(scenes::body_of("floor", Shape::from_box({1, 1, 0.1}), {0, 0, -0.1}, Role::kStatic));
  world.add(scenes::soft_body("low", soft_box(0.2, 2, kSoft), {0, 0, 0.108}));
  world.add(scenes::soft_body("high", soft_box(0.2, 1, kSoft), {0.03, 0.02, 0.318}));
  auto& data = const_cast<World::Data&>(world.data());
  auto& parts = dynamics::by_volume::parts_of(data);
  dynamics::by_volume::update(data, parts);
  Surfaces surfaces(data, parts);
  Potential potential(data, parts, surfaces, 0.01);
  Random random = test::generator(0);
  VecX x = potential.start();
  for (double& c : x) c += drawn_between(random, -2e-3, 2e-3);
  const auto look = [&](VecX at, std::vector<Vec3>& vertices) {
    const Placement placement = potential.placed(at, 0.0);
    surfaces.move(placement, placement);
    vertices = surfaces.at(placement);
    return near_contacts(surfaces, surfaces.near(), vertices);
  };
  std::vector<Vec3> vertices;
  look(potential.start(), vertices);
  potential.set_first_vertices(vertices);
  const auto contacts = look(x, vertices);
  ASSERT_GT(contacts.size(), 20u);
  EXPECT_GT(std::ranges::count_if(contacts, [](const auto& c) { return c.pair.is_edges; }), 0);
  potential.set_rubs(rubs_of(contacts));
  const VecX slope = potential.slope(x, contacts, vertices);
  const double size = slope.lpNorm<Eigen::Infinity>();
  for (int trial = 0; trial < 40; ++trial) {
    const auto k = static_cast<Eigen::Index>(random() % static_cast<std::uint64_t>(x.size()));
    const auto value = [&](double by) {
      VecX at = x;
      at[k] += by;
      const auto near = look(at, vertices);
      return potential.value(at, near, vertices);
    };
    const double e = 1e-7;
    EXPECT_NEAR(slope[k], (value(e) - value(-e)) / (2 * e), 2e-5 * size) << "unknown " << k;
  }
}

// ---------------------------------------------------------------------------- laws

TEST(V8_Barrier, AFloorCarriesTheWeight) {
  World world(barrier_options(0.02, {0, 0, -9.81}));
  const BodyId floor = world.add(
      scenes::body_of("floor", Shape::from_box({1, 1, 0.1}), {0, 0, -0.1}, Role::kStatic));
  const BodyId box = world.add(scenes::soft_body("box", soft_box(0.2, 3, kSoft), {0, 0, 0.102}));
  for (int step = 0; step < 40; ++step) {
    const StepReport report = world.step();
    ASSERT_TRUE(report.volume->is_converged) << "step " << step;
    ASSERT_EQ(report.volume->time_lost, 0.0);
    ASSERT_TRUE(report.volume->overlaps.empty());
  }
  const StepReport report = world.step();
  ASSERT_EQ(report.contacts.size(), 1u);
  EXPECT_EQ(report.contacts[0].a, floor);
  EXPECT_EQ(report.contacts[0].b, box);
  const double weight = world.mass(box).mass * 9.81;
  EXPECT_NEAR(report.contacts[0].force.z(), weight, 0.01 * weight);
  EXPECT_GT(report.contacts[0].gap, 0.0);
  EXPECT_LT(report.contacts[0].gap, 1e-3 * world.body(box).body.shape.diagonal());
}

/// How fast a box is that has slid down a slope for a while, as a part of what Coulomb's law says.
double speed_on_slope(double angle, double friction, double seconds) {
  WorldOptions options = barrier_options(0.01, 9.81 * Vec3(std::sin(angle), 0, -std::cos(angle)));
  options.material.friction = friction;
  World world(options);
  world.add(scenes::body_of("floor", Shape::from_box({5, 5, 0.1}), {0, 0, -0.1}, Role::kStatic));
  const BodyId box = world.add(
      scenes::soft_body("box", soft_box(0.2, 2, {1000.0, 1e6, 0.3, 0.01}), {0, 0, 0.10015}));
  while (world.time() < seconds - 1e-9) world.step();
  return world.state(box).velocity.x();
}

TEST(V8_Barrier, FrictionHoldsAndSlidesAsCoulombSays) {
  const double angle = 0.3, seconds = 0.4;
  EXPECT_LT(speed_on_slope(angle, 1.2 * std::tan(angle), seconds), 2e-3);
  const double friction = 0.5 * std::tan(angle);
  const double law = 9.81 * (std::sin(angle) - friction * std::cos(angle)) * seconds;
  EXPECT_NEAR(speed_on_slope(angle, friction, seconds), law, 0.03 * law);
  const double free = 9.81 * std::sin(angle) * seconds;
  EXPECT_NEAR(speed_on_slope(angle, 0.0, seconds), free, 0.01 * free);
}

TEST(V8_Barrier, EnergyNeverGrowsWhereNothingIsDriven) {
  World world(barrier_options(0.01, {0, 0, -9.81}));
  world.add(scenes::body_of("floor", Shape::from_box({1, 1, 0.1}), {0, 0, -0.1}, Role::kStatic));
  WorldBody box = scenes::soft_body("box", soft_box(0.2, 2, kSoft), {0, 0, 0.2});
  box.angular_velocity = {3, 1, 0};
  world.add(box);
  double before = world.energy().total();
  for (int step = 0; step < 40; ++step) {
    const WorldEnergy energy = world.step().energy;
    // What barriers hold is not in the sum: a thousandth of a gap's work.
    EXPECT_LE(energy.total(), before + 1e-3 * (energy.kinetic + energy.springs) + 1e-6)
        << "step " << step;
    before = energy.total();
  }
}

TEST(V8_Barrier, FastAndThinDoesNotPass) {
  for (const double speed : {20.0, 200.0}) {
    World world(barrier_options(0.01, Vec3::Zero()));
    world.add(scenes::body_of("plate", Shape::from_box({1, 1, 5e-4}), {0, 0, 0}, Role::kStatic));
    ElasticModel model =
        make_lattice(box_mesh(0.2, 0.2, 0.02), {1000.0, 1e6, 0.3, 0.001}, {.cells_across = 1});
    WorldBody body = scenes::soft_body("sheet", std::move(model), {0, 0, 0.3});
    body.velocity = {0, 0, -speed};
    const BodyId id = world.add(body);
    for (int step = 0; step < 4; ++step) {
      world.step();
      ASSERT_EQ(who_meets(world), "") << speed << " m/s, step " << step;
      for (const Vec3& v : world.vertices(id)) ASSERT_GT(v.z(), 0.0) << speed << " m/s";
    }
    EXPECT_GT(world.state(id).velocity.z(), -0.1 * speed) << "the plate stops it";
  }
}

TEST(V8_Barrier, BitsDoNotDependOnThreads) {
  std::vector<std::uint64_t> hashes;
  for (const int threads : {1, 2}) {
    WorldOptions options = barrier_options(0.02, {0, 0, -9.81});
    options.threads = threads;
    World world(options);
    world.add(scenes::body_of("floor", Shape::from_box({1, 1, 0.1}), {0, 0, -0.1}, Role::kStatic));
    world.add(scenes::soft_body("box", soft_box(0.2, 2, kSoft), {0, 0, 0.11}));
    for (int step = 0; step < 4; ++step) world.step();
    hashes.push_back(content_hash(world.state()));
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

// ---------------------------------------------------------------------------- squeezing

ElasticModel squeezed_model(Random& random) {
  const ElasticMaterial material{1000.0, std::pow(10.0, drawn_between(random, 4, 6)),
                                 drawn_between(random, 0.0, 0.45), 0.01};
  const double side = drawn_between(random, 0.1, 0.2);
  switch (random() % 5) {
    case 0:
      return make_lattice(box_mesh(side, side, drawn_between(random, 0.05, 0.2)), material,
                          {.cells_across = 2});
    case 1:
      return make_lattice(make_shape("icosphere", {{"triangles", 80}, {"radius", 0.5 * side}}),
                          material, {.cells_across = 3});
    case 2:
      return make_lattice(
          make_shape("torus", {{"radius", 0.4 * side}, {"tube", 0.15 * side}, {"triangles", 200}}),
          material, {.cells_across = 1});
    case 3: {
      const TriangleMesh ball =
          make_shape("icosphere", {{"triangles", 80}, {"radius", 0.5 * side}});
      const double stiffness = std::pow(10.0, drawn_between(random, 2, 4));
      return make_particles(ball, 1.0, springs_of(ball, stiffness, 0.01 * stiffness));
    }
    default: {  // a thin one, which buckles and folds
      return make_lattice(box_mesh(0.03, drawn_between(random, 0.05, 0.1), side), material,
                          {.cell_size = 0.03});
    }
  }
}

/// One or two soft bodies between two plates, or a plate and a ball, that come together until a
/// part of the room is left; some turn meanwhile.
World squeezing(Random& random) {
  WorldOptions options = barrier_options(0.05, {0, 0, random() % 2 == 0 ? -9.81 : 0.0});
  options.material.friction = drawn_between(random, 0.0, 0.8);
  World world(options);
  double height = 0.0, widest = 0.0;
  const int count = 1 + static_cast<int>(random() % 2);
  for (int k = 0; k < count; ++k) {
    ElasticModel model = squeezed_model(random);
    const Aabb box = model.surface.bounds();
    const double aside = 0.02;
    const Vec3 at(drawn_between(random, -aside, aside), drawn_between(random, -aside, aside),
                  height + 0.004 - box.lo.z());
    height = at.z() + box.hi.z();
    widest = std::max(widest, std::max(box.size().x(), box.size().y()));
    world.add(scenes::soft_body("soft" + std::to_string(k), std::move(model), at));
  }
  const double left = height * drawn_between(random, 0.3, 0.7), half = 2.0 * widest + 0.1;
  world.add(
      scenes::body_of("floor", Shape::from_box({half, half, 0.02}), {0, 0, -0.021}, Role::kStatic));
  const Mat3 turn = random() % 3 == 0
                        ? rotation_about(Vec3::UnitZ(), drawn_between(random, -0.5, 0.5))
                        : Mat3::Identity();
  if (random() % 3 == 0) {
    const double radius = drawn_between(random, 0.03, 0.08);
    const TriangleMesh ball = make_shape("icosphere", {{"triangles", 80}, {"radius", radius}});
    world.add(driven("ball", Shape::from_mesh(ball), {0, 0, height + 0.003 + radius},
                     {0, 0, left + radius}, turn));
  } else {
    world.add(driven("plate", Shape::from_box({half, half, 0.02}), {0, 0, height + 0.024},
                     {drawn_between(random, -0.03, 0.03), 0, left + 0.02}, turn));
  }
  return world;
}

TEST(V8_Barrier, SqueezedBodiesNeverIntersectByExactTests) {
  const std::size_t first = test::first_trial(), last = first + test::trials(100, 4);
  std::size_t pressed = 0;
  double lost = 0.0, all = 0.0;
  int newton = 0, steps = 0, rough = 0;
  for (std::size_t trial = first; trial < last; ++trial) {
    Random random = test::generator(trial);
    World world = squeezing(random);
    for (int step = 0; step < 20; ++step) {
      const StepReport report = world.step();
      ASSERT_EQ(who_meets(world), "") << "trial " << trial << ", step " << step;
      ASSERT_TRUE(report.volume->overlaps.empty());
      pressed += report.contacts.empty() ? 0 : 1;
      lost += report.volume->time_lost;
      all += world.options().step;
      newton += report.volume->solver_iterations;
      rough += report.volume->is_converged ? 0 : 1;
      ++steps;
    }
  }
  std::printf("  %d steps, %d of Newton's, %d not converged, %.3f of %.1f s lost\n", steps, newton,
              rough, lost, all);
  EXPECT_GT(pressed, static_cast<std::size_t>(steps) / 2);
  EXPECT_LT(lost, 0.05 * all);
}

// ---------------------------------------------------------------------------- refusals

std::string refusal_of(World& world) {
  try {
    world.step();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(V8_Barrier, WhatItCannotDoIsTold) {
  {
    World world(barrier_options(0.01, Vec3::Zero()));
    world.add(scenes::soft_body("one", soft_box(0.2, 1, kSoft), {0, 0, 0}));
    world.add(scenes::soft_body("two", soft_box(0.2, 1, kSoft), {0.1, 0.03, 0.02}));
    EXPECT_NE(refusal_of(world).find("'one' and 'two': found an overlap at the start"),
              std::string::npos)
        << refusal_of(world);
  }
  {
    World world(barrier_options(0.01, Vec3::Zero()));
    world.add(scenes::soft_body("outer", soft_box(0.2, 1, kSoft), {0, 0, 0}));
    world.add(scenes::soft_body("inner", soft_box(0.05, 1, kSoft), {0, 0, 0}));
    EXPECT_NE(refusal_of(world).find("overlap at the start"), std::string::npos);
  }
  {
    World world(barrier_options(0.01, Vec3::Zero()));
    world.add(
        scenes::body_of("brick", Shape::from_box({0.1, 0.1, 0.1}), {0, 0, 0}, Role::kDynamic));
    EXPECT_NE(refusal_of(world).find("'brick': found a rigid body that forces move"),
              std::string::npos)
        << refusal_of(world);
  }
  EXPECT_THROW(
      {
        WorldOptions options;
        options.volume.gap = -1.0;
        World world(options);
      },
      InputError);
}

}  // namespace
}  // namespace graze
