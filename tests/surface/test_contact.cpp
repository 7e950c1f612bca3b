// SPDX-License-Identifier: MIT
// Closed forms: the answer is not after them, and the bodies are within the tolerance at it.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <numbers>

#include "graze/methods/certified_surfaces.h"

namespace graze::test {
namespace {

SurfaceTree tree_of(SurfacePatch patch, const Interval& u, const Interval& v) {
  return SurfaceTree(Surface({{"face", PatchFace{std::move(patch), u, v, {}}}}));
}

SurfaceTree torus(double major, double minor) {
  return tree_of(torus_patch(Pose(), major, minor), {-std::numbers::pi, std::numbers::pi},
                 {-std::numbers::pi, std::numbers::pi});
}

SurfaceTree sphere(double radius) {
  return tree_of(sphere_patch(Pose(), radius), {-std::numbers::pi, std::numbers::pi},
                 {-std::numbers::pi / 2, std::numbers::pi / 2});
}

Pose at(double x, double y, double z) {
  Pose pose;
  pose.translation = {x, y, z};
  return pose;
}

Motion slide(const Pose& begin, const Vec3& by) {
  Pose end = begin;
  end.translation += by;
  return Motion::between(begin, end);
}

/// The first contact at `truth`, approached with `speed` (length / s) or, where the motion is not
/// straight, a little more: time.hi is in [truth - tolerance / least speed, truth].
struct Known {
  SurfaceBody a, b;
  double truth;
  double least_speed;
};

std::uint64_t expect_contact(const Known& known, double tolerance) {
  CertifiedOptions options;
  options.tolerance = tolerance;
  options.budget.max_tests = 2'000'000;
  const SurfaceContactReport report = first_contact_certified(known.a, known.b, options);
  EXPECT_EQ(report.outcome, Outcome::kContact) << report.reason;
  EXPECT_LE(report.time.hi, known.truth + 1e-14);
  EXPECT_GE(report.time.hi, known.truth - 1.001 * tolerance / known.least_speed - 1e-13);
  const SurfaceContactReport swapped = first_contact_certified(known.b, known.a, options);
  EXPECT_LE(swapped.time.hi, known.truth + 1e-14);
  EXPECT_GE(swapped.time.hi, known.truth - 1.001 * tolerance / known.least_speed - 1e-13);
  return report.stats.box_tests;
}

void expect_at_all_tolerances(const Known& known, const char* name, double finest = 1e-10) {
  const std::uint64_t coarse = expect_contact(known, 1e-3);
  std::uint64_t tests[3] = {};
  int k = 0;
  for (const double tolerance : {1e-5, 1e-8, finest}) tests[k++] = expect_contact(known, tolerance);
  printf("[ tests    ] %s: %d %d %d %d at 1e-3, 1e-5, 1e-8, %g\n", name, int(coarse), int(tests[0]),
         int(tests[1]), int(tests[2]), finest);
  EXPECT_LE(tests[1], 4 * coarse) << name;
}

TEST(C10_Contact, ASphereMeetsATorusAtItsClosedForm) {
  // From outside along x: they touch when the centre is at 3 + 1 + 0.5.
  expect_at_all_tolerances({{torus(3.0, 1.0), Motion()},
                            {sphere(0.5), slide(at(6.0, 0.3, 0.0), {-4.0, 0.0, 0.0})},
                            (6.0 - std::sqrt(4.5 * 4.5 - 0.09)) / 4.0,
                            3.9},
                           "sphere and torus");
}

TEST(C10_Contact, CoaxialToriMeetAtSevenTenths) {
  // Rings of radii 1 and 1.6, tubes 0.5 and 0.5: apart by 0.8 along the axis when they touch, in a
  // whole circle.
  const Known known{{torus(1.0, 0.5), Motion()},
                    {torus(1.6, 0.5), slide(at(0.0, 0.0, 1.5), {0.0, 0.0, -1.0})},
                    0.7,
                    0.79};
  expect_at_all_tolerances(known, "coaxial tori");
}

TEST(C10_Contact, ALineThatTiltsTouchesTheTorusTwiceAtTheVillarceauAngle) {
  // Through the centre, upright at first: it touches the tube where sin(tilt) = minor / major.
  Motion::ScrewParameters turn;
  turn.axis = Vec3::UnitX();
  turn.angle = -1.5;
  turn.begin.rotation = Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitX()).toRotationMatrix();
  const ObbTree line =
      build_obb_tree(TriangleMesh({{0, -1.2, 0}, {0, 1.2, 0}}, {{0, 1, 1}}), {.threads = 1});
  expect_at_all_tolerances({{torus(1.0, 0.4), Motion()},
                            {line, Motion::screw(turn)},
                            (std::numbers::pi / 2 - std::asin(0.4)) / 1.5,
                            1.5 * 0.9},
                           "Villarceau line", 1e-8);
}

TEST(C10_Contact, AParaboloidMeetsAPlaneAtARationalTime) {
  // z = u^2 + v^2 comes down on the plane x + 2 z = 0: least of x + 2 x^2 is -1/8, at x = -1/4.
  const auto bowl = tree_of(formula_patch({"u", "v", "u^2 + v^2"}), {-1, 1}, {-1, 1});
  const auto plane = tree_of(plane_patch({-2, -2, 1}, {4, 0, -2}, {0, 4, 0}), {0, 1}, {0, 1});
  // (x + 2 z) - 1/8 + 2 (1 - 2 t) = 0 with z lifted by 1 - 2 t: t = 15 / 32.
  expect_at_all_tolerances({{plane, Motion()},
                            {bowl, slide(at(0, 0, 1), {0, 0, -2})},
                            15.0 / 32.0,
                            2.0 * 2.0 / std::sqrt(5.0) * 0.999},
                           "paraboloid and plane");
}

TEST(C10_Contact, ASuperquadricMeetsAPlaneAtItsSupport) {
  const auto body = SurfaceTree(
      Surface({{"quartic", implicit_surface("x^4 + y^4 + z^4 - 1",
                                            {Vec3::Constant(-1.1), Vec3::Constant(1.1)})}}));
  const Vec3 d = Vec3(1, 2, 3).normalized();
  double sum = 0.0;
  for (int k = 0; k < 3; ++k) sum += std::pow(d[k], 4.0 / 3.0);
  const double support = std::pow(sum, 0.75);
  const Vec3 x = d.unitOrthogonal(), y = d.cross(x);
  const auto plane =
      tree_of(plane_patch(3.0 * d - 2.0 * x - 2.0 * y, 4.0 * x, 4.0 * y), {0, 1}, {0, 1});
  expect_at_all_tolerances(
      {{plane, Motion()}, {body, slide(at(0, 0, 0), 2.5 * d)}, (3.0 - support) / 2.5, 2.499},
      "superquadric and plane");
}

TEST(C10_Contact, PolesTipsAndCentresAreNoWorseThanOtherPoints) {
  const auto floor = [] {
    return tree_of(plane_patch({-2.1, -1.9, 0}, {4, 0, 0}, {0, 4, 0}), {0, 1}, {0, 1});
  };
  expect_at_all_tolerances(
      {{floor(), Motion()}, {sphere(0.5), slide(at(0.1, 0.2, 1.0), {0.0, 0.0, -1.0})}, 0.5, 0.99},
      "south pole of a sphere and a plane");
  const auto tip =
      tree_of(cone_patch(Pose(), 0.0, 0.8), {-std::numbers::pi, std::numbers::pi}, {0.0, 1.0});
  expect_at_all_tolerances(
      {{floor(), Motion()}, {tip, slide(at(0.1, 0.2, 1.0), {0.0, 0.0, -2.0})}, 0.5, 1.99},
      "tip of a cone and a plane");
  const auto disc = tree_of(RevolutionPatch{Pose(), LineCurve{{0, 0, 0}, {1, 0, 0}}},
                            {-std::numbers::pi, std::numbers::pi}, {0.0, 1.0});
  expect_at_all_tolerances(
      {{disc, Motion()}, {sphere(0.5), slide(at(0.0, 0.0, 1.0), {0.0, 0.0, -1.0})}, 0.5, 0.99},
      "south pole of a sphere and the centre of a disc");
}

TEST(C10_Contact, ATurningSphereMeetsAMeshAtItsClosedForm) {
  // On a wheel of radius 2, from angle 0 towards a wall at x = -1: cos(angle) = (-1 + 0.5) / 2.
  Motion::ScrewParameters turn;
  turn.angle = 3.0;
  turn.begin = at(2.0, 0.0, 0.0);
  const ObbTree wall = build_obb_tree(
      TriangleMesh({{-1, -5, -5}, {-1, 5, -5}, {-1, 5, 5}, {-1, -5, 5}}, {{0, 1, 2}, {0, 2, 3}}));
  const double angle = std::acos(-0.25);
  expect_at_all_tolerances({{wall, Motion()},
                            {sphere(0.5), Motion::screw(turn)},
                            angle / 3.0,
                            3.0 * 2.0 * std::sin(angle) * 0.98},
                           "sphere and mesh");
}

TEST(C10_Contact, ATorusTurnsInABoreWithLittleClearance) {
  // Ring of outer radius 1 in a bore of radius 1.001 turns about the axis, one radian: free.
  SurfaceBody ring{torus(0.8, 0.2), {}};
  Motion::ScrewParameters turn;
  turn.angle = 1.0;
  ring.motion = Motion::screw(turn);
  const SurfaceBody bore{
      tree_of(cylinder_patch(Pose(), 1.001), {-std::numbers::pi, std::numbers::pi}, {-1, 1}),
      Motion()};
  CertifiedOptions options;
  options.tolerance = 1e-5;
  const SurfaceContactReport report = first_contact_certified(ring, bore, options);
  EXPECT_EQ(report.outcome, Outcome::kSeparated) << report.reason;
  printf("[ tests    ] bore: %d\n", int(report.stats.box_tests));
  // A bore that is smaller than the ring touches at the start.
  const SurfaceBody tight{
      tree_of(cylinder_patch(Pose(), 0.999), {-std::numbers::pi, std::numbers::pi}, {-1, 1}),
      Motion()};
  EXPECT_EQ(first_contact_certified(ring, tight, options).outcome, Outcome::kContact);
}

TEST(C10_Contact, ATrimmedPlateTouchesWhereItIsAndNotWhereItIsCut) {
  const TrimCurve rim{ArcCurve{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {0.0, 2 * std::numbers::pi}};
  const TrimCurve hole{ArcCurve{{0, 0, 0}, {0.5, 0, 0}, {0, 0.5, 0}}, {0.0, 2 * std::numbers::pi}};
  const PatchFace washer{plane_patch(Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY()),
                         {-1.1, 1.1},
                         {-1.1, 1.1},
                         TrimLoops({{rim}, {hole}})};
  const SurfaceBody plate{SurfaceTree(Surface({{"washer", washer}})), Motion()};
  CertifiedOptions options;
  options.tolerance = 1e-4;
  const auto drop = [&](double radius, double x) {
    return first_contact_certified(plate, {sphere(radius), slide(at(x, 0, 2), {0, 0, -4})},
                                   options);
  };
  EXPECT_EQ(drop(0.4, 0.0).outcome, Outcome::kSeparated);  // through the hole
  EXPECT_EQ(drop(0.4, 1.5).outcome, Outcome::kSeparated);  // beside the rim
  const SurfaceContactReport flat = drop(0.2, 0.75);       // on the plate
  EXPECT_EQ(flat.outcome, Outcome::kContact);
  EXPECT_NEAR(flat.time.hi, (2.0 - 0.2) / 4.0, 1e-4);
  EXPECT_EQ(flat.place_a.name, "washer");
  EXPECT_NEAR(flat.place_a.uv[0], 0.75, 1e-2);
  const SurfaceContactReport edge = drop(0.6, 0.2);  // on the rim of the hole, at (0.5, 0)
  EXPECT_EQ(edge.outcome, Outcome::kContact);
  EXPECT_NEAR(edge.time.hi, (2.0 - std::sqrt(0.36 - 0.09)) / 4.0, 1e-4);
  EXPECT_NEAR(edge.place_a.uv[0], 0.5, 1e-2);
}

}  // namespace
}  // namespace graze::test

