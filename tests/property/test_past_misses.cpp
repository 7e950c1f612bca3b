// SPDX-License-Identifier: MIT
// Contacts that were lost once, as small as they could be made, and inputs made to lose one.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/geometry/shapes.h"
#include "property/contact_checks.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze::test {
namespace {
TriangleMesh box_mesh(double x, double y, double z) {
  return make_shape("box", {{"x", x}, {"y", y}, {"z", z}});
}

TriangleMesh one_triangle(const Vec3& p, const Vec3& q, const Vec3& r) {
  return {{p, q, r}, {{0, 1, 2}}};
}

Motion straight(const Vec3& from, const Vec3& to) {
  return Motion::between({Mat3::Identity(), from}, {Mat3::Identity(), to});
}

ContactQuery query_of(TriangleMesh a, TriangleMesh b, Motion motion, double tolerance) {
  ContactQuery query;
  query.a = {std::move(a), Motion::still({})};
  query.b = {std::move(b), std::move(motion)};
  query.tolerance = tolerance;
  return query;
}

void expect_contact_near(const ContactQuery& query, double time, double within) {
  const AskedQuery asked(query);
  for (const AskedQuery& told : {asked, swapped(asked)}) {
    const ContactTruth truth(told.query);
    const std::vector<Instant> instants = truth.samples(200).instants;
    for (const ContactReport& report : {told.certified(), told.bisection(1'000'000)}) {
      EXPECT_EQ(report.outcome, Outcome::kContact) << name(report.method);
      EXPECT_NEAR(report.time.hi, time, within) << name(report.method);
      EXPECT_EQ(what_is_wrong(truth, told.query, report, instants), "") << name(report.method);
    }
  }
}

// The bounds for any angle took the line about which a slerp turns for a fixed one.
TEST(C4_PastMisses, ABodyThatTurnsWhileItsAxisDriftsSidewaysIsNotLost) {
  const Mat3 turned = Eigen::AngleAxisd(2.5, Vec3::UnitZ()).toRotationMatrix();
  const Motion slerp = Motion::between({Mat3::Identity(), {3, 0, 0}}, {turned, {-3, 0, 0}},
                                       {0.0, 1.0}, Interpolation::kSlerp);
  const TriangleMesh ball = make_shape("icosphere", {{"triangles", 320}});
  const AskedQuery asked(query_of(box_mesh(0.1, 0.1, 0.1), ball, slerp, 1e-6));
  const double radius = 0.5 * (ball.bounds().hi.x() - ball.bounds().lo.x());
  for (const ContactReport& report : {asked.certified(), swapped(asked).certified()}) {
    ASSERT_EQ(report.outcome, Outcome::kContact);
    EXPECT_NEAR(6.0 * report.time.hi, 3.0 - 0.05 - radius, 0.05);
  }
}

// A box whose centre is on the line of rotation, or within rounding of it, has no radial direction:
// its extents were taken along a random one, or as 0.
TEST(C4_PastMisses, ABodyThatTurnsAboutItsMiddleKeepsItsReach) {
  constexpr double kAngle = 300.0;
  const TriangleMesh rod = one_triangle({-2, -0.005, 0}, {2, -0.005, 0}, {2, 0.005, 0});
  for (std::size_t trial = 0, count = trials(8000); trial < count; ++trial) {
    std::mt19937_64 random = generator(trial);
    const Pose begin{random_rotation(random), random_vector(random, 3.0)};
    const Vec3 axis = random_rotation(random) * Vec3::UnitZ();
    const Mat3 half_turn = 2.0 * axis * axis.transpose() - Mat3::Identity();
    const Vec3 tip = begin.translation + half_turn * begin.rotation * Vec3(1.9, -0.004, 0);
    ContactQuery query = query_of(box_mesh(0.2, 0.2, 0.2), rod, Motion(), 1e-6);
    query.a.motion = Motion::still({random_rotation(random), tip});
    query.b.motion =
        Motion::screw({.begin = begin, .point = begin.translation, .axis = axis, .angle = kAngle});
    const AskedQuery asked(query);
    for (const ContactReport& report : {asked.certified(), swapped(asked).certified()}) {
      ASSERT_NE(report.outcome, Outcome::kSeparated) << trial;
      ASSERT_LE(kAngle * report.time.lo, 3.1416) << trial;
    }
  }
}

// The direction between closest points was taken for a unit vector, which it is only up to the
// rounding of its length: what a body dips that turns about nearly that direction was lost.
TEST(C4_PastMisses, ABodyThatTurnsCloseAboveAnotherDipsAsFarAsItsAxisIsTilted) {
  for (std::size_t trial = 0, count = trials(20'000); trial < count; ++trial) {
    std::mt19937_64 random = generator(trial);
    const double height =
        std::pow(10.0, std::uniform_real_distribution<double>(-9.0, -5.0)(random));
    const Mat3 frame = random_rotation(random);
    const auto plate = [&](double radius, double z, double turn) {
      Vec3 p[3];
      for (int k = 0; k < 3; ++k) {
        const double angle = turn + 2.0943951 * k;
        p[k] = frame * Vec3(radius * std::cos(angle), radius * std::sin(angle), z);
      }
      return one_triangle(p[0], p[1], p[2]);
    };
    // Half a turn takes some corner down by three heights.
    const ContactQuery query = query_of(
        plate(8.0, 0.0, 0.0), plate(1.0, height, random_vector(random, 3.0).x()),
        Motion::screw({.axis = (frame * Vec3(3.0 * height, 0.0, 1.0)).normalized(), .angle = 6.28}),
        0.1 * height);
    const ContactReport report = AskedQuery(query).certified();
    EXPECT_EQ(report.outcome, Outcome::kContact) << trial;
    const ContactTruth truth(query);
    EXPECT_EQ(what_is_wrong(truth, query, report, truth.samples(40).instants), "")
        << trial << " height " << height;
  }
}

// The pose that a motion in steps jumps to at the end of the span holds for one instant only.
TEST(C4_PastMisses, AContactAtTheLastInstantOfStepsIsFound) {
  const Motion steps = Motion::path({{0.0, {Mat3::Identity(), {5, 0, 0}}},
                                     {0.5, {Mat3::Identity(), {0, 5, 0}}},
                                     {1.0, {Mat3::Identity(), {0.5, 0, 0}}}},
                                    Interpolation::kStep);
  expect_contact_near(query_of(box_mesh(1, 1, 1), box_mesh(1, 1, 1), steps, 1e-6), 1.0, 0.0);
}

TEST(C4_PastMisses, ASpanOfOneInstantIsLookedAt) {
  // Not in line: the surfaces of boxes whose faces are in one plane only touch.
  const AskedQuery asked(
      query_of(box_mesh(1, 1, 1), box_mesh(1, 1, 1), straight({2, 0.1, 0.2}, {0, 0.1, 0.2}), 1e-6));
  EXPECT_EQ(asked.certified({.span = {0.9, 0.9}}).outcome, Outcome::kOverlapAtStart);
  EXPECT_EQ(asked.certified({.span = {0.1, 0.1}}).outcome, Outcome::kSeparated);
}

TEST(C4_Adversarial, AGapOfATrillionthIsSeenOnBothSides) {
  for (const double gap : {1e-12, -1e-12}) {
    const ContactQuery query = query_of(box_mesh(1, 1, 1), box_mesh(1, 1, 1),
                                        straight({-3, 1 + gap, 0}, {3, 1 + gap, 0}), 4e-13);
    const AskedQuery asked(query);
    const Outcome expected = gap > 0.0 ? Outcome::kSeparated : Outcome::kContact;
    EXPECT_EQ(asked.certified().outcome, expected) << gap;
    EXPECT_EQ(swapped(asked).certified().outcome, expected) << gap;
  }
}

TEST(C4_Adversarial, TinyTrianglesFarFromTheOriginMeet) {
  const Vec3 far(1e6, -1e6, 1e6);
  const double s = 0x1p-10;
  ContactQuery query = query_of(one_triangle({0, 0, 0}, {s, 0, 0}, {0, s, 0}),
                                one_triangle({0, 0, 0}, {s, 0, s}, {0, s, s}),
                                straight(far + Vec3(0, 0, 4 * s), far - Vec3(0, 0, 4 * s)), 1e-6);
  query.a.motion = Motion::still({Mat3::Identity(), far});
  expect_contact_near(query, 0.5, 1e-6 / (8 * s) * 1.01);
}

TEST(C4_Adversarial, NearlyParallelFacesMeet) {
  for (const double angle : {0.0, 1e-15, 1e-12, 1e-9, 1e-6}) {
    const Mat3 tilt = Eigen::AngleAxisd(angle, Vec3(1, 2, 0).normalized()).toRotationMatrix();
    const Motion down = Motion::between({tilt, {0.1, 0.2, 3}}, {tilt, {0.1, 0.2, 0}});
    expect_contact_near(query_of(box_mesh(1, 1, 1), box_mesh(1, 1, 1), down, 1e-9),
                        (2.0 - angle) / 3.0, 1e-6 + angle);
  }
}
}  // namespace
}  // namespace graze::test
