// SPDX-License-Identifier: MIT
// Long trajectories, asked stretch by stretch, against the method asked about all of them at once.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/methods/certified.h"
#include "graze/query/prepared_scene.h"
#include "graze/scene/joint.h"
#include "support/ccd_queries.h"
#include "support/trials.h"

namespace graze {
namespace {
using test::uniform;

/// An arm of two rods that wanders through 400 values of its joints, and a block that it may meet.
Scene random_arm(std::mt19937_64& random) {
  Scene scene;
  add_body(scene,
           {.name = "block",
            .shape = Shape::from_box(Vec3::Constant(0.2)),
            .motion = Motion::still({Mat3::Identity(), {uniform(random, 1.3, 2.4), 0, 0.3}})});
  std::optional<BodyId> parent;
  for (const char* name : {"upper", "lower"}) {
    std::vector<TimedValue> values;
    double value = uniform(random, 1.0, 2.0);
    for (int k = 0; k < 400; ++k) {
      values.push_back({0.1 * k, value});
      value += uniform(random, -0.12, 0.12);
    }
    const JointFrame frame{{Mat3::Identity(), parent ? Vec3(1.0, 0, 0.3) : Vec3::Zero()},
                           Vec3::UnitZ()};
    Body body{.name = name, .shape = Shape::from_box(Vec3(0.45, 0.05, 0.05)), .parent = parent};
    body.motion = Motion::placed(Pose{}, revolute_motion(frame, values),
                                 {Mat3::Identity(), Vec3(0.55, 0, 0)});
    parent = add_body(scene, std::move(body));
  }
  scene.span = {0.0, 39.9};
  return scene;
}

ContactReport asked_at_once(const Scene& scene, BodyId a, BodyId b) {
  const auto [motion_a, motion_b] = pair_motions(scene, a, b);
  return first_contact_certified({scene.bodies[a.index()].shape.wide_tree(), motion_a},
                                 {scene.bodies[b.index()].shape.wide_tree(), motion_b},
                                 {.span = scene.span, .tolerance = 1e-6});
}

TEST(C8_Stretches, GiveTheAnswerOfTheWhole) {
  std::size_t contacts = 0;
  const std::size_t count = test::trials(400, 10);
  for (std::size_t trial = 0; trial < count; ++trial) {
    std::mt19937_64 random = test::generator(trial);
    const Scene scene = random_arm(random);
    const auto reports = contacts_per_pair(scene, {.tolerance = 1e-6});
    const PairReport first = first_contact(scene, {.tolerance = 1e-6});
    double earliest = kInfinity;
    for (const PairReport& pair : reports) {
      const ContactReport whole = asked_at_once(scene, pair.a, pair.b);
      ASSERT_EQ(pair.report.outcome, whole.outcome) << trial;
      EXPECT_NEAR(pair.report.time.hi, whole.time.hi, 1e-4) << trial;
      EXPECT_EQ(pair.report.start, whole.start) << trial;
      EXPECT_TRUE(whole.outcome != Outcome::kSeparated || pair.report.time == scene.span);
      if (whole.outcome == Outcome::kContact) earliest = std::min(earliest, pair.report.time.hi);
    }
    contacts += earliest < kInfinity;
    EXPECT_EQ(first.report.outcome, earliest < kInfinity ? Outcome::kContact : Outcome::kSeparated)
        << trial;
    EXPECT_NEAR(first.report.time.hi, std::min(earliest, scene.span.hi), 1e-4) << trial;
  }
  EXPECT_GT(contacts, count / 10);
  EXPECT_LT(contacts, count);
}

TEST(C8_Stretches, ProgressNeverFallsAndEndsAtOne) {
  std::mt19937_64 random = test::generator(1);
  double last = 0.0;
  ContactOptions options;
  options.threads = 1;
  options.progress = [&](double done) {
    EXPECT_GE(done, last);
    last = done;
  };
  contacts_per_pair(random_arm(random), options);
  EXPECT_EQ(last, 1.0);
}

}  // namespace
}  // namespace graze