namespace graze::test {
namespace {

TEST(C10_Distance, OfASphereAndATorusIsTheClosedForm) {
  const SurfaceBody ring{torus(2.0, 0.5), Motion()};
  for (const double z : {0.0, 0.7, 2.0}) {
    const SurfaceBody ball{sphere(0.3), Motion::still(at(0.4, 0.0, z))};
    const double truth = std::hypot(1.6, z) - 0.8;
    for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
      const Clearance found = distance_at(ring, ball, 0.0, tolerance);
      EXPECT_LE(found.distance.lo, truth + 1e-14);
      EXPECT_GE(found.distance.hi, truth - 1e-14);
      EXPECT_LE(found.distance.hi - found.distance.lo, tolerance);
    }
  }
}

TEST(C10_Distance, OfAPointThatIsGrownIsTheClosedForm) {
  // A mesh of one point: its box has no size, and must be opened all the same.
  const SurfaceBody ring{torus(2.0, 0.5), Motion()};
  const SurfaceBody point{build_obb_tree(TriangleMesh({{3.5, 1.0, 0.0}}, {{0, 0, 0}})), Motion(),
                          0.3};
  Budget budget;
  budget.max_tests = 100'000;
  const double truth = std::hypot(3.5, 1.0) - 2.5 - 0.3;
  const Clearance found = distance_at(ring, point, 0.0, 1e-7, budget);
  EXPECT_EQ(found.outcome, Outcome::kSeparated);
  EXPECT_LE(found.distance.lo, truth + 1e-14);
  EXPECT_GE(found.distance.hi, truth - 1e-14);
  EXPECT_LE(found.distance.width(), 1e-7);
}

TEST(C10_Clearance, OfABallThatPassesATorusIsTheClosedForm) {
  // Past the tube at (2.5, y): nearest when y is 0, in the middle of a slide.
  const SurfaceBody ring{torus(2.0, 0.5), Motion()};
  const SurfaceBody ball{sphere(0.3), slide(at(3.0, -1.0, 0.1), {0.0, 2.5, 0.0})};
  const double truth = std::hypot(1.0, 0.1) - 0.8;
  ClearanceOptions options;
  options.tolerance = 1e-5;
  const Clearance found = clearance_certified(ring, ball, options);
  EXPECT_EQ(found.outcome, Outcome::kSeparated);
  EXPECT_LE(found.distance.lo, truth);
  EXPECT_GE(found.distance.hi, truth - 1e-14);
  EXPECT_LE(found.distance.hi - found.distance.lo, 1.001e-5);
  EXPECT_NEAR(found.time, 0.4, 1e-2);
}

}  // namespace
}  // namespace graze::test
