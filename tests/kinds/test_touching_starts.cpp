// SPDX-License-Identifier: MIT
// Bodies in touch at the start: what they do next decides, and every method says the same.
#include <gtest/gtest.h>

#include "graze/query/prepared_scene.h"
#include "graze/scene/scene.h"
#include "kinds/kinds.h"

namespace graze::test {
namespace {
constexpr double kTouchTolerance = 1e-3;

/// On the plane z = 0, to which `lift` adds.
struct Way {
  const char* name;
  std::vector<Vec3> lifts;  // at 0, 1, …
  Outcome expected;
  Interval landing = {};
};

std::vector<Way> ways() {
  return {{"rests", {{0, 0, 0}, {0, 0, 0}}, Outcome::kSeparated},
          {"slides", {{0, 0, 0}, {3, 0, 0}}, Outcome::kSeparated},
          {"lifts off", {{0, 0, 0}, {1, 0, 2}}, Outcome::kSeparated},
          {"lifts off and lands",
           {{0, 0, 0}, {3, 0, 1}, {5, 0, -0.00045}},
           Outcome::kContact,
           {1.998, 2.0}},
          {"presses", {{0, 0, 0}, {0, 0, -1}}, Outcome::kContact, {0.0, 0.001}}};
}

Motion motion_of(const Way& way, double height) {
  std::vector<TimedPose> poses;
  for (const Vec3& lift : way.lifts) {
    poses.push_back({double(poses.size()), {Mat3::Identity(), lift + Vec3(0, 0, height)}});
  }
  return Motion::path(poses, Interpolation::kSlerp);
}

struct Stand {
  const char* name;
  Shape below, above;
  double height;  // of what stands
};

std::vector<Stand> stands() {
  const Shape floor = Shape::from_half_space({0, 0, 1}, 0.0);
  const Vec3 half(0.0, 0.0, 0.5);
  return {{"box on box", Shape::from_box({10, 10, 0.5}), Shape::from_box({0.5, 0.5, 0.5}), 1.0},
          {"box on floor", floor, Shape::from_box({0.5, 0.5, 0.5}), 0.5},
          {"ball on floor", floor, Shape::from_sphere(Vec3::Zero(), 0.5), 0.5},
          {"cylinder on floor", floor, Shape::from_cylinder(-half, half, 0.5), 0.5}};
}

Scene scene_of(const Stand& stand, const Way& way) {
  Scene scene;
  scene.tolerance = kTouchTolerance;
  scene.span = {0.0, double(way.lifts.size() - 1)};
  add_body(scene, {.name = "below", .shape = stand.below});
  add_body(scene, {.name = "small", .shape = stand.above, .motion = motion_of(way, stand.height)});
  return scene;
}

/// A curved ball of radius 0.1 beside one of radius 0.5, `gap` apart, and where it goes; one of
/// them or both hollow.
Scene balls(bool is_large_hollow, bool is_small_hollow, double gap, const Vec3& way) {
  Scene scene;
  scene.tolerance = 1e-4;  // far below what their triangles are off by
  add_body(scene, {.name = "large", .shape = curved_ball(0.5)});
  const Pose from{Mat3::Identity(), {0.6 + gap, 0.0, 0.0}};
  const Pose to{Mat3::Identity(), from.translation + way};
  add_body(scene, {.name = "above",
                   .shape = curved_ball(0.1),
                   .motion = way.isZero() ? Motion::still(from) : Motion::between(from, to)});
  if (is_large_hollow) scene.bodies[0].solid = false;
  if (is_small_hollow) scene.bodies[1].solid = false;
  return scene;
}
}  // namespace

TEST(G1_TouchingStarts, EveryMethodJudgesThemByOneRule) {
  for (const Stand& stand : stands()) {
    for (const Way& way : ways()) {
      for (const Method method :
           {Method::kCertified, Method::kBisection, Method::kOctree, Method::kBacktracking}) {
        SCOPED_TRACE(std::string(stand.name) + " " + way.name + ": " + std::string(name(method)));
        ContactOptions options{.method = method};
        options.far_pairs = true;
        const ContactReport report = first_contact(scene_of(stand, way), options).report;
        EXPECT_EQ(report.outcome, way.expected) << explanation(report);
        EXPECT_EQ(report.start, StartState::kTouching);
        if (report.outcome != Outcome::kContact) continue;
        EXPECT_GE(report.time.hi, way.landing.lo);
        EXPECT_LE(report.time.lo, way.landing.hi);
      }
    }
  }
}

TEST(G1_TouchingStarts, AnOverlapIsDeeperThanTheTolerance) {
  for (const Stand& stand : stands()) {
    for (const Method method :
         {Method::kCertified, Method::kBisection, Method::kOctree, Method::kBacktracking}) {
      SCOPED_TRACE(std::string(stand.name) + ": " + std::string(name(method)));
      const Way deep{"deep", {{0, 0, -0.1}, {0, 0, 1}}, Outcome::kOverlapAtStart};
      const Scene scene = scene_of(stand, deep);
      EXPECT_EQ(first_contact(scene, {.method = method}).report.outcome, deep.expected);
    }
  }
}

// A joint carries a ball round another one, a capsule or a box's edge: the direction of the touch
// turns with what is carried.
TEST(G1_TouchingStarts, WhatIsCarriedRoundARoundBodyStaysInTouch) {
  struct Case {
    double joint;  // on the way from the middle of what stands to the ball
    Outcome expected;
  };
  const Case cases[] = {{0.0, Outcome::kSeparated},   // on a circle about the middle
                        {-0.5, Outcome::kSeparated},  // lifts off
                        {0.5, Outcome::kContact}};    // presses
  const Vec3 up(0.0, 0.0, 3.0);
  const Shape standing[] = {Shape::from_sphere(Vec3::Zero(), 1.0),
                            Shape::from_capsule(-up, up, 1.0)};
  for (const Shape& shape : standing) {
    for (const Case& one : cases) {
      for (const bool is_first : {true, false}) {
        for (const Method method : {Method::kCertified, Method::kBisection, Method::kOctree}) {
          SCOPED_TRACE(testing::Message() << "joint at " << one.joint << ", the ball is "
                                          << (is_first ? "first: " : "second: ") << name(method));
          Motion::ScrewParameters turn;
          turn.begin.translation = {2.0, 0.0, 0.0};
          turn.point = {one.joint, 0.0, 0.0};
          turn.axis = {0.0, 0.0, 1.0};
          turn.angle = 1.5;
          const Body still{.name = "still", .shape = shape};
          const Body ball{.name = "ball",
                          .shape = Shape::from_sphere(Vec3::Zero(), 1.0),
                          .motion = Motion::screw(turn, {0.0, 1.0})};
          Scene scene;
          scene.tolerance = kTouchTolerance;
          add_body(scene, is_first ? ball : still);
          add_body(scene, is_first ? still : ball);
          const ContactReport report = first_contact(scene, {.method = method}).report;
          EXPECT_EQ(name(report.outcome), name(one.expected)) << explanation(report);
          EXPECT_EQ(report.start, StartState::kTouching);
        }
      }
    }
  }
}

// Most methods see triangles of curved faces, grown by how far they may be off, which overlap here.
TEST(G1_TouchingStarts, CurvedBodiesInTouchOverlapForNoMethod) {
  struct Case {
    double gap;
    Vec3 way;
    Outcome solid, one_hollow, hollow;  // hollow bodies in touch have no side to move freely to
    StartState start;
  };
  constexpr Outcome kApart = Outcome::kSeparated, kMeet = Outcome::kContact;
  constexpr Outcome kDeep = Outcome::kOverlapAtStart;
  const double touch = -3e-5, deeper = -8e-5, near = 5e-4;
  const Vec3 stays = Vec3::Zero(), leaves(0.25, 0.0, 0.0);
  const Case cases[] = {{touch, stays, kApart, kApart, kApart, StartState::kTouching},
                        {touch, leaves, kApart, kMeet, kMeet, StartState::kTouching},
                        {deeper, stays, kApart, kApart, kApart, StartState::kTouching},
                        {deeper, leaves, kApart, kMeet, kMeet, StartState::kTouching},
                        {near, stays, kApart, kApart, kApart, StartState::kApart},
                        {near, leaves, kApart, kApart, kApart, StartState::kApart},
                        {-0.05, stays, kDeep, kDeep, kMeet, StartState::kTouching}};
  for (const Case& one : cases) {
    for (int hollow = 0; hollow < 4; ++hollow) {
      for (const Method method : {Method::kCertified, Method::kBisection}) {
        SCOPED_TRACE(testing::Message() << "gap " << one.gap << ", by " << one.way.x()
                                        << ", hollow " << hollow << ": " << name(method));
        ContactOptions options{.method = method};
        options.far_pairs = true;
        const Scene scene = balls(hollow & 1, hollow & 2, one.gap, one.way);
        const Outcome expected = hollow == 0   ? one.solid
                                 : hollow == 3 ? one.hollow
                                               : one.one_hollow;
        const ContactReport report = first_contact(scene, options).report;
        EXPECT_EQ(name(report.outcome), name(expected)) << explanation(report);
        if (report.outcome != Outcome::kOverlapAtStart) {
          EXPECT_EQ(report.start, one.start);
        }
      }
    }
  }
}

}  // namespace graze::test
