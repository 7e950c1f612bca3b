// SPDX-License-Identifier: MIT
// Solids that touch at the start: a shaft in a hole of its own radius, on a seat.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <numbers>

#include "graze/methods/certified_surfaces.h"
#include "support/ccd_queries.h"
#include "support/trials.h"

namespace graze::test {
namespace {

struct Profile {
  const char* name;
  double rho_0, z_0, rho_1, z_1;  ///< outside is to the right of the way
};

/// Faces about one line, each in one piece or in two halves.
Surface turned(const Pose& frame, const std::vector<Profile>& profiles, int halves) {
  std::vector<SurfaceFace> faces;
  for (const Profile& p : profiles) {
    const RevolutionPatch patch{frame, LineCurve{{p.rho_0, 0, p.z_0}, {p.rho_1, 0, p.z_1}}};
    for (int k = 0; k < halves; ++k) {
      const double from = -std::numbers::pi + 2.0 * std::numbers::pi * k / halves;
      faces.push_back(
          {p.name, PatchFace{patch, {from, from + 2.0 * std::numbers::pi / halves}, {0, 1}, {}}});
    }
  }
  return Surface(std::move(faces));
}

Surface shaft(const Pose& frame, double radius, int halves = 1) {
  return turned(frame,
                {{"tip", 0, -4, radius, -4},
                 {"shaft", radius, -4, radius, 0},
                 {"under", radius, 0, 2, 0},
                 {"side", 2, 0, 2, 1},
                 {"top", 2, 1, 0, 1}},
                halves);
}

Surface bush(const Pose& frame, int halves = 1) {
  return turned(
      frame,
      {{"hole", 1, 0, 1, -3}, {"foot", 1, -3, 5, -3}, {"wall", 5, -3, 5, 0}, {"seat", 5, 0, 1, 0}},
      halves);
}

Motion slide(const Vec3& by) {
  Pose end;
  end.translation = by;
  return Motion::between(Pose(), end);
}

SurfaceContactReport ask(const Surface& still, const Surface& moving, const Motion& motion,
                         double tolerance = 1e-6) {
  CertifiedOptions options;
  options.tolerance = tolerance;
  options.budget.max_tests = 200'000;
  const SurfaceContactReport report = first_contact_certified(
      {SurfaceTree(still), Motion(), 0.0, true}, {SurfaceTree(moving), motion, 0.0, true}, options);
  printf("[ tests    ] %d, %s from %s\n", int(report.stats.box_tests),
         std::string(name(report.outcome)).c_str(), std::string(name(report.start)).c_str());
  return report;
}

Motion screw_about_z(double angle, double by) {
  Motion::ScrewParameters turn;
  turn.angle = angle;
  turn.slide = by;
  return Motion::screw(turn);
}

TEST(C10_StartTouch, BodiesThatStandOnEachOtherTouchAndHaveNoContact) {
  Pose above;
  above.translation = {0, 0, 3};
  // Their holes have a circle in common, from which neither could move aside.
  for (const int halves : {1, 2}) {
    for (const Motion& motion : {Motion(), Motion::still(above)}) {
      const bool stands_on = motion.is_still() && pose_at(motion, 0.0).translation.z() > 0.0;
      const Surface upper = stands_on ? bush(Pose(), halves) : bush(above, halves);
      const SurfaceContactReport report = ask(bush(Pose(), halves), upper, motion);
      EXPECT_EQ(report.outcome, Outcome::kSeparated);
      EXPECT_EQ(report.start, StartState::kTouching);
      EXPECT_EQ(report.guarantee, Guarantee::kProved);
      EXPECT_EQ(report.time.hi, 1.0);
    }
  }
}

TEST(C10_StartTouch, AShaftSlidesAndTurnsInAHoleOfItsOwnRadiusAndLeavesIt) {
  for (const int halves : {1, 2}) {
    const Surface hole = bush(Pose(), halves), pin = shaft(Pose(), 1.0, halves);
    for (const Motion& motion :
         {slide({0, 0, 9}), slide({0, 0, 0.5}), screw_about_z(2.0, 0.5), screw_about_z(1.0, 0.0)}) {
      for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
        const SurfaceContactReport report = ask(hole, pin, motion, tolerance);
        EXPECT_EQ(report.outcome, Outcome::kSeparated) << explanation(report);
        EXPECT_EQ(report.start, StartState::kTouching);
      }
    }
  }
}

TEST(C10_StartTouch, WhatPressesIsStoppedAtTheStart) {
  EXPECT_EQ(ask(bush(Pose()), shaft(Pose(), 1.0), slide({0, 0, -1})).time.hi, 0.0);
  // Against the hole, with the head above its seat.
  Pose begin;
  begin.translation = {0, 0, 0.5};
  for (const Vec3& by : {Vec3(1, 0, 5), Vec3(0.1, 0, 0), Vec3(0, -0.5, 0)}) {
    Pose end = begin;
    end.translation += by;
    const SurfaceContactReport report =
        ask(bush(Pose()), shaft(Pose(), 1.0), Motion::between(begin, end));
    EXPECT_EQ(report.outcome, Outcome::kContact) << by.transpose();
    EXPECT_EQ(report.start, StartState::kTouching);
    EXPECT_EQ(report.time.hi, 0.0);
  }
}

TEST(C10_StartTouch, NothingIsExcusedOfSurfacesWithoutAnInside) {
  CertifiedOptions options;
  const SurfaceContactReport report =
      first_contact_certified({SurfaceTree(bush(Pose())), Motion()},
                              {SurfaceTree(shaft(Pose(), 1.0)), slide({0, 0, 9})}, options);
  EXPECT_EQ(report.outcome, Outcome::kContact);
  EXPECT_EQ(report.time.hi, 0.0);
}

TEST(C10_StartTouch, WhatLeavesAndComesBackLandsAgain) {
  Pose up, down;
  up.translation = {0, 0, 1};
  down.translation = {0, 0, -1};
  const Motion motion = Motion::path({{0.0, Pose()}, {0.5, up}, {1.0, down}});
  const SurfaceContactReport report = ask(bush(Pose()), shaft(Pose(), 0.9), motion);
  ASSERT_EQ(report.outcome, Outcome::kContact) << explanation(report);
  EXPECT_NEAR(report.time.hi, 0.75, 1e-5);
}

TEST(C10_StartTouch, AThinnerShaftMovesUntilItMeetsTheHole) {
  // 0.1 of room to the side; the head is above its seat.
  Pose begin, end;
  begin.translation = {0, 0, 0.5};
  end.translation = {1, 0, 0.5};
  const SurfaceContactReport aside =
      ask(bush(Pose()), shaft(Pose(), 0.9), Motion::between(begin, end), 1e-4);
  ASSERT_EQ(aside.outcome, Outcome::kContact) << explanation(aside);
  EXPECT_EQ(aside.start, StartState::kApart);
  EXPECT_LE(aside.time.hi, 0.1 + 1e-12);
  EXPECT_GE(aside.time.hi, 0.1 - 1.001e-4);
}

TEST(C10_StartTouch, ABlockSlidesOverATableAndIsStoppedByAWall) {
  // Two faces of planes, and a wall ahead.
  const auto plane = [](const char* name, const Vec3& o, const Vec3& x, const Vec3& y) {
    return SurfaceFace{name, PatchFace{plane_patch(o, x, y), {0, 1}, {0, 1}, {}}};
  };
  const Surface table({plane("top", {-5, -5, 0}, {10, 0, 0}, {0, 10, 0}),
                       plane("wall", {4, -5, 0}, {0, 0, 3}, {0, 10, 0})});
  const Surface block({plane("bottom", {-1, -1, 0}, {0, 2, 0}, {2, 0, 0}),
                       plane("front", {1, -1, 0}, {0, 2, 0}, {0, 0, 2})});
  const SurfaceContactReport free = ask(table, block, slide({-3, 1, 0}));
  EXPECT_EQ(free.outcome, Outcome::kSeparated) << explanation(free);
  EXPECT_EQ(free.start, StartState::kTouching);
  const SurfaceContactReport hit = ask(table, block, slide({6, 1, 0}));
  ASSERT_EQ(hit.outcome, Outcome::kContact) << explanation(hit);
  EXPECT_LE(hit.time.hi, 0.5 + 1e-12);
  EXPECT_GE(hit.time.hi, 0.5 - 1e-6);
  EXPECT_EQ(ask(table, block, slide({1, 0, -0.1})).time.hi, 0.0);
}

/// A cylinder as CAD files write it: four rational quarters; `dent` moves a point of one.
Surface spline_cylinder(double radius, double z_0, double z_1, bool flipped, double dent = 0.0) {
  std::vector<SurfaceFace> faces;
  for (int k = 0; k < 4; ++k) {
    const Mat3 turn = Eigen::AngleAxisd(k * std::numbers::pi / 2, Vec3::UnitZ()).toRotationMatrix();
    const double root = std::sqrt(0.5);  // the weights of CAD files are rounded, each for itself
    BezierPatch patch{2, 3, {}, {1, root, 1, 1, std::nextafter(root, 1.0), 1}};
    for (const double z : {z_0, z_1}) {
      for (const Vec3& p : {Vec3(1, 0, 0), Vec3(1, 1, 0), Vec3(0, 1, 0)})
        patch.points.push_back(turn * Vec3(radius * p.x(), radius * p.y(), z));
    }
    if (k == 0) patch.points[1].x() += dent;
    faces.push_back({"quarter", PatchFace{patch, {0, 1}, {0, 1}, {}}, flipped});
  }
  return Surface(std::move(faces));
}

TEST(C10_StartTouch, ASplineThatIsACylinderIsSearchedAsOne) {
  const Surface hole = spline_cylinder(1.0, -3, 0, true), pin = spline_cylinder(1.0, -4, 0, false);
  for (const Motion& motion : {slide({0, 0, 9}), slide({0, 0, -1}), screw_about_z(1.0, 2.0)}) {
    const SurfaceContactReport report = ask(hole, pin, motion, 1e-8);
    EXPECT_EQ(report.outcome, Outcome::kSeparated) << explanation(report);
    EXPECT_EQ(report.start, StartState::kTouching);
    EXPECT_LT(report.stats.box_tests, 3000u);
  }
  // Bulges of 1e-4 are no cylinder: outwards it presses against the hole when it turns.
  const SurfaceContactReport dented =
      ask(hole, spline_cylinder(1.0, -4, 0, false, 1e-4), screw_about_z(1.0, 0.0), 1e-6);
  EXPECT_NE(dented.outcome, Outcome::kSeparated);
}

/// A disc across the z axis whose edge is four splines.
SurfaceFace spline_disc(double radius, double z, bool looks_up) {
  std::vector<TrimCurve> edge;
  for (int k = 0; k < 4; ++k) {
    const Mat3 turn = Eigen::AngleAxisd(k * std::numbers::pi / 2, Vec3::UnitZ()).toRotationMatrix();
    edge.push_back({BezierCurve{{turn * Vec3(radius, 0, 0), turn * Vec3(radius, radius, 0),
                                 turn * Vec3(0, radius, 0)},
                                {1.0, std::sqrt(0.5), 1.0}},
                    {0.0, 1.0}});
  }
  const Interval range(-1.1 * radius, 1.1 * radius);
  return {"disc",
          PatchFace{plane_patch({0, 0, z}, Vec3::UnitX(), Vec3::UnitY()), range, range,
                    TrimLoops({edge})},
          !looks_up};
}

TEST(C10_StartTouch, ADiscWithAnEdgeOfSplinesIsADisc) {
  const Surface side = spline_cylinder(1.0, -4, -1, false);
  std::vector<SurfaceFace> faces(side.faces().begin(), side.faces().end());
  faces.push_back(spline_disc(1.0, -4, false));
  faces.push_back(spline_disc(1.0, -1, true));
  const Surface pin(std::move(faces));
  for (const Motion& motion : {slide({0, 0, 9}), slide({0, 0, -1}), screw_about_z(1.0, 2.0)}) {
    const SurfaceContactReport report = ask(bush(Pose()), pin, motion, 1e-8);
    EXPECT_EQ(report.outcome, Outcome::kSeparated) << explanation(report);
    EXPECT_EQ(report.start, StartState::kTouching);
    EXPECT_LT(report.stats.box_tests, 10'000u);
  }
}

TEST(C10_StartTouch, ALidThatStartsAboveItsSeatMeetsItAtItsClosedForm) {
  // A whole ring of touch, in any frame, at any tolerance.
  auto random = generator(1);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  for (int k = 0; k < 4; ++k) {
    Pose frame;
    const Vec3 axis = Vec3(number(random), number(random), number(random)).normalized();
    frame.rotation = Eigen::AngleAxisd(number(random), axis).toRotationMatrix();
    frame.translation = {number(random), number(random), number(random)};
    const Vec3 along = frame.rotation.col(2);
    Pose begin, end;
    begin.translation = 3.0 * along;
    end.translation = -1.0 * along;
    for (const double tolerance : {1e-3, 1e-6, 1e-10}) {
      const SurfaceContactReport report =
          ask(bush(frame), shaft(frame, 0.9), Motion::between(begin, end), tolerance);
      ASSERT_EQ(report.outcome, Outcome::kContact) << explanation(report);
      EXPECT_EQ(report.start, StartState::kApart);
      EXPECT_LE(report.time.hi, 0.75 + 1e-13);
      EXPECT_GE(report.time.hi, 0.75 - 1.001 * tolerance / 4.0 - 1e-13);
    }
  }
}

TEST(C10_StartTouch, GrownBodiesOverlapWhereTheyAreNearerThanTheyAreGrownByMoreThanTheTolerance) {
  constexpr double kTolerance = 1e-6;
  const Surface ball(
      {{"ball",
        PatchFace{
            sphere_patch(Pose(), 1.0), {-std::numbers::pi, std::numbers::pi}, {-1.5, 1.5}, {}}}});
  const SurfaceBody grown{SurfaceTree(ball), Motion(), 0.1};
  const ObbTree centre = build_obb_tree(TriangleMesh({Vec3::Zero()}, {{0, 0, 0}}));
  for (const bool is_point : {false, true}) {  // the other one: a curved ball, or a grown point
    SurfaceBody other{SurfaceTree(ball), Motion(), 0.05};
    if (is_point) other = {centre, Motion(), 1.05};
    CertifiedOptions options;
    options.tolerance = kTolerance;
    options.min_separation = 0.02;
    for (const double depth : {-1.5, -0.5, 0.5, 0.9, 1.3, 3.0, 1e5, 1e6}) {
      Pose away;
      away.translation = (2.17 - depth * kTolerance) * Vec3(0.8, 0.0, 0.6);
      other.motion = Motion::still(away);
      for (const auto& report : {first_contact_certified(grown, other, options),
                                 first_contact_certified(other, grown, options)}) {
        // Apart by less than the tolerance: either start is right.
        const bool is_apart = depth < -1.0 || (depth < 0.0 && report.start == StartState::kApart);
        EXPECT_EQ(report.outcome, depth < 1.0 ? Outcome::kSeparated : Outcome::kOverlapAtStart)
            << depth << explanation(report);
        EXPECT_EQ(report.start, is_apart      ? StartState::kApart
                                : depth < 1.0 ? StartState::kTouching
                                              : StartState::kOverlapping);
      }
    }
  }
}

/// Hollow bodies at rest in a random frame; `offset` is where b stands, in the frame of a.
SurfaceContactReport ask_hollow(const Surface& a, const Surface& b, const Vec3& offset,
                                const Pose& frame, double tolerance) {
  Pose there = frame;
  there.translation += frame.rotation * offset;
  CertifiedOptions options;
  options.tolerance = tolerance;
  return first_contact_certified(SurfaceBody{SurfaceTree(a), Motion::still(frame)},
                                 SurfaceBody{SurfaceTree(b), Motion::still(there)}, options);
}

Surface hollow_ball(double radius) {
  return Surface({{"ball", PatchFace{sphere_patch(Pose(), radius),
                                     {-std::numbers::pi, std::numbers::pi},
                                     {-std::numbers::pi / 2, std::numbers::pi / 2},
                                     {}}}});
}

/// Six by six, in the plane of u and v.
Surface sheet(const Vec3& u, const Vec3& v) {
  return Surface({{"sheet", PatchFace{plane_patch({0, 0, 0}, u, v), {-3, 3}, {-3, 3}, {}}}});
}

TEST(C10_StartTouch, HollowBodiesAtRestTouchUnlessTheyCross) {
  auto random = generator(2);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  const Surface ball = hollow_ball(1.0), small = hollow_ball(0.5);
  const Surface flat = sheet(Vec3::UnitX(), Vec3::UnitY());
  const Surface steep = sheet(Vec3::UnitX(), Vec3::UnitZ());
  for (int k = 0; k < 20; ++k) {
    Pose frame;
    frame.rotation =
        Eigen::AngleAxisd(3.0 * number(random), random_direction(random)).toRotationMatrix();
    frame.translation = {number(random), number(random), number(random)};
    const Vec3 n = random_direction(random);
    const double tolerance = std::pow(10.0, -6.0 + 3.0 * number(random));
    const double depth = 0.9 * tolerance * number(random);
    const Vec3 above(number(random), number(random), 0.0);
    struct Row {
      const char* name;
      const Surface &a, &b;
      Vec3 offset;
      bool crosses;
    };
    const Row rows[] = {
        {"balls side by side", ball, ball, (2.0 - depth) * n, false},
        {"a ball in a ball", ball, small, (0.5 + depth) * n, false},
        {"a ball on a sheet", flat, ball, above + Vec3(0, 0, 1.0 - depth), false},
        {"sheets on each other", flat, flat, above, false},
        {"balls in each other", ball, ball, (1.0 + 0.9 * number(random)) * n, true},
        {"a ball in a sheet", flat, ball, above + Vec3(0, 0, 0.9 * number(random)), true},
        {"sheets across each other", flat, steep, above, true},
        {"a tip through a sheet", flat, ball, above + Vec3(0, 0, 1.0 - 30.0 * tolerance), true}};
    for (const Row& row : rows) {
      SCOPED_TRACE(std::string(row.name) + ", trial " + std::to_string(k));
      const SurfaceContactReport report = ask_hollow(row.a, row.b, row.offset, frame, tolerance);
      EXPECT_EQ(report.outcome, row.crosses ? Outcome::kContact : Outcome::kSeparated)
          << explanation(report);
      if (depth >= 0.0 || row.crosses) {
        EXPECT_EQ(report.start, StartState::kTouching);
      }
    }
  }
}

}  // namespace
}  // namespace graze::test
