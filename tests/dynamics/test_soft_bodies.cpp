// SPDX-License-Identifier: MIT
// Soft bodies under implicit Euler: bars, momentum, energy.                                   [V4]
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "dynamics/world_scenes.h"
#include "graze/base/error.h"
#include "graze/geometry/shapes.h"
#include "graze/math/rotation.h"
#include "support/colliding_meshes.h"

namespace graze {
namespace {
TriangleMesh turned_mesh(const TriangleMesh& mesh, const Mat3& turn) {
  std::vector<Vec3> vertices;
  for (const Vec3& v : mesh.vertices()) vertices.push_back(turn * v);
  return TriangleMesh(std::move(vertices), {mesh.triangles().begin(), mesh.triangles().end()});
}

WorldOptions steps_of_length(double step, const Vec3& gravity) {
  WorldOptions options;
  options.step = step;
  options.gravity = gravity;
  options.volume.tolerance = 1e-9;
  options.volume.max_iterations = 20'000;
  return options;
}

/// How far the end of a clamped bar, 8 : 1, sinks under its own weight, as a part of what
/// Timoshenko's beam does. `turn` turns it against the lattice.
double share_of_timoshenko(int cells, const Mat3& turn) {
  const double length = 0.8, side = 0.1, gravity = 0.01;
  const ElasticMaterial material{1000.0, 1e5, 0.3};
  const TriangleMesh bar =
      turned_mesh(make_shape("box", {{"x", length + side}, {"y", side}, {"z", side}}), turn);
  ElasticModel model = make_lattice(bar, material, {.cell_size = side / cells});
  for (std::size_t n = 0; n < model.nodes.size(); ++n) {  // the part before x = -length / 2
    if ((turn.transpose() * model.nodes[n]).x() < -0.5 * (length - side) + 1e-9) {
      model.pinned.push_back(static_cast<std::uint32_t>(n));
    }
  }
  World world(steps_of_length(10.0, turn * Vec3(0.0, 0.0, -gravity)));
  const BodyId id = world.add(scenes::soft_body("bar", model));
  const auto tip = [&] {
    double sum = 0.0;
    int count = 0;
    const auto now = world.vertices(id);
    for (std::size_t v = 0; v < now.size(); ++v) {
      const Vec3& rest = model.surface.vertices()[v];
      if ((turn.transpose() * rest).x() < 0.5 * (length + side) - 1e-9) continue;
      sum += (turn.transpose() * (now[v] - rest)).z();
      ++count;
    }
    return -sum / count;
  };
  for (int step = 0; step < 4; ++step) world.step();  // long steps: at rest
  const double area = side * side, inertia = area * area / 12.0, load = 1000.0 * gravity * area;
  const double shear = 0.5 * material.young / 1.3;
  const double bends = load * std::pow(length, 4) / (8.0 * material.young * inertia);
  const double shears = load * length * length / (2.0 * (5.0 / 6.0) * shear * area);
  return tip() / (bends + shears);
}

TEST(V4_SoftBodies, ACantileverBendsAsTimoshenkoSays) {
  const double straight = share_of_timoshenko(4, Mat3::Identity());
  EXPECT_GT(straight, 0.95);
  EXPECT_LT(straight, 1.03);
  const double turned = share_of_timoshenko(4, rotation_about({0.3, 0.5, 1.0}, 0.5));
  EXPECT_GT(turned, 0.95);
  EXPECT_LT(turned, 1.05);
}

TEST(V4_SoftBodies, AHangingBarIsLongerByItsWeight) {
  const double length = 1.0, side = 0.25, young = 1e5, gravity = 1.0;
  ElasticModel model = make_lattice(make_shape("box", {{"x", side}, {"y", side}, {"z", length}}),
                                    {1000.0, young, 0.0}, {.cells_across = 2});
  pin(model, {Vec3(-1, -1, 0.5 * length - 1e-9), Vec3(1, 1, 1)});
  World world(steps_of_length(10.0, {0.0, 0.0, -gravity}));
  const BodyId id = world.add(scenes::soft_body("bar", model));
  for (int step = 0; step < 10; ++step) world.step();
  double lowest = 0.0;
  for (const Vec3& v : world.vertices(id)) lowest = std::min(lowest, v.z());
  const double stretch = 1000.0 * gravity * length * length / (2.0 * young);
  EXPECT_NEAR(-0.5 * length - lowest, stretch, 0.01 * stretch);
}

/// Turns, stretched, without gravity.
World spinning_soft_body(double step, double damping, BodyId& id) {
  World world(steps_of_length(step, Vec3::Zero()));
  ElasticModel model = make_lattice(make_shape("box", {{"x", 1.0}, {"y", 0.5}, {"z", 0.3}}),
                                    {1000.0, 1e5, 0.3, damping}, {.cells_across = 2});
  WorldBody body = scenes::soft_body("box", std::move(model));
  body.velocity = {1.0, 2.0, -0.5};
  body.angular_velocity = {2.0, 1.0, 3.0};
  id = world.add(std::move(body));
  return world;
}

TEST(V4_SoftBodies, KeepMomentumToRoundingAndAngularMomentumNearly) {
  BodyId id;
  World world = spinning_soft_body(1e-3, 0.0, id);
  const Vec3 momentum = world.momentum(), turning = world.angular_momentum();
  for (int step = 0; step < 100; ++step) world.step();
  EXPECT_LT((world.momentum() - momentum).norm(), 1e-12 * momentum.norm());
  EXPECT_LT((world.angular_momentum() - turning).norm(), 0.01 * turning.norm());
}

TEST(V4_SoftBodies, EnergyNeverGrows) {
  for (const double step : {1e-3, 1e-2, 0.1}) {
    BodyId id;
    World world = spinning_soft_body(step, 0.0, id);
    WorldState state = world.state();
    for (Vec3& p : state.soft[0].positions) p.x() *= 1.3;  // let go of a stretched one
    world.restore(state);
    double before = world.energy().total();
    for (int k = 0; k < 100; ++k) {
      const StepReport report = world.step();
      EXPECT_TRUE(report.volume->is_converged);
      EXPECT_LE(report.energy.total(), before * (1.0 + 1e-9)) << step << " s, step " << k;
      before = report.energy.total();
    }
  }
}

TEST(V4_SoftBodies, BitsDoNotDependOnThreads) {
  std::vector<std::uint64_t> hashes;
  for (const int threads : {1, 3}) {
    WorldOptions options = steps_of_length(0.01, {0.0, 0.0, -9.81});
    options.threads = threads;
    World world(options);
    WorldBody body = scenes::soft_body(
        "ring", make_lattice(make_shape("torus"), elastic_preset("gel"), {.cells_across = 2}));
    body.angular_velocity = {1.0, 0.0, 0.0};
    const double bottom = body.elastic->surface.bounds().lo.z();
    world.add(std::move(body));
    WorldBody floor;
    floor.body.name = "floor";
    floor.body.shape = Shape::from_box({10.0, 10.0, 1.0});
    floor.body.motion = Motion::still({Mat3::Identity(), {0.0, 0.0, bottom - 1.001}});
    floor.role = Role::kStatic;
    world.add(std::move(floor));
    std::size_t overlaps = 0;
    for (int step = 0; step < 5; ++step) overlaps += world.step().volume.value().overlaps.size();
    EXPECT_GT(overlaps, 0u);  // contact is part of it
    hashes.push_back(content_hash(world.state()));
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

ElasticModel small_bar() {
  return make_lattice(make_shape("box", {{"x", 0.4}, {"y", 0.1}, {"z", 0.1}}),
                      {1000.0, 1e5, 0.3, 0.01}, {.cells_across = 2});
}

WorldBody rigid_box(const std::string& name, const Vec3& half, const Vec3& at, Role role) {
  WorldBody body;
  body.body.name = name;
  body.body.shape = Shape::from_box(half);
  body.body.motion = Motion::still({Mat3::Identity(), at});
  body.role = role;
  body.density = 1000.0;
  return body;
}

const Aabb kLeftEnd{Vec3(-0.21, -1, -1), Vec3(-0.19, 1, 1)};

TEST(V4_Attached, ToWhatStandsIsPinned) {
  World pinned(steps_of_length(0.01, {0.0, 0.0, -9.81})), attached(pinned.options());
  ElasticModel model = small_bar();
  attached.add(scenes::soft_body("bar", model));
  attached.add(rigid_box("wall", {0.1, 0.1, 0.1}, {-0.3, 0, 0}, Role::kStatic));
  attached.attach({BodyId(0), BodyId(1), nodes_within(model, kLeftEnd)});
  pin(model, kLeftEnd);
  pinned.add(scenes::soft_body("bar", model));
  for (int step = 0; step < 20; ++step) {
    pinned.step();
    attached.step();
  }
  for (std::size_t n = 0; n < model.nodes.size(); ++n) {
    const Vec3 &a = pinned.state().soft[0].positions[n], &b = attached.state().soft[0].positions[n];
    EXPECT_LT((a - b).norm(), 1e-7);
    EXPECT_LT(b.z(), model.nodes[n].z() + 1e-6) << "it hangs";
  }
}

TEST(V4_Attached, ToWhatIsDrivenGoesWhereItGoes) {
  World world(steps_of_length(0.01, Vec3::Zero()));
  const ElasticModel model = small_bar();
  world.add(scenes::soft_body("bar", model));
  WorldBody hand = rigid_box("hand", {0.1, 0.1, 0.1}, {-0.3, 0, 0}, Role::kDriven);
  hand.body.motion =
      Motion::screw({.begin = {Mat3::Identity(), {-0.3, 0, 0}}, .angle = 1.0}, {0, 1});
  world.add(hand);
  const auto nodes = nodes_within(model, kLeftEnd);
  world.attach({BodyId(0), BodyId(1), nodes});
  for (int step = 0; step < 100; ++step) world.step();
  const Pose now = world.state(BodyId(1)).pose;
  for (const std::uint32_t n : nodes) {
    const Vec3 wanted = now * (model.nodes[n] - Vec3(-0.3, 0, 0));
    EXPECT_LT((world.state().soft[0].positions[n] - wanted).norm(), 1e-12);
  }
}

/// Flesh that moves drags a bone along that stands. Changes over 0.1 s, and how fast the bone is.
struct Dragged {
  double momentum = 0.0, turning = 0.0;  ///< changes, relative; turning: to length times momentum
  double bone = 0.0;
};
Dragged dragged_bone(double speed) {
  World world(steps_of_length(1e-3, Vec3::Zero()));
  const ElasticModel model = small_bar();
  WorldBody bar = scenes::soft_body("flesh", model);
  bar.velocity = {0.0, speed, 0.0};
  world.add(std::move(bar));
  world.add(rigid_box("bone", {0.05, 0.05, 0.05}, {-0.25, 0, 0}, Role::kDynamic));
  world.attach({BodyId(0), BodyId(1), nodes_within(model, kLeftEnd)});
  world.step();  // the nodes take the bone's velocity: that is a blow
  const Vec3 momentum = world.momentum(), turning = world.angular_momentum();
  double before = world.energy().total();
  while (world.time() < 0.1) {
    const StepReport report = world.step();
    EXPECT_LE(report.energy.total(), before * (1.0 + 1e-6));
    before = report.energy.total();
  }
  const double length = 0.4;  // of the bar: it begins without turning
  return {(world.momentum() - momentum).norm() / momentum.norm(),
          (world.angular_momentum() - turning).norm() / (length * momentum.norm()),
          world.state(BodyId(1)).velocity.y()};
}

// Momentum is kept to the solver's tolerance. The forces of a cube that bends have a small moment,
// of the order of the strain's square: cubes have one frame for all of their corners.
TEST(V4_Attached, ABoneAndItsFleshKeepTheirMomentum) {
  const Dragged fast = dragged_bone(1.0), slow = dragged_bone(0.2);
  EXPECT_LT(fast.momentum, 1e-6);
  EXPECT_LT(fast.turning, 1e-3);
  EXPECT_LT(slow.turning, 0.3 * fast.turning) << "relative to a momentum that is a fifth";
  EXPECT_GT(fast.bone, 0.1) << "the flesh drags the bone along";
}

TEST(V4_Attached, WhatCannotBeIsRefused) {
  World world;
  world.add(scenes::soft_body("bar", small_bar()));
  world.add(rigid_box("box", {0.1, 0.1, 0.1}, {2, 0, 0}, Role::kStatic));
  EXPECT_THROW(world.attach({BodyId(1), BodyId(0), {0}}), InputError);
  EXPECT_THROW(world.attach({BodyId(0), BodyId(0), {0}}), InputError);
  EXPECT_THROW(world.attach({BodyId(0), BodyId(7), {0}}), InputError);
  EXPECT_THROW(world.attach({BodyId(0), BodyId(1), {100'000}}), InputError);
  world.attach({BodyId(0), BodyId(1), {0}});
  EXPECT_THROW(world.attach({BodyId(0), BodyId(1), {0}}), InputError);
}

// A world with a soft body is one by volume without being told; its guard must be on, too.
TEST(V4_SoftBodies, AFastThinOneIsStoppedWithoutBeingAskedFor) {
  World world(steps_of_length(0.01, Vec3::Zero()));
  WorldBody plate = scenes::soft_body(
      "plate", make_lattice(make_shape("box", {{"x", 0.2}, {"y", 0.2}, {"z", 0.02}}),
                            {1000.0, 1e6, 0.3, 0.01}, {.cells_across = 1}));
  plate.body.motion = Motion::still({Mat3::Identity(), {0, 0, 0.2}});
  plate.velocity = {0.0, 0.0, -50.0};  // 0.5 m a step, through 0.02 m
  world.add(std::move(plate));
  world.add(rigid_box("wall", {0.5, 0.5, 0.01}, {0, 0, 0}, Role::kStatic));
  for (int step = 0; step < 5; ++step) world.step();
  for (const Vec3& v : world.vertices(BodyId(0))) EXPECT_GT(v.z(), -0.01);
}

TEST(V4_SoftBodies, WhatCannotBeIsRefused) {
  World world;
  WorldBody body = scenes::soft_body("box", make_lattice(make_shape("box"), {}));
  body.role = Role::kStatic;
  EXPECT_THROW(world.add(body), InputError);
  body.role = Role::kDynamic;
  body.body.shape = Shape::from_mesh(make_shape("gear"));
  EXPECT_THROW(world.add(body), InputError);
  const auto [small, large] = test::colliding_cubes();  // of one hash
  WorldBody cube = scenes::soft_body("cube", make_lattice(large, {}));
  cube.body.shape = Shape::from_mesh(small);
  EXPECT_THROW(world.add(cube), InputError);
  WorldOptions options;
  options.volume.pixels = 1;
  EXPECT_THROW(World{options}, InputError);
}

}  // namespace
}  // namespace graze
