// SPDX-License-Identifier: MIT
// The whole document of a check: contacts with tube, curve, frames and warnings, there and back.
#include <gtest/gtest.h>

#include <limits>

#include "graze/io/read_report.h"
#include "graze/io/write_check.h"
#include "graze/io/write_curve.h"
#include "io/refusal.h"

namespace graze::test {
namespace {
constexpr double kThird = 1.0 / 3.0;

Scene two_links() {
  Scene scene;
  for (const char* name : {"base", "hand", "wall"}) scene.bodies.push_back({.name = name});
  return scene;
}

PairReport pair_report(std::size_t a, std::size_t b, Outcome outcome, Interval time) {
  PairReport pair{BodyId(a), BodyId(b), {}};
  pair.report.outcome = outcome;
  pair.report.time = time;
  return pair;
}

PairClearance near(double lo, double hi, double time) {
  PairClearance pair{BodyId(0), BodyId(2), {}};
  pair.clearance.distance = {lo, hi};
  pair.clearance.time = time;
  return pair;
}

TubeReport two_doubts() {
  TubeReport tube;
  tube.pairs = {{pair_report(0, 1, Outcome::kSeparated, {0.0, 1.0}), 0.0},
                {pair_report(0, 2, Outcome::kContact, {0.7, 0.8}), kThird},
                {pair_report(1, 2, Outcome::kContact, {0.5, 0.9}), 0.25}};
  tube.largest_scale = 0.1;
  tube.limiting = {BodyId(1), BodyId(2)};
  return tube;
}

ClearanceCurve short_curve() {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  ClearanceCurve curve;
  curve.samples = {{0.0, near(kThird, 0.5, 0.0)}, {kThird, near(0.0, kInfinite, 0.0)}};
  curve.samples[1].nearest.clearance.outcome = Outcome::kUndecided;
  curve.cells = {{{0.0, kThird}, near(0.1, 0.2, 0.05), kInfinite}};
  curve.smallest = near(0.1, 0.2, 0.05);
  return curve;
}

CheckResult full_result() {
  CheckResult result;
  result.reports = {pair_report(0, 1, Outcome::kSeparated, {0.0, 1.0}),
                    pair_report(1, 2, Outcome::kContact, {0.7, kThird + 0.5})};
  result.checked_pairs = 3;
  result.span = {0.0, 1.0};
  result.seconds = 0.125;
  result.warnings = {"'hand' is almost inside"};
  result.tube = two_doubts();
  result.curve = short_curve();
  return result;
}
}  // namespace

TEST(G3_CheckDocument, TubeCurveFramesAndWarningsSurvive) {
  const CheckResult result = full_result();
  const std::string text = check_document(two_links(), result, {"arm.json", 24.0});
  const ContactDocument read = parse_report(text);
  EXPECT_EQ(read.bodies, (std::vector<std::string>{"base", "hand", "wall"}));
  EXPECT_EQ(read.header.scene, "arm.json");
  EXPECT_EQ(read.header.checked_pairs, 3u);
  EXPECT_EQ(read.header.warnings, result.warnings);
  EXPECT_EQ(read.fps, 24.0);
  ASSERT_TRUE(read.tube.has_value());
  EXPECT_FALSE(read.tube->is_free);
  EXPECT_EQ(read.tube->largest_scale, 0.1);
  EXPECT_EQ(read.tube->limiting, result.tube->limiting);
  ASSERT_EQ(read.tube->pairs.size(), 3u);
  EXPECT_EQ(read.tube->pairs[0].free_until, 1.0);
  EXPECT_EQ(read.tube->pairs[1].reach, kThird);
  EXPECT_EQ(read.tube->pairs[1].outcome, Outcome::kContact);
  EXPECT_EQ(read.tube->pairs[1].free_until, 0.7);
  EXPECT_EQ(read.tube->pairs[2].b, BodyId(2));
  ASSERT_TRUE(read.curve.has_value());
  EXPECT_EQ(read.curve->curve.samples.size(), 2u);
  EXPECT_NE(text.find("\"frame\": "), std::string::npos);
}

TEST(G3_CheckDocument, NothingIsWrittenThatWasNotAsked) {
  CheckResult result = full_result();
  result.tube.reset();
  result.curve.reset();
  const ContactDocument read = parse_report(check_document(two_links(), result, {"arm.json"}));
  EXPECT_FALSE(read.fps || read.tube || read.curve);
  EXPECT_EQ(check_document(two_links(), result, {"arm.json"}),
            report_document(two_links(), {"arm.json", "m", result.span, 0.125, 3, result.warnings},
                            result.reports));
}

TEST(G3_CheckDocument, BrokenOnesAreRefused) {
  const std::string text = check_document(two_links(), full_result(), {"arm.json", 24.0});
  expect_needs(text, [](const std::string& t) { return parse_report(t); },
               {"format", "reports", "free", "limiting", "reach", "free_until", "samples", "cells",
                "highest", "nearest", "smallest"});
}

TEST(G3_CheckDocument, CurvesSurvive) {
  const ClearanceCurve curve = short_curve();
  Scene scene = two_links();
  const std::string text =
      curve_document(scene, {"arm.json", "m", {0.0, kThird}, 0.0, {}, {}}, curve);
  const CurveDocument read = parse_curve(text);
  ASSERT_EQ(read.curve.samples.size(), 2u);
  EXPECT_EQ(read.curve.samples[1].time, kThird);
  EXPECT_EQ(read.curve.samples[1].nearest.clearance.outcome, Outcome::kUndecided);
  EXPECT_FALSE(read.curve.samples[1].nearest.clearance.is_bounded());
  ASSERT_EQ(read.curve.cells.size(), 1u);
  EXPECT_EQ(read.curve.cells[0].span, curve.cells[0].span);
  EXPECT_EQ(read.curve.cells[0].highest, curve.cells[0].highest);
  EXPECT_EQ(read.curve.smallest.clearance.distance, curve.smallest.clearance.distance);
  scene.bodies = {{.name = read.bodies.at(0)}, {.name = read.bodies.at(1)}};
  EXPECT_EQ(curve_document(scene, read.header, read.curve), text);
}

TEST(G6_Tube, TheFirstDoubtIsThePairThatMayTouchFirst) {
  TubeReport tube = two_doubts();
  ASSERT_NE(tube.first_doubt(), nullptr);
  EXPECT_EQ(tube.first_doubt()->report.a, BodyId(1));
  EXPECT_FALSE(tube.is_free());
  tube.pairs[0].report.report.start = StartState::kTouching;  // from time 0 on
  EXPECT_EQ(tube.first_doubt(), &tube.pairs[0]);
  tube.pairs.resize(1);
  tube.pairs[0].report.report.start = StartState::kApart;
  EXPECT_EQ(tube.first_doubt(), nullptr);
  EXPECT_TRUE(tube.is_free());
}

}  // namespace graze::test
