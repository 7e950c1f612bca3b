// SPDX-License-Identifier: MIT
// Contact by volume: rest, bounce, friction, overlaps at the start, fast and thin; and by pressure
// as Faure et al. print it.                                                       [V4, V5, V7, V8]
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "graze/dynamics/world.h"
#include "graze/geometry/shapes.h"
#include "graze/math/rotation.h"
#include "support/trials.h"

namespace graze {
namespace {
WorldOptions by_volume(double step) {
  WorldOptions options;
  options.step = step;
  options.contact = ContactMode::kVolume;
  options.material = {0.0, 0.0};
  return options;
}

WorldBody rigid_body(const std::string& name, const TriangleMesh& mesh, const Pose& pose) {
  WorldBody body;
  body.body.name = name;
  body.body.shape = Shape::from_mesh(mesh);
  body.body.motion = Motion::still(pose);
  return body;
}

WorldBody fixed_box(const std::string& name, const Vec3& size, const Pose& pose) {
  WorldBody body = rigid_body(
      name, make_shape("box", {{"x", size.x()}, {"y", size.y()}, {"z", size.z()}}), pose);
  body.role = Role::kStatic;
  return body;
}

WorldBody floor_below(double height) {
  return fixed_box("floor", {4.0, 4.0, 1.0}, {Mat3::Identity(), {0.0, 0.0, height - 0.5}});
}

TriangleMesh cube(double side) {
  return make_shape("box", {{"x", side}, {"y", side}, {"z", side}});
}

WorldBody soft_box(const std::string& name, const Vec3& size, const ElasticMaterial& material,
                   const Pose& pose, int cells = 4) {
  WorldBody body;
  body.elastic = std::make_shared<const ElasticModel>(
      make_lattice(make_shape("box", {{"x", size.x()}, {"y", size.y()}, {"z", size.z()}}), material,
                   {.cells_across = cells}));
  body.body.name = name;
  body.body.shape = Shape::from_mesh(body.elastic->surface);
  body.body.motion = Motion::still(pose);
  return body;
}

double height_of(const World& world, BodyId body) {
  return (world.state(body).pose * world.mass(body).centre).z();
}

TEST(V8_VolumeWorld, ABoxRestsAndTheFloorCarriesItsWeight) {
  World world(by_volume(0.01));
  world.add(floor_below(0.0));
  WorldBody box = rigid_body("box", cube(0.5), {rotation_about({1, 0, 0}, 0.05), {0.1, 0.0, 0.3}});
  box.body.mass = 2.0;
  const BodyId id = world.add(box);
  StepReport report;
  for (int step = 0; step < 200; ++step) report = world.step();
  EXPECT_LT(report.energy.kinetic, 1e-8);
  EXPECT_NEAR(height_of(world, id), 0.25, 2e-3);
  ASSERT_EQ(report.volume->overlaps.size(), 1u);
  EXPECT_NEAR(report.volume->overlaps[0].force.z(), 2.0 * 9.81, 1e-3) << "on the box";
}

TEST(V8_VolumeWorld, ASoftBlockOnTheFloorCarriesItsWeightAsPressureTimesArea) {
  World world(by_volume(0.02));
  world.add(floor_below(0.0));
  const ElasticMaterial material{1000.0, 1e5, 0.0, 0.05, 1.0};
  const BodyId id = world.add(
      soft_box("block", {0.4, 0.4, 0.4}, material, {Mat3::Identity(), {0.0, 0.0, 0.2001}}));
  StepReport report;
  for (int step = 0; step < 150; ++step) report = world.step();
  ASSERT_EQ(report.volume->overlaps.size(), 1u);
  const double weight = 1000.0 * 0.064 * 9.81;
  EXPECT_NEAR(report.volume->overlaps[0].force.z(), weight, 0.01 * weight);
  double top = 0.0, bottom = 0.0, tops = 0.0, bottoms = 0.0;  // means
  const auto now = world.vertices(id);
  for (std::size_t v = 0; v < now.size(); ++v) {
    const double rest = world.body(id).elastic->surface.vertices()[v].z();
    if (rest > 0.1999) top += now[v].z(), tops += 1.0;
    if (rest < -0.1999) bottom += now[v].z(), bottoms += 1.0;
  }
  const double squeezed = 1000.0 * 9.81 * 0.16 / (2.0 * 1e5);
  EXPECT_NEAR(0.4 - (top / tops - bottom / bottoms), squeezed, 0.1 * squeezed)
      << "as a column under its weight";
}

TEST(V8_VolumeWorld, ABounceKeepsTheSquareOfTheRestitution) {
  for (const double e : {0.0, 0.5, 0.9}) {
    WorldOptions options = by_volume(0.01);
    options.material.restitution = e;
    options.max_inner_steps = 64;
    options.volume.depth = 1e-4;
    World world(options);
    world.add(floor_below(0.0));
    const BodyId id = world.add(rigid_body("box", cube(0.5), {Mat3::Identity(), {0.0, 0.0, 1.25}}));
    double highest = 0.0;
    bool has_hit = false;
    while (world.time() < 0.4515 + 0.4515 * e * 2.0) {
      world.step();
      has_hit = has_hit || world.state(id).velocity.z() > -1e-6;
      if (has_hit) highest = std::max(highest, height_of(world, id) - 0.25);
    }
    EXPECT_NEAR(highest, e * e, 0.02 * std::max(0.25, e * e)) << e;
  }
}

/// Seconds, slope, friction -> how far it slid.
double slide(double angle, double friction, double seconds) {
  WorldOptions options = by_volume(0.01);
  options.gravity = 9.81 * Vec3(std::sin(angle), 0.0, -std::cos(angle));
  options.material.friction = friction;
  World world(options);
  world.add(fixed_box("floor", {20.0, 4.0, 1.0}, {Mat3::Identity(), {0.0, 0.0, -0.5}}));
  const BodyId id =
      world.add(rigid_body("box", cube(0.5), {Mat3::Identity(), {-5.0, 0.0, 0.2499}}));
  while (world.time() < seconds - 1e-9) world.step();
  return world.state(id).pose.translation.x() + 5.0;
}

TEST(V8_VolumeWorld, CoulombsFrictionHoldsBelowItsLimitAndSlidesAbove) {
  const double angle = 0.4;  // tangent 0.423
  EXPECT_LT(slide(angle, 0.46, 1.0), 1e-4);
  const double a = 9.81 * (std::sin(angle) - 0.3 * std::cos(angle));
  EXPECT_NEAR(slide(angle, 0.3, 1.0), 0.5 * a, 0.02 * 0.5 * a);
}

TEST(V8_VolumeWorld, TwoBodiesThatTurnAsOneLoseNothing) {
  WorldOptions options = by_volume(1e-3);
  options.gravity = Vec3::Zero();
  options.material.friction = 0.8;
  options.volume.depth = 0.1;  // the overlap is left alone
  World world(options);
  const Vec3 spin(0.0, 0.0, 2.0);
  for (const double side : {-1.0, 1.0}) {
    const Vec3 place(0.0, 0.0, side * 0.249);
    WorldBody body = rigid_body(side < 0 ? "a" : "b", cube(0.5), {Mat3::Identity(), place});
    body.angular_velocity = spin;
    world.add(body);
  }
  const double before = world.energy().kinetic;
  for (int step = 0; step < 200; ++step) world.step();
  EXPECT_NEAR(world.energy().kinetic / before, 1.0, 1e-6);
}

TEST(V5_VolumeWorld, BodiesThatStartDeepInEachOtherPartWithoutAKick) {
  WorldOptions options = by_volume(0.01);
  options.gravity = Vec3::Zero();
  World world(options);
  const TriangleMesh ball = make_shape("icosphere", {{"triangles", 1280}, {"radius", 0.5}});
  world.add(rigid_body("a", ball, {}));
  world.add(rigid_body("b", ball, {Mat3::Identity(), {0.6, 0.2, 0.1}}));
  StepReport report = world.step();
  const double first = report.volume->overlaps[0].volume;
  double most = 0.0;
  for (int step = 0; step < 150; ++step) {
    report = world.step();
    most = std::max(most, report.energy.kinetic);
  }
  EXPECT_GT(first, 0.05);
  EXPECT_LT(most, 1e-12) << "moved apart, not thrown apart";
  EXPECT_TRUE(report.volume->overlaps.empty() || report.volume->overlaps[0].volume < 1e-3 * first);
}

TEST(V8_VolumeWorld, FastAndThinDoesNotPass) {
  WorldOptions options = by_volume(0.01);
  options.gravity = Vec3::Zero();
  options.max_inner_steps = 32;
  World world(options);
  world.add(fixed_box("plate", {2.0, 2.0, 0.01}, {}));
  WorldBody box = rigid_body("box", cube(0.1), {rotation_about({1, 2, 3}, 0.7), {0.1, 0.2, 1.0}});
  box.velocity = {0.0, 0.0, -200.0};
  const BodyId id = world.add(box);
  for (int step = 0; step < 20; ++step) world.step();
  EXPECT_GT(height_of(world, id), 0.0);
}

TEST(V4_PenaltyWorld, ABoxComesToRestWhereWeightAndPressureBalance) {
  WorldOptions options = by_volume(0.01);
  options.contact = ContactMode::kPenalty;
  options.volume.stiffness = 1e5;
  options.volume.damping = 1e3;
  options.volume.viscosity = 10.0;
  World world(options);
  world.add(floor_below(0.0));
  const BodyId id = world.add(rigid_body("box", cube(0.5), {Mat3::Identity(), {0.1, 0.0, 0.4}}));
  for (int step = 0; step < 500; ++step) EXPECT_TRUE(world.step().volume->is_converged);
  // k V A = m g with V = A d, A = 1/4.
  const double depth = 9.81 / (1e5 * 0.25 * 0.25);
  EXPECT_NEAR(height_of(world, id), 0.25 - depth, 1e-4);
  EXPECT_LT(world.energy().kinetic, 1e-8);
}

TEST(V4_PenaltyWorld, ASoftBallBouncesOnTheFloorAndKeepsItsForm) {
  WorldOptions options = by_volume(0.01);
  options.contact = ContactMode::kPenalty;
  options.volume.stiffness = 1e6;
  options.volume.viscosity = 5.0;
  World world(options);
  world.add(floor_below(0.0));
  const TriangleMesh ball = make_shape("icosphere", {{"triangles", 320}, {"radius", 0.4}});
  WorldBody body;
  body.elastic =
      std::make_shared<const ElasticModel>(make_particles(ball, 1.0, springs_of(ball, 200.0, 0.5)));
  body.body.name = "ball";
  body.body.shape = Shape::from_mesh(ball);
  body.body.motion = Motion::still({Mat3::Identity(), {0.0, 0.0, 0.8}});
  const BodyId id = world.add(body);
  double lowest = 1.0;
  for (int step = 0; step < 300; ++step) {
    EXPECT_TRUE(world.step().volume->is_converged);
    Vec3 centre = Vec3::Zero();
    const auto vertices = world.vertices(id);
    for (const Vec3& v : vertices) centre += v / static_cast<double>(vertices.size());
    lowest = std::min(lowest, centre.z());
    for (const Vec3& v : vertices) ASSERT_LT((v - centre).norm(), 0.6);
  }
  EXPECT_LT(lowest, 0.39) << "it is pressed together";
  EXPECT_GT(lowest, 0.2) << "and does not fall through";
}

/// A ring that hangs in a fixed one.
struct Rings {
  static constexpr double kRadius = 0.4, kTube = 0.08;
  World world;

