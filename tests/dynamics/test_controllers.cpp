// SPDX-License-Identifier: MIT
// Objects and controllers: several detectors with pairs of their own, responses, laziness counted.
#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/world_scenes.h"
#include "graze/dynamics/response_controller.h"
#include "graze/geometry/shapes.h"
#include "graze/motion/accelerated_motion.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze {
namespace {
using scenes::body_of;
using scenes::box_of;
using scenes::kG;

/// Bodies that count what they are asked for.
struct CountedObjects : Objects {
  std::vector<WorldBody> bodies;
  std::vector<BodyState> states;
  std::vector<MassModel> masses;
  Interval times{0.0, 0.1};
  double restitution = 0.5, friction = 0.5;
  mutable std::vector<int> extents, boundaries, ways, asked_states;

  void add(const WorldBody& body) {
    bodies.push_back(body);
    states.push_back({pose_at(body.body.motion, 0.0), body.velocity, body.angular_velocity, false});
    masses.push_back(mass_model(body.body.shape, 1.0, 1000.0));
    for (auto* counts : {&extents, &boundaries, &ways, &asked_states}) counts->push_back(0);
  }
  std::size_t count() const override { return bodies.size(); }
  Interval span() const override { return times; }
  Aabb extent(BodyId id) const override {
    ++extents[id.index()];
    const BodyState& s = states[id.index()];
    const double radius = bodies[id.index()].body.shape.diagonal();
    const Vec3 travel = s.velocity.cwiseAbs() * times.width() + Vec3::Constant(radius);
    return {s.pose.translation - travel, s.pose.translation + travel};
  }
  bool is_asked(BodyId, BodyId) const override { return true; }
  const Body& boundary(BodyId id) const override {
    ++boundaries[id.index()];
    return bodies[id.index()].body;
  }
  Motion way(BodyId id) const override {
    ++ways[id.index()];
    const BodyState& s = states[id.index()];
    AcceleratedState moving;
    moving.pose = s.pose;
    moving.velocity = s.velocity;
    return accelerated_motion(moving, times);
  }
  BodyState state(BodyId id) const override {
    ++asked_states[id.index()];
    return states[id.index()];
  }
  const MassModel* matter(BodyId id) const override { return &masses[id.index()]; }
  Vec3 acceleration(BodyId) const override { return Vec3::Zero(); }
  ContactMaterial material(BodyId, BodyId) const override { return {friction, restitution}; }
  bool is_second_order() const override { return true; }
  std::vector<Detection> detect() const override { return {}; }
  void change(BodyId id, const StateChange& change) override {
    states[id.index()].velocity += change.velocity;
    states[id.index()].angular_velocity += change.angular_velocity;
  }
};

TEST(K2_Lazy, ObjectsTellTheirExtentThenTheirBoundaryThenTheirStateAndNoMore) {
  CountedObjects objects;
  const Shape ball = Shape::from_mesh(make_shape("icosphere", {{"triangles", 80}}));
  for (const Vec3& at : {Vec3(0, 0, 0), Vec3(6, 0, 0), Vec3(0, 50, 0)}) {
    objects.add(body_of("ball", ball, at));
  }
  objects.states[0].velocity = {1, 0, 0};
  MethodDetector detector;
  EXPECT_TRUE(detector.detect(objects).empty());
  EXPECT_EQ(objects.extents, (std::vector{1, 1, 1}));
  EXPECT_EQ(objects.boundaries, (std::vector{0, 0, 0})) << "extents are far apart";

  objects.times = {0.0, 3.0};
  EXPECT_TRUE(detector.detect(objects).empty()) << "extents meet, bodies do not";
  EXPECT_EQ(objects.boundaries, (std::vector{1, 1, 0}));
  EXPECT_EQ(objects.asked_states, (std::vector{0, 0, 0})) << "no contact, no state";

  objects.times = {0.0, 5.5};
  const auto found = detector.detect(objects);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].time, 5.0, 0.1);
  EXPECT_EQ(objects.boundaries, (std::vector{1, 1, 0})) << "a boundary is asked for once";
  EXPECT_EQ(objects.asked_states, (std::vector{0, 0, 0})) << "states are the response's business";
  EXPECT_EQ(detector.counts().boundaries, 2u);
  EXPECT_EQ(detector.counts().contacts, 1u);
  ImpulseResponse().respond(objects, found);
  EXPECT_GT(objects.asked_states[0], 0);
  EXPECT_EQ(objects.asked_states[2], 0);
}

Vec3 momentum_of(const CountedObjects& objects) {
  return objects.masses[0].mass * objects.states[0].velocity +
         objects.masses[1].mass * objects.states[1].velocity;
}
Mat3 inertia_of(const CountedObjects& objects, std::size_t i) {
  const Mat3& r = objects.states[i].pose.rotation;
  return r * objects.masses[i].inertia * r.transpose();
}
Vec3 angular_momentum_of(const CountedObjects& objects) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < 2; ++i) {
    const BodyState& s = objects.states[i];
    sum += inertia_of(objects, i) * s.angular_velocity +
           objects.masses[i].mass * Vec3(s.pose * objects.masses[i].centre).cross(s.velocity);
  }
  return sum;
}
double energy_of(const CountedObjects& objects) {
  double sum = 0.0;
  for (std::size_t i = 0; i < 2; ++i) {
    const BodyState& s = objects.states[i];
    sum += 0.5 * objects.masses[i].mass * s.velocity.squaredNorm() +
           0.5 * s.angular_velocity.dot(inertia_of(objects, i) * s.angular_velocity);
  }
  return sum;
}

