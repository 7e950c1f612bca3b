// SPDX-License-Identifier: MIT
// Gears and threads by their formulas, against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "graze/methods/certified_surfaces.h"

namespace graze::test {
namespace {

SurfaceTree formula_tree(const std::array<std::string, 3>& xyz,
                         const std::map<std::string, double>& constants, const Interval& u,
                         const Interval& v) {
  return SurfaceTree(Surface({{"flank", PatchFace{formula_patch(xyz, constants), u, v, {}}}}));
}

/// Two involute flanks of base radii 2 and 3, centres 6 apart. They meet on the line of action,
/// whose angle has cosine 5/6: seen from both base circles a flank is as far along it as the string
/// that is unwound, so that the gap shrinks by 3 for each radian that the second gear turns.
struct Gears {
  static constexpr double kBase1 = 2.0, kBase2 = 3.0, kCentres = 6.0, kUnwound1 = 0.6;
  double backlash;
  double pressure = std::acos((kBase1 + kBase2) / kCentres);

  SurfaceBody first() const {
    return {formula_tree(
                {"b * (cos(u + s) + u * sin(u + s))", "b * (sin(u + s) - u * cos(u + s))", "v"},
                {{"b", kBase1}, {"s", pressure - kUnwound1}}, {0.2, 1.1}, {0.0, 1.0}),
            Motion()};
  }
  SurfaceBody second(double turn) const {
    const double unwound = (kCentres * std::sin(pressure) - kBase1 * kUnwound1 - backlash) / kBase2;
    Motion::ScrewParameters parameters;
    parameters.begin.translation = parameters.point = {kCentres, 0.0, 0.0};
    parameters.angle = -turn;
    return {formula_tree(
                {"0 - b * (cos(u + s) + u * sin(u + s))", "b * (u * cos(u + s) - sin(u + s))", "v"},
                {{"b", kBase2}, {"s", pressure - unwound}}, {0.2, 1.1}, {0.25, 0.75}),
            Motion::screw(parameters)};
  }
};

TEST(C10_Machines, InvoluteGearsMeetAfterTheirBacklash) {
  const Gears gears{.backlash = 0.05};
  std::uint64_t tests[3] = {};
  int k = 0;
  for (const double tolerance : {1e-3, 1e-5, 1e-8}) {
    CertifiedOptions options;
    options.tolerance = tolerance;
    options.budget.max_tests = 2'000'000;
    const auto report = first_contact_certified(gears.first(), gears.second(0.1), options);
    const double truth = gears.backlash / (Gears::kBase2 * 0.1);
    ASSERT_EQ(report.outcome, Outcome::kContact) << report.reason;
    EXPECT_LE(report.time.hi, truth + 1e-13);
    EXPECT_GE(report.time.hi, truth - 1.001 * tolerance / (Gears::kBase2 * 0.1) - 1e-12);
    tests[k++] = report.stats.box_tests;
  }
  std::printf("[ tests    ] involute gears: %d %d %d at 1e-3, 1e-5, 1e-8\n", int(tests[0]),
              int(tests[1]), int(tests[2]));
  EXPECT_LE(tests[2], 4 * tests[0]);
}

TEST(C10_Machines, InvoluteGearsAreFreeWithinTheirBacklash) {
  const Gears gears{.backlash = 0.05};
  CertifiedOptions options;
  options.tolerance = 1e-6;
  const auto report = first_contact_certified(
      gears.first(), gears.second(0.999 * gears.backlash / Gears::kBase2), options);
  EXPECT_EQ(report.outcome, Outcome::kSeparated) << report.reason;
}

/// The flank of a thread of pitch 2 pi / 5 and its mate in the nut, `play` above it.
SurfaceTree thread(double play) {
  return formula_tree({"u * cos(v)", "u * sin(v)", "p * v + k * u + c"},
                      {{"p", 0.2}, {"k", 0.5}, {"c", play}}, {1.0, 1.3}, {0.0, 9.5});
}

Motion turned_by(double angle, double slide) {
  Motion::ScrewParameters parameters;
  parameters.angle = angle;
  parameters.slide = slide;
  return Motion::screw(parameters);
}

TEST(C10_Machines, AScrewTurnsFreelyInItsNutWithPlay) {
  CertifiedOptions options;
  options.tolerance = 1e-4;
  options.budget.max_tests = 2'000'000;
  const auto report = first_contact_certified({thread(0.01), Motion()},
                                              {thread(0.0), turned_by(2.0, 0.4)}, options);
  EXPECT_EQ(report.outcome, Outcome::kSeparated) << report.reason;
  std::printf("[ tests    ] thread in nut, play 0.01: %d\n", int(report.stats.box_tests));
}

TEST(C10_Machines, AScrewOfTheWrongPitchMeetsItsNutAfterItsPlay) {
  // Beyond the pitch it slides by 0.04 during the turn: the play of 0.01 is used up at 1/4.
  for (const double tolerance : {1e-3, 1e-4}) {
    CertifiedOptions options;
    options.tolerance = tolerance;
    options.budget.max_tests = 4'000'000;
    const auto report = first_contact_certified({thread(0.01), Motion()},
                                                {thread(0.0), turned_by(2.0, 0.44)}, options);
    ASSERT_EQ(report.outcome, Outcome::kContact) << report.reason;
    EXPECT_LE(report.time.hi, 0.25 + 1e-12);
    // The normal leans: |n_z| = u / |(u, p, k u)| is 0.86 at least.
    EXPECT_GE(report.time.hi, 0.25 - 1.001 * tolerance / (0.85 * 0.04));
    std::printf("[ tests    ] thread of another pitch: %d at %g\n", int(report.stats.box_tests),
                tolerance);
  }
}

}  // namespace
}  // namespace graze::test
