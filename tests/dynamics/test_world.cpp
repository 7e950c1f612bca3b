// SPDX-License-Identifier: MIT
// Objects and controllers: laws of the response, laziness of the detection, worlds in time.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/dynamics/impulse_response.h"
#include "graze/geometry/shapes.h"
#include "graze/query/clearance.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze {
namespace {
using BodyPtr = std::shared_ptr<RigidBody>;

BodyPtr moving(const Shape& shape, const Vec3& place, double mass = 1.0) {
  return std::make_shared<RigidBody>(make_rigid_body(shape, {Mat3::Identity(), place}, mass));
}

BodyPtr floor_body() {
  return std::make_shared<RigidBody>(
      make_fixed_body(Shape::from_box({20, 20, 0.5}), {Mat3::Identity(), {0, 0, -0.5}}));
}

Shape ball_shape(double triangles = 320) {
  return Shape::from_mesh(make_shape("icosphere", {{"triangles", triangles}}));
}

Mat3 inertia_of(const RigidBody& body) {
  const Mat3& r = body.state.pose.rotation;
  return r * body.matter.inverse_inertia.inverse() * r.transpose();
}
Vec3 momentum_of(const RigidBody& body) { return body.state.velocity / body.matter.inverse_mass; }
Vec3 angular_momentum_of(const RigidBody& body) {
  const Vec3 centre = body.state.pose * body.state.centre;
  return centre.cross(momentum_of(body)) + inertia_of(body) * body.state.angular_velocity;
}
double energy_of(const RigidBody& body) {
  const Vec3& w = body.state.angular_velocity;
  return 0.5 * body.state.velocity.squaredNorm() / body.matter.inverse_mass +
         0.5 * w.dot(inertia_of(body) * w);
}

TEST(K1_Response, MomentaAreConservedAndEnergyNeverGrowsInRandomCollisions) {
  const std::size_t count = test::trials(2'000);
  const std::vector<Shape> shapes{Shape::from_box({0.5, 0.4, 0.3}), ball_shape(80),
                                  Shape::from_mesh(make_shape("l_bracket")),
                                  Shape::from_mesh(make_shape("torus", {{"triangles", 128}}))};
  std::size_t hits = 0;
  for (std::size_t trial = 0; trial < count; ++trial) {
    auto random = test::generator(trial);
    std::uniform_real_distribution<double> part(0.0, 1.0);
    const BodyPtr a =
        moving(shapes[random() % 4], test::random_vector(random, 0.2), 0.2 + part(random));
    const BodyPtr b =
        moving(shapes[random() % 4], Vec3(2.5, 0, 0) + test::random_vector(random, 0.4),
               0.2 + part(random));
    for (const BodyPtr& body : {a, b}) {
      body->state.pose.rotation = test::random_rotation(random);
      body->state.angular_velocity = test::random_vector(random, 2.0);
      body->matter.restitution = part(random);
      body->matter.friction = 2.0 * part(random);
    }
    a->state.velocity = Vec3(3, 0, 0) + test::random_vector(random);
    World world;
    world.add(rigid_object("a", a));
    world.add(rigid_object("b", b));
    world.add(std::make_unique<ImpulseResponse>());
    for (int i = 0; i < 60; ++i) {
      // Angular momentum is looked at over the collision, not the flight: spins stay constant
      // there.
      const Vec3 momentum = momentum_of(*a) + momentum_of(*b);
      const WorldStep step = world.step(1.0 / 60.0);
      ASSERT_LT((momentum_of(*a) + momentum_of(*b) - momentum).norm(), 1e-9);
      if (step.collisions.empty()) continue;
      ++hits;
      break;
    }
    // The same collision, response alone.
    std::vector<Collision> none;
    const double energy = energy_of(*a) + energy_of(*b);
    Collision again;
    again.a = ObjectId(0), again.b = ObjectId(1);
    const Vec3 between = b->state.pose * b->state.centre - a->state.pose * a->state.centre;
    const Vec3 point =
        a->state.pose * a->state.centre + 0.5 * between + test::random_vector(random, 0.2);
    again.event.manifold = {{point, between.normalized(), 0.5},
                            {point + test::random_vector(random, 0.3), between.normalized(), 0.5}};
    a->state.velocity = test::random_vector(random, 3.0);
    b->state.velocity = test::random_vector(random, 3.0);
    const double before = energy_of(*a) + energy_of(*b);
    const Vec3 p = momentum_of(*a) + momentum_of(*b),
               l = angular_momentum_of(*a) + angular_momentum_of(*b);
    ImpulseResponse().respond(world, std::vector{again});
    ASSERT_LT((momentum_of(*a) + momentum_of(*b) - p).norm(), 1e-9);
    ASSERT_LT((angular_momentum_of(*a) + angular_momentum_of(*b) - l).norm(), 1e-9);
    ASSERT_LE(energy_of(*a) + energy_of(*b), before * (1 + 1e-12)) << "trial " << trial;
    ASSERT_TRUE(std::isfinite(energy));
  }
  EXPECT_GT(hits, count / 4);
}

TEST(K1_Response, ABallThrownForwardBouncesAndItsSpinTurnsForward) {
  for (const double direction : {1.0, -1.0}) {
    const BodyPtr ball = moving(ball_shape(), {0, 0, 0.8});
    ball->matter.restitution = 0.8;
    ball->state.velocity = {2.0 * direction, 0, -1};
    const BodyPtr floor = floor_body();
    floor->matter.restitution = 0.8;
    World world;
    world.add(rigid_object("floor", floor));
    world.add(rigid_object("ball", ball));
    world.add(std::make_unique<ImpulseResponse>());
    WorldStep step;
    for (int i = 0; i < 60 && step.collisions.empty(); ++i) step = world.step(1.0 / 60.0);
    ASSERT_EQ(step.collisions.size(), 1u);
    EXPECT_GT(ball->state.velocity.z(), 0.0) << "it bounces";
    EXPECT_GT(direction * ball->state.angular_velocity.y(), 0.1) << "it rolls the way it flies";
    EXPECT_LT(std::abs(ball->state.velocity.x()), 2.0) << "at the cost of its speed";
    EXPECT_LT(std::abs(ball->state.angular_velocity.x()), 1.0);
  }
}

TEST(K1_Response, ACubeDroppedFlatReboundsByTheSquareOfItsRestitution) {
  const BodyPtr cube = moving(Shape::from_box({0.5, 0.5, 0.5}), {0, 0, 1.5}), floor = floor_body();
  cube->matter.restitution = floor->matter.restitution = 0.6;
  World world;
  world.add(rigid_object("floor", floor));
  world.add(rigid_object("cube", cube));
  world.add(std::make_unique<Gravity>());
  world.add(std::make_unique<ImpulseResponse>());
  double highest = 0.0;
  bool has_hit = false;
  for (int i = 0; i < 300; ++i) {
    const WorldStep step = world.step(0.005);
    if (has_hit && !step.collisions.empty()) break;
    if (!step.collisions.empty()) {
      EXPECT_EQ(step.collisions[0].event.kind, ContactKind::kFaceFace);
      EXPECT_LT(cube->state.angular_velocity.norm(), 1e-4) << "a flat impact turns nothing";
      has_hit = true;
    }
    if (has_hit) highest = std::max(highest, cube->state.pose.translation.z() - 0.5);
  }
  ASSERT_TRUE(has_hit);
  EXPECT_NEAR(highest, 0.36, 0.01);
}

TEST(K8_World, ACubeOnTheFloorStaysThereAndTimeGoesOn) {
  const BodyPtr cube = moving(Shape::from_box({0.5, 0.5, 0.5}), {0, 0, 0.6});
  World world;
  world.add(rigid_object("floor", floor_body()));
  world.add(rigid_object("cube", cube));
  world.add(std::make_unique<Gravity>());
  world.add(std::make_unique<ImpulseResponse>());
  for (int i = 0; i < 240; ++i) {
    const WorldStep step = world.step(1.0 / 60.0);
    ASSERT_FALSE(step.is_stuck) << "at " << world.time();
    ASSERT_NEAR(step.seconds, 1.0 / 60.0, 1e-12);
    ASSERT_GT(cube->state.pose.translation.z(), 0.5 - 1e-4) << "at " << world.time();
  }
  EXPECT_NEAR(cube->state.pose.translation.z(), 0.5, 1e-3);
  EXPECT_LT(cube->state.velocity.norm(), 0.1);
}

/// An object that counts what it is asked for.
struct Counted {
  int extents = 0, boundaries = 0, states = 0, matters = 0;
};

Object counted(Object object, std::shared_ptr<Counted> counts) {
  object.extent = [counts, f = object.extent](double s) { return ++counts->extents, f(s); };
  object.boundary = [counts, f = object.boundary] { return ++counts->boundaries, f(); };
  object.state = [counts, f = object.state] { return ++counts->states, f(); };
  object.matter = [counts, f = object.matter] { return ++counts->matters, f(); };
  return object;
}

TEST(K2_Lazy, ObjectsTellTheirExtentThenTheirBoundaryThenTheirStateAndNoMore) {
  const BodyPtr a = moving(ball_shape(80), {0, 0, 0}), b = moving(ball_shape(80), {3, 0, 0}),
                c = moving(ball_shape(80), {0, 50, 0});
  a->state.velocity = {1, 0, 0};
  std::vector<std::shared_ptr<Counted>> counts;
  std::vector<Object> objects;
  for (const BodyPtr& body : {a, b, c}) {
    counts.push_back(std::make_shared<Counted>());
    objects.push_back(counted(rigid_object("ball", body), counts.back()));
  }
  DetectionController detection;
  EXPECT_TRUE(detection.first_collisions(objects, 0.0, 0.1).empty());
  for (const auto& count : counts) {
    EXPECT_EQ(count->extents, 1);
    EXPECT_EQ(count->boundaries + count->states + count->matters, 0) << "extents are far apart";
  }
  const auto hits = detection.first_collisions(objects, 0.0, 3.0);
  ASSERT_EQ(hits.size(), 1u);
  EXPECT_NEAR(hits[0].event.time, 2.0, 0.1);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(counts[i]->boundaries, 1);
    EXPECT_EQ(counts[i]->states, 1);
    EXPECT_EQ(counts[i]->matters, 0) << "matter is the response's business";
  }
  EXPECT_EQ(counts[2]->boundaries + counts[2]->states, 0);
  detection.first_collisions(objects, 0.0, 3.0);
  EXPECT_EQ(counts[0]->boundaries, 1) << "a boundary is asked for once";
  EXPECT_EQ(counts[0]->states, 2);
  EXPECT_EQ(detection.counts().boundaries, 2u);
}

TEST(K1_Controllers, AnyMethodOfGrazeCanStandBehindTheDetection) {
  for (const std::optional<Method> method :
       {std::optional<Method>{}, std::optional(Method::kCertified),
        std::optional(Method::kBisection)}) {
    const BodyPtr a = moving(ball_shape(80), {0, 0, 0}), b = moving(ball_shape(80), {3, 0, 0});
    a->state.velocity = {1, 0.1, 0};
    std::vector<Object> objects{rigid_object("a", a), rigid_object("b", b)};
    DetectionController detection({.method = method, .tolerance = 1e-6});
    const auto hits = detection.first_collisions(objects, 0.0, 3.0);
    ASSERT_EQ(hits.size(), 1u);
    EXPECT_NEAR(hits[0].event.time, 2.0, 0.15);
    EXPECT_FALSE(hits[0].event.manifold.empty());
  }
}

class Push : public Controller {
 public:
  explicit Push(const Vec3& acceleration) : acceleration_(acceleration) {}
  void begin_step(World& world, double) override {
    world.change(ObjectId(0), {Vec3::Zero(), Vec3::Zero(), acceleration_, Vec3::Zero()});
  }

