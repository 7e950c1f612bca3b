// SPDX-License-Identifier: MIT
// Bodies that one motion carries cost no more than bodies that stand still, proofs included.   [C8]
#include <gtest/gtest.h>

#include <cmath>

#include "certify/two_bodies.h"
#include "graze/query/clearance.h"
#include "graze/query/prove_scene.h"

namespace graze {
namespace {

/// Two cubes, face to face, on one screw of a full turn.
Scene turning_together(double gap) {
  Scene scene;
  scene.tolerance = std::min(1e-4, 0.1 * gap);
  Motion::ScrewParameters screw;
  screw.angle = 6.283185307179586;
  screw.slide = 5.0;
  add_body(scene,
           {.name = "a", .shape = Shape::from_box(Vec3::Ones()), .motion = Motion::screw(screw)});
  screw.begin.translation = {2.0 + gap, 0.25, 0.0};
  add_body(scene,
           {.name = "b", .shape = Shape::from_box(Vec3::Ones()), .motion = Motion::screw(screw)});
  return scene;
}

TEST(C8_Carried, WorkDoesNotGrowAsTheGapShrinks) {
  for (const double gap : {1e-1, 1e-3, 1e-5, 1e-8}) {
    const Scene scene = turning_together(gap);
    const auto reports = contacts_per_pair(scene);
    ASSERT_EQ(reports.size(), 1u);
    EXPECT_EQ(reports[0].report.outcome, Outcome::kSeparated) << gap;
    const Stats& stats = reports[0].report.stats;
    EXPECT_LT(stats.box_tests + stats.triangle_tests + stats.iterations, 2'000u) << gap;
    const ProofScene proofs(scene);
    prove_reports(proofs, reports, {}, [&](const ProvedReport& proved) {
      ASSERT_TRUE(proved.proof) << gap;
      EXPECT_LT(proved.proof->steps.bytes.size(), 400u);
      EXPECT_TRUE(CertificateCheck(proofs).check(*proved.proof).accepted);
    });
    EXPECT_TRUE(clearances_per_pair(scene)[0].clearance.distance.contains(gap * (1 - 1e-6)) ||
                clearances_per_pair(scene)[0].clearance.distance.contains(gap));
  }
}

// The same turn, through poses that were computed for each body: equal up to rounding.
TEST(C8_Carried, WorkGrowsSlowlyForBodiesThatGoNearlyTogether) {
  for (const double gap : {1e-3, 1e-5}) {
    Scene scene = turning_together(gap);
    for (Body& body : scene.bodies) {
      std::vector<TimedPose> poses;
      for (int k = 0; k <= 8; ++k) poses.push_back({k / 8.0, pose_at(body.motion, k / 8.0)});
      body.motion = Motion::path(poses);
    }
    const auto reports = contacts_per_pair(scene);
    EXPECT_EQ(reports.at(0).report.outcome, Outcome::kSeparated) << gap;
    const Stats& stats = reports[0].report.stats;
    EXPECT_LT(double(stats.box_tests + stats.triangle_tests + stats.iterations),
              2'000.0 / std::sqrt(gap))
        << gap;
    const ProofScene proofs(scene);
    prove_reports(proofs, reports, {}, [&](const ProvedReport& proved) {
      ASSERT_TRUE(proved.proof) << gap;
      EXPECT_TRUE(CertificateCheck(proofs).check(*proved.proof).accepted);
    });
  }
}

TEST(C8_Carried, ContactsAreToldInTheWorld) {
  Scene scene = turning_together(1.0);
  // b rides on the screw and comes nearer to a: they meet halfway through the turn.
  scene.bodies[1].motion = Motion::composed(
      scene.bodies[0].motion,
      Motion::between({Mat3::Identity(), {4.0, 0.25, 0.0}}, {Mat3::Identity(), {0.0, 0.25, 0.0}}));
  const auto report = contacts_per_pair(scene).at(0).report;
  ASSERT_EQ(report.outcome, Outcome::kContact);
  EXPECT_NEAR(report.time.hi, 0.5, 1e-3);
  // Half a turn brings a's face x = 1 to x = -1, half the slide lifts it by 2.5.
  EXPECT_NEAR(report.contacts.at(0).point.x(), -1.0, 1e-2);
  EXPECT_NEAR(report.contacts.at(0).normal.x(), -1.0, 1e-2);
  EXPECT_LE(std::fabs(report.contacts.at(0).point.z() - 2.5), 1.01);
}
}  // namespace
}  // namespace graze