TEST(K1_Response, MomentaAreKeptAndEnergyNeverGrowsInRandomBlows) {
  for (std::size_t trial = 0; trial < test::trials(2'000); ++trial) {
    auto random = test::generator(trial);
    std::uniform_real_distribution<double> part(0.0, 1.0);
    CountedObjects objects;
    objects.add(box_of("a", {0.5, 0.4, 0.3}, test::random_vector(random, 0.2)));
    objects.add(box_of("b", {0.2, 0.4, 0.6}, Vec3(1, 0, 0) + test::random_vector(random, 0.2)));
    for (BodyState& s : objects.states) {
      s.pose.rotation = test::random_rotation(random);
      s.velocity = test::random_vector(random, 3.0);
      s.angular_velocity = test::random_vector(random, 2.0);
    }
    objects.restitution = part(random);
    objects.friction = 2.0 * part(random);
    const Vec3 normal =
        (objects.states[1].pose.translation - objects.states[0].pose.translation).normalized();
    const Vec3 point = objects.states[0].pose.translation + 0.5 * normal;
    Detection found{BodyId(0), BodyId(1), 0.0, {}, {}, {}};
    found.event.manifold = {{point, normal, 0.5},
                            {point + test::random_vector(random, 0.3), normal, 0.5}};
    const Vec3 p = momentum_of(objects), l = angular_momentum_of(objects);
    const double energy = energy_of(objects);
    ImpulseResponse().respond(objects, std::vector{found});
    const double scale = std::sqrt(energy * objects.masses[0].mass) + 1.0;
    ASSERT_LT((momentum_of(objects) - p).norm(), 1e-9 * scale) << "trial " << trial;
    ASSERT_LT((angular_momentum_of(objects) - l).norm(), 1e-9 * scale) << "trial " << trial;
    ASSERT_LE(energy_of(objects), energy * (1.0 + 1e-12)) << "trial " << trial;
  }
}

TEST(K1_Controllers, AnyMethodCanStandBehindADetectorOfAWorld) {
  for (const Method method : {Method::kCertified, Method::kBacktracking, Method::kOctree}) {
    WorldOptions options = scenes::without_clamp();
    options.material = {.friction = 0.0, .restitution = 0.6};
    World world(options);
    scenes::add_floor(world);
    const BodyId box = world.add(box_of("box", {0.5, 0.5, 0.5}, {0, 0, 1.5}));
    const auto detector = std::make_shared<MethodDetector>(DetectionOptions{.method = method});
    world.add(detector, {{"floor", "box"}});
    world.add(std::make_shared<ImpulseResponse>());
    double highest = 0.0;
    bool has_hit = false;
    for (int i = 0; i < 36; ++i) {
      world.step();
      const BodyState& s = world.state(box);
      if (detector->counts().contacts > 0) has_hit = true;
      if (has_hit && s.velocity.z() > 0.0) {
        highest =
            std::max(highest, s.pose.translation.z() + 0.5 * s.velocity.z() * s.velocity.z() / kG);
      }
      ASSERT_GT(s.pose.translation.z(), 0.5 - 1e-4) << name(method);
    }
    EXPECT_TRUE(has_hit) << name(method);
    // The octree reports some points of the face that comes down, and the box turns.
    const bool is_flat = method != Method::kOctree;
    EXPECT_NEAR(highest - 0.5, 0.36, is_flat ? 0.01 : 0.25) << name(method);
  }
}

TEST(K1_Controllers, ABoxRestsByImpulsesToo) {
  World world(scenes::without_clamp());
  scenes::add_floor(world);
  const BodyId box = world.add(box_of("box", {0.5, 0.5, 0.5}, {0, 0, 0.6}));
  world.add(std::make_shared<MethodDetector>(DetectionOptions{.method = Method::kBacktracking}),
            {{"floor", "box"}});
  world.add(std::make_shared<ImpulseResponse>());
  for (int i = 0; i < 120; ++i) {
    world.step();
    ASSERT_GT(world.state(box).pose.translation.z(), 0.5 - 1e-4) << "step " << i;
  }
  EXPECT_NEAR(world.state(box).pose.translation.z(), 0.5, 2e-3);
  EXPECT_LT(world.state(box).velocity.norm(), 0.1);
}

TEST(K1_Controllers, SeveralDetectorsServeOneWorldEachWithPairsOfItsOwn) {
  WorldOptions options = scenes::without_clamp();
  options.material = {.friction = 0.5, .restitution = 0.5};
  World world(options);
  scenes::add_floor(world);
  const BodyId rigid = world.add(box_of("rigid", {0.1, 0.1, 0.1}, {0, 0, 0.3}));
  const BodyId struck = world.add(box_of("struck", {0.1, 0.1, 0.1}, {1, 0, 0.3}));
  const BodyId soft = world.add(box_of("soft", {0.1, 0.1, 0.1}, {2, 0, 0.105}));
  const auto backtracking =
      std::make_shared<MethodDetector>(DetectionOptions{.method = Method::kBacktracking});
  const auto volume = std::make_shared<MethodDetector>(DetectionOptions{.method = Method::kVolume});
  world.add(backtracking, {{"floor", "struck"}});
  world.add(volume, {{"floor", "soft"}});
  world.add(std::make_shared<ImpulseResponse>());
  world.add(std::make_shared<PenaltyResponse>(PenaltyOptions{.stiffness = 2e7, .damping = 3e5}));
  for (int i = 0; i < 120; ++i) world.step();
  EXPECT_NEAR(world.state(rigid).pose.translation.z(), 0.1, 1e-4);
  EXPECT_NEAR(world.state(struck).pose.translation.z(), 0.1, 2e-3);
  // Pressure k V times the area bears the weight: V = m g / (k A), depth V / A.
  const double depth = 8.0 * kG / (2e7 * 0.04) / 0.04;
  EXPECT_NEAR(world.state(soft).pose.translation.z(), 0.1 - depth, 0.1 * depth);
  EXPECT_GT(backtracking->counts().contacts, 0u);
  EXPECT_GT(volume->counts().contacts, 0u);
}

/// A user's detector: a floor at z = 0 for the lowest point of a ball of known radius.
struct GroundDetector : DetectionController {
  int asked = 0;
  std::vector<Detection> detect(const Objects& objects) override {
    ++asked;
    std::vector<Detection> all;
    for (const auto& [ground, ball] : pairs_that_meet(objects)) {
      const Interval span = objects.span();
      const auto height = [&](double t) {
        return pose_at(objects.way(ball), t).translation.z() - 0.1;
      };
      const double from = height(span.lo), to = height(span.hi);
      if (to >= 0.0 || from <= to) continue;
      const double share = std::max(0.0, from) / (from - to);
      const double time = span.lo + share * span.width();
      Contact contact;
      contact.point = pose_at(objects.way(ball), time).translation;
      contact.point.z() = 0.0;
      contact.normal = Vec3::UnitZ();
      all.push_back(detected(ground, ball, time, {contact}, 1e-6));
    }
    return all;
  }
};

/// A user's response: what comes down goes up.
struct Trampoline : ResponseController {
  int blows = 0;
  void respond(Objects& objects, std::span<const Detection> contacts) override {
    for (const Detection& found : contacts) {
      const Vec3 v = objects.state(found.b).velocity;
      ++blows;
      objects.change(found.b, {Vec3(0, 0, -2.0 * v.z()), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()});
    }
  }
};

TEST(K1_Controllers, AUserWritesDetectorAndResponse) {
  World world(scenes::without_clamp());
  world.add(box_of("ground", {5, 5, 0.5}, {0, 0, -0.5}, Role::kStatic));
  const BodyId ball =
      world.add(body_of("ball", Shape::from_sphere({0, 0, 0}, 0.1), Vec3(0, 0, 1.1)));
  const auto detector = std::make_shared<GroundDetector>();
  const auto response = std::make_shared<Trampoline>();
  world.add(detector, {{"ground", "ball"}});
  world.add(response);
  const double energy = world.energy().total();
  for (int i = 0; i < 240; ++i) {
    world.step();
    ASSERT_GT(world.state(ball).pose.translation.z(), 0.1 - 1e-9);
    ASSERT_NEAR(world.energy().total(), energy, 1e-3 * energy);
  }
  EXPECT_EQ(response->blows, 4) << "one and then one each 2 sqrt(2 h / g)";
  EXPECT_GE(detector->asked, 240);
}

struct Push : ResponseController {
  explicit Push(const Vec3& a) : acceleration(a) {}
  void begin(Objects& objects) override {
    const double mass = objects.matter(BodyId(0))->mass;
    objects.change(BodyId(0), {Vec3::Zero(), Vec3::Zero(), mass * acceleration, Vec3::Zero()});
  }
  Vec3 acceleration;
};

TEST(K1_Controllers, SeveralActOnOneBodyInTheSameStep) {
  WorldOptions options;
  options.gravity = Vec3::Zero();
  options.step = 0.1;
  World world(options);
  const BodyId ball = world.add(body_of("ball", Shape::from_sphere({0, 0, 0}, 0.1), Vec3(0, 0, 0)));
  for (const Vec3& a : {Vec3(1, 0, 0), Vec3(0, 2, 0), Vec3(1, 0, 0)}) {
    world.add(std::make_shared<Push>(a));
  }
  for (int i = 0; i < 10; ++i) world.step();
  EXPECT_LT((world.state(ball).velocity - Vec3(2, 2, 0)).norm(), 1e-12);
  EXPECT_LT((world.state(ball).pose.translation - Vec3(1, 1, 0)).norm(), 1e-12);
}
}  // namespace
}  // namespace graze
