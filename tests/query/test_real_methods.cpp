// SPDX-License-Identifier: MIT
// The questions with the methods that Graze has: known contacts, agreement, chains, threads.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "graze/geometry/shapes.h"
#include "graze/query/choose_method.h"
#include "graze/query/prepared_scene.h"
#include "graze/scene/joint.h"
#include "query/lines.h"
#include "support/trials.h"

namespace graze {
namespace {
constexpr double kPi = std::numbers::pi;
// At its upper end a bracket is within tolerance, which may be before the true contact: the time it
// takes to close the tolerance of 1e-6, for closing speeds down to 1e-3 a second.
constexpr double kSlack = 1e-3;

Motion still_at(const Vec3& place) { return Motion::still({Mat3::Identity(), place}); }

/// Two cubes of side 1; one falls from 3 to 0 above the other.
Scene falling_cube() {
  Scene scene;
  add_body(scene, {.name = "ground", .shape = Shape::from_box(Vec3::Constant(0.5))});
  add_body(scene, {.name = "cube",
                   .shape = Shape::from_box({0.4, 0.4, 0.5}),
                   .motion = line({0, 0, 3}, {0, 0, 0})});
  return scene;
}

/// `volume` answers for an instant only, `analytic` for plain boxes in rational motion, `linear`
/// for bodies that deform; they have tests of their own.
std::vector<MethodRow> methods_over_spans() {
  std::vector<MethodRow> rows(method_table().begin(), method_table().end());
  std::erase_if(rows, [](const MethodRow& row) {
    return row.method == Method::kVolume || row.method == Method::kAnalytic ||
           row.method == Method::kLinear;
  });
  return rows;
}

TEST(G1_RealMethods, EveryMethodOfTheTableBracketsAFallingCube) {
  for (const MethodRow& row : methods_over_spans()) {
    const PairReport answer =
        first_contact(falling_cube(), {.tolerance = 1e-6, .method = row.method});
    SCOPED_TRACE(name(row.method));
    ASSERT_EQ(answer.report.outcome, Outcome::kContact);
    EXPECT_LE(answer.report.time.lo, 2.0 / 3.0);
    EXPECT_LE(std::fabs(answer.report.time.hi - 2.0 / 3.0), 1e-6);
    EXPECT_LE(answer.report.guarantee, row.guarantee) << "a hand-over may promise more";
    ASSERT_FALSE(answer.report.contacts.empty());
    EXPECT_NEAR(answer.report.contacts[0].point.z(), 0.5, 2e-6);
    EXPECT_NEAR(answer.report.contacts[0].normal.z(), 1.0, 1e-6) << "from the ground to the cube";
  }
}

TEST(G1_RealMethods, AnInstantIsASpanToo) {
  for (const MethodRow& row : methods_over_spans()) {
    SCOPED_TRACE(name(row.method));
    ContactOptions options{.tolerance = 1e-6, .method = row.method};
    options.span = Interval(0.5, 0.5);
    EXPECT_EQ(first_contact(falling_cube(), options).report.outcome, Outcome::kSeparated);
    options.span = Interval(0.9, 0.9);
    EXPECT_EQ(first_contact(falling_cube(), options).report.outcome, Outcome::kOverlapAtStart);
  }
}

TEST(C9_RealMethods, PaddingAndSeparationMeetEarlier) {
  Scene scene = falling_cube();
  for (const MethodRow& row : methods_over_spans()) {
    SCOPED_TRACE(name(row.method));
    const ContactOptions options{.tolerance = 1e-6, .min_separation = 0.3, .method = row.method};
    const double apart = first_contact(scene, options).report.time.hi;
    EXPECT_NEAR(apart, 1.7 / 3.0, 1e-6);
  }
  scene.bodies[0].padding = 0.2;
  scene.bodies[1].padding = 0.1;
  EXPECT_NEAR(first_contact(scene, {.tolerance = 1e-6}).report.time.hi, 1.7 / 3.0, 1e-6);
}

TEST(C4_RealMethods, SpinningBarIsNotMissedBetweenFreeEndPoses) {
  Scene scene;
  add_body(scene, {.name = "bar",
                   .shape = Shape::from_box({1.0, 0.05, 0.05}),
                   .motion = Motion::screw({.angle = kPi})});
  add_body(scene, {.name = "post",
                   .shape = Shape::from_box({0.05, 0.05, 1.0}),
                   .motion = still_at({0, 0.8, 0})});
  const ContactReport answer = first_contact(scene).report;
  ASSERT_EQ(answer.outcome, Outcome::kContact);
  // The bar's upper edge, 0.05 from its middle line, meets the post's edge (0.05, 0.75).
  const double reach = std::hypot(0.05, 0.75);
  const double angle = std::atan2(0.75, 0.05) - std::asin(0.05 / reach);
  EXPECT_NEAR(answer.time.hi, angle / kPi, 1e-5);
  EXPECT_LE(answer.time.lo, angle / kPi);
  EXPECT_EQ(first_contact(scene, {.span = Interval{0.0, 0.4}}).report.outcome, Outcome::kSeparated);
}

TEST(G1_RealMethods, OverlapAtStartIsSaidNotTimed) {
  Scene scene = falling_cube();
  scene.bodies[1].motion = line({0, 0, 0.9}, {0, 0, 5});
  for (const MethodRow& row : methods_over_spans()) {
    const ContactReport answer = first_contact(scene, {.method = row.method}).report;
    EXPECT_EQ(answer.outcome, Outcome::kOverlapAtStart) << name(row.method);
    EXPECT_EQ(answer.time, Interval(0.0, 0.0));
  }
}

/// Gears that fly about in a small room; some hang on others.
Scene random_real_scene(std::mt19937_64& random) {
  std::uniform_real_distribution<double> place(-1.5, 1.5), turn(-3.0, 3.0);
  const Shape gear = Shape::from_mesh(make_shape("gear", {{"teeth", 5}, {"triangles", 160}}));
  const auto vec = [&] { return Vec3(place(random), place(random), place(random)); };
  Scene scene;
  for (std::size_t i = 0; i < 6; ++i) {
    Body body{.name = std::to_string(i), .shape = gear};
    body.motion = Motion::screw({.begin = {Mat3::Identity(), vec()},
                                 .point = vec(),
                                 .axis = vec(),
                                 .angle = turn(random),
                                 .slide = 1.0});
    if (i > 0 && random() % 2 == 0) body.parent = BodyId(random() % i);
    add_body(scene, std::move(body));
  }
  return scene;
}

bool touches(const ContactReport& report) {
  return report.outcome == Outcome::kContact || report.outcome == Outcome::kOverlapAtStart;
}

TEST(G1_RealMethods, CertifiedAndBisectionAgreeOnRandomScenesWithChains) {
  const std::size_t count = test::trials(200, 6);
  std::size_t contacts = 0, free = 0;
  for (std::size_t trial = 0; trial < count; ++trial) {
    auto random = test::generator(trial);
    const PreparedScene scene(random_real_scene(random));
    ContactOptions options{.tolerance = 1e-6};
    std::vector<std::vector<PairReport>> answers;
    for (const MethodRow& row : methods_over_spans()) {
      options.method = row.method;
      answers.push_back(contacts_per_pair(scene, options));
    }
    for (std::size_t m = 1; m < answers.size(); ++m) {
      for (std::size_t i = 0; i < answers[0].size(); ++i) {
        const ContactReport& p = answers[0][i].report;
        const ContactReport& q = answers[m][i].report;
        ASSERT_EQ(p.outcome, q.outcome) << "trial " << trial << ", pair " << i;
        if (p.outcome == Outcome::kContact) {
          ASSERT_LE(p.time.lo, q.time.hi + kSlack) << "trial " << trial << ", pair " << i;
          ASSERT_LE(q.time.lo, p.time.hi + kSlack) << "trial " << trial << ", pair " << i;
        }
        ++(touches(p) ? contacts : free);
      }
    }
  }
  EXPECT_GT(contacts, 5u);
  EXPECT_GT(free, 5u);
}

TEST(C8_RealMethods, ContactPointsOfChainsLieOnBothBodiesInTheWorld) {
  const std::size_t count = test::trials(400, 20);
  for (std::size_t trial = 0; trial < count; ++trial) {
    auto random = test::generator(trial);
    const Scene scene = random_real_scene(random);
    const PairReport answer = first_contact(scene, {.tolerance = 1e-5});
    if (answer.report.outcome != Outcome::kContact) continue;
    const Contact& contact = answer.report.contacts.at(0);
    for (const auto& [body, p_world] :
         {std::pair(answer.a, contact.point_a), std::pair(answer.b, contact.point_b)}) {
      const Pose world_from_body = pose_at(world_motion(scene, body), answer.report.time.hi);
      const Vec3 p = inverse(world_from_body) * p_world;
      Aabb bounds = scene.bodies[body.index()].shape.mesh().bounds();
      bounds.lo.array() -= 1e-9;
      bounds.hi.array() += 1e-9;
      EXPECT_TRUE(bounds.contains(p)) << "trial " << trial;
    }
    EXPECT_LE(contact.distance, 1e-5);
    EXPECT_NEAR(contact.distance, (contact.point_a - contact.point_b).norm(), 1e-9);
  }
}

TEST(G1_RealMethods, AnswersAreEqualBitsForAnyNumberOfThreads) {
  for (std::uint64_t trial = 0; trial < 4; ++trial) {
    auto random = test::generator(trial);
    const PreparedScene scene(random_real_scene(random));
    const auto one = contacts_per_pair(scene, {.threads = 1});
    const auto three = contacts_per_pair(scene, {.threads = 3});
    ASSERT_EQ(one.size(), three.size());
    for (std::size_t i = 0; i < one.size(); ++i) {
      EXPECT_EQ(one[i].report.outcome, three[i].report.outcome);
      EXPECT_EQ(one[i].report.time, three[i].report.time);
      EXPECT_EQ(one[i].report.stats.box_tests, three[i].report.stats.box_tests);
    }
    const PairReport first_one = first_contact(scene, {.threads = 1});
    const PairReport first_three = first_contact(scene, {.threads = 3});
    EXPECT_EQ(first_one.a, first_three.a);
    EXPECT_EQ(first_one.report.time, first_three.report.time);
  }
}

TEST(G1_RealMethods, FirstContactIsNoLaterThanAnyPair) {
  const std::size_t count = test::trials(400, 20);
  for (std::size_t trial = 0; trial < count; ++trial) {
    auto random = test::generator(trial);
    const PreparedScene scene(random_real_scene(random));
    const ContactReport earliest = first_contact(scene).report;
    bool any = false;
    for (const PairReport& pair : contacts_per_pair(scene)) {
      any = any || touches(pair.report);
      if (!touches(pair.report)) continue;
      EXPECT_LE(earliest.time.lo, pair.report.time.hi + kSlack) << "trial " << trial;
    }
    EXPECT_EQ(touches(earliest), any) << "trial " << trial;
  }
}

}  // namespace
}  // namespace graze