  Rings(const WorldOptions& options, double tilt) : world(options) {
    const TriangleMesh torus =
        make_shape("torus", {{"radius", kRadius}, {"tube", kTube}, {"triangles", 1000}});
    // The fixed ring stands upright in the x z plane; the other hangs through it, turned and
    // swung aside, so that it falls, hits and swings.
    const double quarter = 0.5 * std::numbers::pi;
    WorldBody ring = rigid_body("fixed", torus, {rotation_about(Vec3::UnitX(), quarter), {}});
    ring.role = Role::kStatic;
    world.add(ring);
    world.add(rigid_body(
        "ring", torus, {rotation_about(Vec3::UnitY(), quarter + tilt), {0.5 * tilt, 0.25, -0.45}}));
  }

  static WorldOptions options(ContactMode mode, int pixels) {
    WorldOptions options = by_volume(0.01);
    options.contact = mode;
    options.material.friction = 0.3;
    options.volume.pixels = pixels;
    options.volume.stiffness = 2e6;
    options.volume.damping = 1e4;
    options.volume.viscosity = 1e3;
    return options;
  }

  /// How often the moving ring's centre line passes through the fixed ring's disc: linked if odd.
  bool are_linked() const {
    int crossings = 0;
    const Pose fixed_from_ring = inverse(world.state(BodyId(0)).pose) * world.state(BodyId(1)).pose;
    const int n = 720;
    for (int k = 0; k < n; ++k) {
      const auto point = [&](int step) {
        const double angle = 2.0 * std::numbers::pi * step / n;
        return fixed_from_ring * Vec3(kRadius * std::cos(angle), kRadius * std::sin(angle), 0.0);
      };
      const Vec3 p = point(k), q = point(k + 1);
      if ((p.z() > 0.0) == (q.z() > 0.0)) continue;
      const Vec3 at = p + (q - p) * (p.z() / (p.z() - q.z()));
      crossings += at.head<2>().norm() < kRadius ? 1 : 0;
    }
    return crossings % 2 == 1;
  }
};

/// A minute, linked all the time and never faster than a fall of the ring's radius makes it. What
/// is not damped by friction is not damped.
void expect_linked(ContactMode mode, int pixels, double tilt) {
  WorldOptions options = Rings::options(mode, pixels);
  options.volume.damping = options.volume.viscosity = 0.0;
  Rings rings(options, tilt);
  double most = 0.0;
  const std::size_t steps = test::trials(6000, 600);
  while (rings.world.state().steps < steps) {
    most = std::max(most, rings.world.step().energy.kinetic);
    ASSERT_TRUE(rings.are_linked()) << tilt << ": " << rings.world.time() << " s";
  }
  EXPECT_LT(most, 9.81 * 0.4) << tilt;
}

TEST(V7_Rings, StayLinkedByVolumeAt2Pixels) {
  for (const double tilt : {0.02, 0.1, 0.3}) expect_linked(ContactMode::kVolume, 2, tilt);
}

TEST(V7_Rings, StayLinkedByPressureAt2Pixels) {
  for (const double tilt : {0.02, 0.1, 0.3}) expect_linked(ContactMode::kPenalty, 2, tilt);
}

TEST(V7_Rings, StayLinkedByPressureAt32Pixels) { expect_linked(ContactMode::kPenalty, 32, 0.02); }

// Figure 10's plot: the ring's energy only falls, at any resolution.
TEST(V7_Rings, EnergyNeverGrowsAndFallsToRest) {
  for (const int pixels : {2, 8}) {
    Rings rings(Rings::options(ContactMode::kVolume, pixels), 0.3);
    double most = 0.0;
    StepReport report;
    for (int step = 0; step < 2000; ++step) {
      report = rings.world.step();
      most = std::max(most, report.energy.kinetic);
      ASSERT_LE(report.volume->energy_change - report.volume->correction_work, 1e-8) << pixels;
    }
    EXPECT_LT(report.energy.kinetic, 0.05 * most) << pixels;
  }
}

}  // namespace
}  // namespace graze
