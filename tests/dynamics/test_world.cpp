// SPDX-License-Identifier: MIT
// Worlds against closed forms: falling, bouncing, sliding, resting, spinning, blows in a row.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "dynamics/frame_check.h"
#include "dynamics/world_scenes.h"
#include "graze/base/error.h"
#include "graze/dynamics/world.h"
#include "support/trials.h"

namespace graze {
namespace {

using scenes::add_floor;
using scenes::body_of;
using scenes::box_of;
using scenes::kG;
using scenes::without_clamp;

// Steps and looks at every frame with a test of its own.
std::vector<StepReport> run_checked(World& world, double seconds) {
  std::vector<StepReport> reports;
  const int steps = static_cast<int>(std::lround(seconds / world.options().step));
  for (int i = 0; i < steps; ++i) {
    reports.push_back(world.step());
    EXPECT_TRUE(no_triangles_meet(world)) << "after step " << i;
  }
  return reports;
}

int hold_count(const std::vector<StepReport>& reports) {
  std::size_t holds = 0;
  for (const StepReport& report : reports) holds += report.holds.size();
  return static_cast<int>(holds);
}

TEST(C11_World, FreeFallIsTheParabola) {
  World world(without_clamp());
  WorldBody thrown = box_of("box", {0.1, 0.2, 0.3}, {0, 0, 0});
  thrown.velocity = {1, 2, 3};
  const BodyId id = world.add(thrown);
  run_checked(world, 1.0);
  const double t = world.time();
  const Vec3 expected = Vec3(1, 2, 3) * t + Vec3(0, 0, -0.5 * kG * t * t);
  EXPECT_LT((world.state(id).pose.translation - expected).norm(), 1e-12);
}

// Energy and the normal force m (g cos a - v^2 / d) = 0 say where a ball without friction leaves
// another one: where the cosine of its angle is two thirds of what it was at the start.
TEST(C11_World, ABallLeavesAnotherWhereTheCosineIsTwoThirds) {
  WorldOptions options = without_clamp();
  options.step = 1.0 / 480.0;
  options.material.friction = 0.0;
  for (const double start : {0.1, 0.3, 0.6}) {
    World world(options);
    world.add(body_of("ground", Shape::from_sphere({0, 0, 0}, 0.5), Vec3(0, 0, 0), Role::kStatic));
    const double distance = 0.6 + 1e-5;
    const BodyId ball =
        world.add(body_of("ball", Shape::from_sphere({0, 0, 0}, 0.1),
                          Vec3(distance * std::sin(start), 0, distance * std::cos(start))));
    double last = 0.0, turn = 0.0;
    for (int i = 0; i < 480; ++i) {
      const Vec3 before = world.state(ball).pose.translation;
      const StepReport report = world.step();
      EXPECT_EQ(report.holds.size(), 0u);
      if (report.contacts.empty()) continue;
      const Vec3& at = world.state(ball).pose.translation;
      last = std::atan2(at.x(), at.z());
      turn = last - std::atan2(before.x(), before.z());
    }
    const double expected = std::acos(2.0 / 3.0 * std::cos(start));
    EXPECT_NEAR(last, expected, 3.0 * turn) << "from " << start;  // it may push in every third step
  }
}

// By a quarter of a radian a step: what is near it sees how it goes round. Far away it does not
// matter.
// The straight way of a step from before the blow to beside the other ball leads through it.
TEST(C11_World, ABallThatGlancesOffAnotherNeedsNoEvent) {
  int events = 0;
  for (const double aside : {0.02, 0.04, 0.06, 0.08, 0.1}) {
    for (const double speed : {3.0, 5.0}) {
      World world(without_clamp());
      const Shape ball = Shape::from_sphere({0, 0, 0}, 0.06);
      world.add(body_of("still", ball, Vec3(0, 0, 0), Role::kStatic));
      WorldBody falls = body_of("falls", ball, Vec3(aside, 0, 0.2));
      falls.velocity = {0, 0, -speed};
      const BodyId id = world.add(falls);
      const double energy = world.energy().total();
      for (const StepReport& report : run_checked(world, 0.2)) {
        events += report.rounds;
        EXPECT_TRUE(report.holds.empty());
        EXPECT_LE(report.energy.total(), energy + 1e-9);
        EXPECT_GE(report.smallest_gap, 0.2);
      }
      EXPECT_GT(world.state().bodies[id.index()].velocity.x(), 0.0) << "glances off outwards";
    }
  }
  EXPECT_EQ(events, 0);
}

TEST(C11_World, ADrivenBodyThatSpinsCutsTheStepOfWhatIsNear) {
  for (const double height : {0.8, 5.0}) {
    World world(without_clamp());
    WorldBody spinner = box_of("spinner", {0.5, 0.1, 0.1}, {0, 0, 0}, Role::kDriven);
    spinner.body.motion = Motion::screw({.axis = Vec3::UnitY(), .angle = 30.0}, {0.0, 2.0});
    world.add(spinner);
    world.add(box_of("box", {0.1, 0.1, 0.1}, {0.4, 0, height}));
    int most_parts = 0;
    for (const StepReport& report : run_checked(world, 0.5)) {
      EXPECT_EQ(report.holds.size(), 0u);
      most_parts = std::max(most_parts, report.inner_steps);
    }
    EXPECT_EQ(most_parts > 1, height < 1.0) << most_parts << " parts from " << height;
  }
}

// Corners that slide past its edges come nearer between the ends of a way, not at them.
TEST(C11_World, BoxesThatFallOnADrivenOneThatSpinsAreNotHeld) {
  const std::size_t count = test::trials(100);
  for (std::size_t trial = 0; trial < count; ++trial) {
    auto random = test::generator(trial);
    std::uniform_real_distribution<double> part(-1.0, 1.0);
    World world(without_clamp());
    WorldBody spinner = box_of("spinner", {0.5, 0.1, 0.1}, {0, 0, 0}, Role::kDriven);
    const double turns = 30.0 + 10.0 * part(random);
    spinner.body.motion = Motion::screw({.axis = Vec3::UnitY(), .angle = turns}, {0.0, 2.0});
    world.add(spinner);
    world.add(box_of("box", {0.1, 0.1, 0.1}, {0.5 * part(random), 0, 0.8}));
    EXPECT_EQ(hold_count(run_checked(world, 0.6)), 0) << "trial " << trial;
  }
}

TEST(C11_World, BouncesReachTheSquareOfRestitutionTimesTheHeight) {
  for (const double e : {0.0, 0.5, 1.0}) {
    WorldOptions options = without_clamp();
    options.material.restitution = e;
    World world(options);
    add_floor(world);
    const BodyId ball =
        world.add(body_of("ball", Shape::from_sphere({0, 0, 0}, 0.1), Vec3(0, 0, 1.1)));
    double top = 0.1;
    bool was_down = false;
    for (int i = 0; i < 45; ++i) {
      world.step();
      const BodyState& now = world.state(ball);
      if (now.velocity.z() >= 0.0 && now.pose.translation.z() < 1.0) was_down = true;
      const double v = now.velocity.z();
      if (was_down) top = std::max(top, now.pose.translation.z() + 0.5 * v * v / kG);
    }
    EXPECT_NEAR(top - 0.1, e * e, 1e-4) << "restitution " << e;
  }
}

TEST(C11_World, ABoxSlidesFromTheAngleOfFrictionOn) {
  for (const double degrees : {-0.1, 0.1}) {
    const double mu = 0.5, angle = std::atan(mu) + degrees * M_PI / 180.0;
    WorldOptions options = without_clamp();
    options.gravity = kG * Vec3(std::sin(angle), 0.0, -std::cos(angle));
    World world(options);
    add_floor(world);
    const BodyId box = world.add(box_of("box", {0.1, 0.1, 0.1}, {0, 0, 0.10004}));
    const auto reports = run_checked(world, 1.0);
    const double acceleration = std::max(0.0, kG * (std::sin(angle) - mu * std::cos(angle)));
    EXPECT_NEAR(world.state(box).velocity.x(), acceleration * world.time(),
                1e-2 * acceleration + 1e-7);
    EXPECT_EQ(hold_count(reports), 0);
    for (const StepReport& report : reports) EXPECT_LT(report.residual, 1e-6);
  }
}

TEST(C11_World, AThrownBallEndsRolling) {
  WorldOptions options = without_clamp();
  options.material.friction = 0.3;
  World world(options);
  add_floor(world);
  WorldBody ball = body_of("ball", Shape::from_sphere({0, 0, 0}, 0.1), {0, 0, 0.10002});
  ball.velocity = {2, 0, 0};
  const BodyId id = world.add(ball);
  run_checked(world, 1.0);
  // Slipping ends when r w = v: five sevenths of the first speed.
  EXPECT_NEAR(world.state(id).velocity.x(), 2.0 * 5.0 / 7.0, 2e-3);
  EXPECT_NEAR(world.state(id).angular_velocity.y() * 0.1, world.state(id).velocity.x(), 2e-3);
}

TEST(C11_World, AStackRestsWithoutEventsHoldsOrDrift) {
  World world(without_clamp());
  add_floor(world);
  const int count = 5;
  for (int i = 0; i < count; ++i) {
    world.add(box_of("box" + std::to_string(i), {0.1, 0.1, 0.1},
                     {0, 0, 0.1 + i * 0.2 + 3.5e-5 * (i + 1)}));
  }
  run_checked(world, 0.2);
  const WorldState settled = world.state();
  const auto reports = run_checked(world, 1.0);
  for (const StepReport& report : reports) {
    EXPECT_EQ(report.rounds, 0);
    EXPECT_EQ(report.holds.size(), 0u);
    EXPECT_GT(report.smallest_gap, 0.95);
    EXPECT_LT(report.residual, 1e-6);
  }
  for (std::size_t i = 1; i <= count; ++i) {
    EXPECT_LT(
        (world.state().bodies[i].pose.translation - settled.bodies[i].pose.translation).norm(),
        0.2e-6);
  }
  // The floor bears the weight of all.
  double up = 0.0;
  for (const WorldContact& contact : reports.back().contacts) {
    if (contact.a == BodyId(0)) up += contact.force.z();
  }
  EXPECT_NEAR(up, count * 8.0 * kG, 1e-3 * count * 8.0 * kG);
}

TEST(C11_World, AStackOfTwentyDoesNotDriftInAMinute) {
  World world = scenes::box_stack(20);
  run_checked(world, 0.2);
  const WorldState settled = world.state();
  const std::size_t steps = test::trials(3'600, 120);
  for (std::size_t i = 0; i < steps; ++i) {
    const StepReport report = world.step();
    EXPECT_EQ(report.rounds, 0) << "step " << i;
    EXPECT_LT(report.residual, 1e-6) << "step " << i;
  }
  for (std::size_t i = 1; i <= 20; ++i) {
    const Vec3 drift =
        world.state().bodies[i].pose.translation - settled.bodies[i].pose.translation;
    EXPECT_LT(drift.norm(), 0.2e-6) << "box " << i;
  }
}

// Angle of a pendulum after a time, by small steps of Runge and Kutta.
double swung_angle(double angle, double stiffness, double seconds) {
  const int steps = 20'000;
  const double h = seconds / steps;
  double speed = 0.0;
  const auto pull = [&](double x) { return -stiffness * std::sin(x); };
  for (int i = 0; i < steps; ++i) {
    const double v1 = speed, a1 = pull(angle);
    const double v2 = speed + 0.5 * h * a1, a2 = pull(angle + 0.5 * h * v1);
    const double v3 = speed + 0.5 * h * a2, a3 = pull(angle + 0.5 * h * v2);
    const double v4 = speed + h * a3, a4 = pull(angle + h * v3);
    angle += h / 6.0 * (v1 + 2.0 * v2 + 2.0 * v3 + v4);
    speed += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
  }
  return angle;
}

TEST(C11_World, ErrorsFallWithTheStep) {
  const double length = 1.0, angle = 1.5;
  double before = kInfinity;
  for (const int steps : {30, 60, 120, 240}) {
    WorldOptions options = without_clamp();
    options.step = 1.0 / steps;
    World world(options);
    world.add(box_of("base", {0.01, 0.01, 0.01}, {0, 0, 0}, Role::kStatic));
    const BodyId bob = world.add(box_of("bob", {0.05, 0.05, 0.05},
                                        {length * std::sin(angle), 0, -length * std::cos(angle)}));
    WorldJoint joint;
    joint.kind = LinkKind::kRevolute;
    joint.a = BodyId(0);
    joint.b = bob;
    joint.axis = {0, 1, 0};
    world.add(joint);
    for (int i = 0; i < steps; ++i) world.step();
    const double mass = world.mass(bob).mass;
    const double about_axis = world.mass(bob).inertia(1, 1) + mass * length * length;
    const double expected = swung_angle(angle, mass * kG * length / about_axis, 1.0);
    const Vec3 at = world.state(bob).pose.translation;
    const double error = std::abs(std::atan2(at.x(), -at.z()) - expected);
    EXPECT_LT(error, 0.6 * before) << steps << " steps";
    before = error;
  }
  EXPECT_LT(before, 1e-3);
}

TEST(C11_World, AnArchAndAHouseOfCardsStand) {
  for (World& world : std::array{scenes::arch(11), scenes::card_house()}) {
    const double before = world.energy().total();
    const auto reports = run_checked(world, 1.0);
    for (const StepReport& report : reports) {
      EXPECT_EQ(report.rounds, 0);
      EXPECT_LT(report.residual, 1e-6);
      EXPECT_LT(report.energy.total(), before);
    }
    // Nothing fell: all that was lost is the gaps closing.
    EXPECT_GT(world.energy().gravity, (1.0 - 1e-3) * before);
    EXPECT_LT(world.energy().kinetic, 1e-6 * before);
  }
}

TEST(C11_World, BlobsFallOnEachOtherWithoutHolds) {
  World world = scenes::blobs();
  for (int i = 0; i < 90; ++i) {
    const StepReport report = world.step();
    EXPECT_EQ(report.holds.size(), 0u) << "step " << i;
    EXPECT_LT(report.residual, 1e-3) << "step " << i;
  }
}

// Links slide over many facets in a step: what they meet is foreseen.
TEST(C11_World, AChainSwingsWithoutHoldsOrEnergyGained) {
  World world = scenes::chain(10);
  const double before = world.energy().total();
  int bends = 0;
  for (const StepReport& report : run_checked(world, 1.0)) {
    EXPECT_TRUE(report.holds.empty()) << "at " << report.time;
    EXPECT_GT(report.smallest_gap, 0.2) << "at " << report.time;
    EXPECT_LT(report.residual, 1e-4) << "at " << report.time;
    EXPECT_LE(report.energy.total(), before + 1e-9);
    bends += report.rounds;
  }
  EXPECT_LT(bends, 60);
}

// A body that slides off what bore it has not fallen meanwhile.
TEST(C11_World, BlobsThatSlideOffEachOtherGainNoEnergy) {
  World world = scenes::blobs();
  double before = world.energy().total();
  const double all = before;
  for (int i = 0; i < 90; ++i) {
    const double after = world.step().energy.total();
    EXPECT_LT(after - before, 1e-3 * all) << "step " << i;
    before = after;
  }
}

TEST(C11_World, BoxesDroppedByAMillimetreComeToRest) {
  World world(without_clamp());
  add_floor(world);
  for (int i = 0; i < 3; ++i) {
    world.add(box_of("box" + std::to_string(i), {0.1, 0.1, 0.1},
                     {0.01 * i, 0, 0.1 + i * 0.2 + 1e-3 * (i + 1)}));
  }
  const double before = world.energy().total();
  const auto reports = run_checked(world, 1.5);
  EXPECT_EQ(hold_count(reports), 0);
  EXPECT_LT(world.energy().kinetic, 1e-9);
  EXPECT_LT(world.energy().total(), before);
}

TEST(C11_World, ASpinningBoxKeepsEnergyAndMomentumWhileItTumbles) {
  WorldOptions options = without_clamp();
  options.gravity = Vec3::Zero();
  World world(options);
  WorldBody box = box_of("box", {0.1, 0.2, 0.4}, {0, 0, 0});
  box.angular_velocity = {0.01, 5.0, 0.01};
  const BodyId id = world.add(box);
  const double energy = world.energy().total();
  const Vec3 momentum = world.angular_momentum();
  double least = 1.0;
  for (int i = 0; i < 600; ++i) {
    world.step();
    least = std::min(least, world.state(id).pose.rotation(1, 1));
    EXPECT_NEAR(world.energy().total(), energy, 1e-4 * energy);
  }
  EXPECT_LT(least, -0.9);  // it turned over, as Dzhanibekov saw
  EXPECT_LT((world.angular_momentum() - momentum).norm(), 1e-12 * momentum.norm());
}

TEST(K8_World, ACradleSendsOutAsManyAsCameIn) {
  for (int in = 1; in <= 3; ++in) {
    for (const double gap : {2e-5, 1e-3}) {
      WorldOptions options = without_clamp();
      options.gravity = Vec3::Zero();
      options.material = {.friction = 0.0, .restitution = 1.0};
      World world(options);
      for (int i = 0; i < 5; ++i) {
        const bool comes = i < in;
        WorldBody ball = body_of("ball" + std::to_string(i), Shape::from_sphere({0, 0, 0}, 0.1),
                                 {i * (0.2 + gap) - (comes ? 0.3 : 0.0), 0, 0});
        if (comes) ball.velocity = {1, 0, 0};
        world.add(ball);
      }
      run_checked(world, 0.6);
      for (int i = 0; i < 5; ++i) {
        const double expected = i >= 5 - in ? 1.0 : 0.0;
        EXPECT_NEAR(world.state().bodies[static_cast<std::size_t>(i)].velocity.x(), expected, 1e-5)
            << in << " in, gap " << gap << ", ball " << i;
      }
    }
  }
}

TEST(C11_World, GoesOnWithEqualBitsFromASavedState) {
  const auto make = [] {
    World world;
    add_floor(world);
    for (int i = 0; i < 3; ++i) {
      world.add(box_of("box" + std::to_string(i), {0.1, 0.1, 0.1}, {0.03 * i, 0, 0.15 + 0.25 * i}));
    }
    return world;
  };
  World world = make();
  run_checked(world, 0.2);
  const WorldState saved = world.state();
  run_checked(world, 0.3);
  World again = make();
  again.restore(saved);
  run_checked(again, 0.3);
  EXPECT_EQ(content_hash(world.state()), content_hash(again.state()));
}

TEST(C11_World, ResultsAreTheSameForAnyNumberOfThreads) {
  const World heap = scenes::spheres_and_boxes(110);
  const auto state_with = [&heap](int threads) {
    WorldOptions options = heap.options();
    options.threads = threads;
    World world(options);
    for (std::size_t i = 0; i < heap.body_count(); ++i) world.add(heap.body(BodyId(i)));
    std::size_t touching = 0;
    for (int i = 0; i < 25; ++i) touching += world.step().contacts.size();
    EXPECT_GT(touching, 100u);
    return content_hash(world.state());
  };
  EXPECT_EQ(state_with(2), state_with(1));
}

TEST(C11_World, OverlappingBodiesAreListedRefusedAndSeparated) {
  World world;
  add_floor(world);
  const BodyId a = world.add(box_of("a", {0.1, 0.1, 0.1}, {0, 0, 0.2}));
  const BodyId b = world.add(box_of("b", {0.1, 0.1, 0.1}, {0.05, 0, 0.2}));
  ASSERT_EQ(world.overlaps().size(), 1u);
  EXPECT_EQ(world.overlaps()[0].a, a);
  EXPECT_EQ(world.overlaps()[0].b, b);
  EXPECT_THROW(world.step(), InputError);
  EXPECT_TRUE(world.separate());
  EXPECT_TRUE(world.overlaps().empty());
  run_checked(world, 0.1);
}

TEST(C11_World, ABulletDoesNotPassAThinWall) {
  World world;
  world.add(box_of("wall", {0.0005, 1, 1}, {0, 0, 0}, Role::kStatic));
  WorldBody plate = box_of("plate", {0.00005, 0.05, 0.05}, {-1.0, 0, 0});
  plate.velocity = {1000, 0, 0};
  const BodyId id = world.add(plate);
  run_checked(world, 0.1);
  EXPECT_LT(world.state(id).pose.translation.x(), 0.0);
}

TEST(C11_World, FirstOrderBodiesMoveAsCommandedAndSlideAlongWhatTheyTouch) {
  WorldOptions options;
  options.second_order = false;
  World world(options);
  add_floor(world);
  const BodyId box = world.add(box_of("box", {0.1, 0.1, 0.1}, {0, 0, 0.2}));
  world.set_command(box, {0.5, 0, -1.0}, Vec3::Zero());
  run_checked(world, 1.0);
  EXPECT_NEAR(world.state(box).pose.translation.z(), 0.1, 1e-4);
  EXPECT_GT(world.state(box).pose.translation.x(), 0.04);
  world.set_command(box, Vec3::Zero(), Vec3::Zero());
  const Vec3 before = world.state(box).pose.translation;
  run_checked(world, 0.1);
  EXPECT_LT((world.state(box).pose.translation - before).norm(), 1e-6);
}

TEST(C11_World, APendulumKeepsItsPeriodEnergyAndLength) {
  World world(without_clamp());
  world.add(box_of("base", {0.01, 0.01, 0.01}, {0, 0, 0}, Role::kStatic));
  const double length = 1.0, angle = 0.1;
  const BodyId bob = world.add(
      box_of("bob", {0.05, 0.05, 0.05}, {length * std::sin(angle), 0, -length * std::cos(angle)}));
  WorldJoint joint;
  joint.kind = LinkKind::kRevolute;
  joint.a = BodyId(0);
  joint.b = bob;
  joint.axis = {0, 1, 0};
  world.add(joint);
  const double mass = world.mass(bob).mass, energy = world.energy().total();
  const double swing = mass * kG * length * (1.0 - std::cos(angle));
  double before = world.state(bob).pose.translation.x(), first = 0.0, last = 0.0;
  int crossings = 0;
  for (int i = 0; i < 600; ++i) {
    world.step();
    EXPECT_NEAR(world.energy().total(), energy, 1e-5 * swing);
    EXPECT_NEAR(world.state(bob).pose.translation.norm(), length, 1e-8);
    const double x = world.state(bob).pose.translation.x();
    if (before > 0.0 && x <= 0.0) {
      last = world.time() + world.options().step * x / (before - x);
      if (crossings++ == 0) first = last;
    }
    before = x;
  }
  const double about_axis = world.mass(bob).inertia(1, 1) + mass * length * length;
  const double period =
      2.0 * M_PI * std::sqrt(about_axis / (mass * kG * length)) * (1.0 + angle * angle / 16.0);
  EXPECT_NEAR((last - first) / (crossings - 1), period, 1e-3 * period);
}

}  // namespace
}  // namespace graze