 private:
  Vec3 acceleration_;
};

TEST(K1_Controllers, SeveralActOnOneObjectInTheSameStep) {
  const BodyPtr ball = moving(ball_shape(80), {0, 0, 0});
  World world;
  world.add(rigid_object("ball", ball));
  world.add(std::make_unique<Push>(Vec3(1, 0, 0)));
  world.add(std::make_unique<Push>(Vec3(0, 2, 0)));
  world.add(std::make_unique<Push>(Vec3(1, 0, 0)));
  for (int i = 0; i < 10; ++i) world.step(0.1);
  EXPECT_LT((ball->state.velocity - Vec3(2, 2, 0)).norm(), 1e-12);
  EXPECT_LT((ball->state.pose.translation - Vec3(1, 1, 0)).norm(), 1e-9);
}

TEST(K8_World, BodiesThrownTogetherNeverOverlapAtAnyStep) {
  const std::size_t count = test::trials(60, 3);
  for (std::size_t trial = 0; trial < count; ++trial) {
    auto random = test::generator(trial);
    std::vector<BodyPtr> bodies;
    World world;
    const Shape box = Shape::from_box({0.3, 0.25, 0.2}), ball = ball_shape(80);
    for (int i = 0; i < 5; ++i) {
      const Vec3 place(2.0 * i - 4.0, 0, 0);
      bodies.push_back(moving(i % 2 ? box : ball, place + test::random_vector(random, 0.3)));
      bodies.back()->state.pose.rotation = test::random_rotation(random);
      bodies.back()->state.velocity = -place + test::random_vector(random);
      bodies.back()->state.angular_velocity = test::random_vector(random, 3.0);
      world.add(rigid_object(std::to_string(i), bodies.back()));
    }
    world.add(std::make_unique<ImpulseResponse>());
    for (int i = 0; i < 40; ++i) {
      const WorldStep step = world.step(1.0 / 30.0);
      Scene scene;
      for (std::size_t k = 0; k < bodies.size(); ++k) {
        add_body(scene, {.name = std::to_string(k),
                         .shape = bodies[k]->shape,
                         .motion = Motion::still(bodies[k]->state.pose)});
      }
      for (const PairClearance& pair :
           clearances_per_pair(scene, {.span = Interval{0, 0}, .threads = 1})) {
        ASSERT_GT(pair.clearance.distance.hi, 0.0) << "trial " << trial << ", step " << i;
      }
      if (step.is_stuck) break;
    }
  }
}
}  // namespace
}  // namespace graze
