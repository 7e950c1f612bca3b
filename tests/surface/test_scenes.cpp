// SPDX-License-Identifier: MIT
// Curved surfaces as shapes of scenes: every question, against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "graze/base/error.h"
#include "graze/io/load_scene.h"
#include "graze/io/scene_digest.h"
#include "graze/io/write_report.h"
#include "graze/io/write_scene.h"
#include "graze/query/clearance.h"
#include "graze/query/contact_intervals.h"
#include "graze/query/first_contact.h"

namespace graze::test {
namespace {

const std::string kTorus =
    R"({"type": "surface", "faces": [{"type": "torus", "name": "ring", "major": 3, "minor": 1}]})";

std::string slide(const std::string& from, const std::string& to) {
  return R"({"type": "slerp", "from": {"position": )" + from + R"(}, "to": {"position": )" + to +
         "}}";
}

Scene scene_of(const std::string& still, const std::string& moving, const std::string& motion,
               const std::string& tolerance = "1e-8") {
  return parse_scene(R"({"units": "mm", "tolerance": )" + tolerance + R"(, "bodies": [
    {"name": "still", "shape": )" +
                         still + R"(}, {"name": "moving", "shape": )" + moving + R"(, "motion": )" +
                         motion + "}]}",
                     "scene", ".");
}

void expect_contact_at(const Scene& scene, double truth, double speed) {
  const ContactReport report = first_contact(scene).report;
  ASSERT_EQ(report.outcome, Outcome::kContact) << explanation(report);
  EXPECT_EQ(report.guarantee, Guarantee::kProved);
  EXPECT_LE(report.time.lo, truth + 1e-14);
  EXPECT_GE(report.time.hi, truth - 1.001 * *scene.tolerance / speed - 1e-13);
}

TEST(C10_Scenes, EveryKindOfShapeMeetsATorusAtItsClosedForm) {
  // Along x towards the outer equator at 4.
  const std::string motion = slide("[6, 0, 0]", "[2, 0, 0]");
  expect_contact_at(scene_of(kTorus, R"({"type": "sphere", "radius": 0.5})", motion),
                    (6.0 - 4.5) / 4.0, 4.0);
  expect_contact_at(scene_of(kTorus, R"({"type": "box", "size": [1, 1, 1]})", motion),
                    (6.0 - 4.5) / 4.0, 4.0);
  expect_contact_at(
      scene_of(kTorus, R"({"type": "capsule", "from": [0, 0, -1], "to": [0, 0, 1], "radius": 0.5})",
               motion),
      (6.0 - 4.5) / 4.0, 4.0);
  expect_contact_at(scene_of(kTorus, kTorus, slide("[12, 0, 0]", "[2, 0, 0]")), 0.4, 10.0);
  expect_contact_at(scene_of(R"({"type": "half_space", "normal": [-1, 0, 0], "offset": -9})",
                             kTorus, slide("[0, 0, 0]", "[10, 0, 0]"), "1e-5"),
                    0.5, 10.0);
}

TEST(C10_Scenes, AReportNamesTheFaceAndItsParameters) {
  const Scene scene =
      scene_of(kTorus, R"({"type": "sphere", "radius": 0.5})", slide("[6, 0, 0]", "[2, 0, 0]"));
  const ContactReport report = first_contact(scene).report;
  double u = 9.0, v = 9.0;
  ASSERT_EQ(
      std::sscanf(report.reason.c_str(), "faces: 'ring' at (%lf, %lf) and a triangle", &u, &v), 2)
      << report.reason;
  EXPECT_NEAR(u, 0.0, 1e-3);
  EXPECT_NEAR(v, 0.0, 1e-3);
  EXPECT_NEAR(report.contacts.at(0).point_a.x(), 4.0, 1e-6);
  EXPECT_NEAR(report.contacts.at(0).point_b.x(), 4.0, 1e-6);
}

TEST(C10_Scenes, ASurfaceThatIsWrittenIsReadAgainBitByBit) {
  const Scene scene =
      parse_scene(R"({"bodies": [{"name": "a", "shape": {"type": "surface", "faces": [
    {"type": "plane", "origin": [0, 0, 0], "x": [1, 0, 0], "y": [0, 1, 0], "flipped": true,
     "trim": [[{"arc": [[0.5, 0.5, 0], [0.4, 0, 0], [0, 0.4, 0]]}]]},
    {"type": "cone", "radius": 2, "slope": -0.5, "position": [1, 2, 3],
     "rotation": {"axis": [1, 1, 0], "angle": 0.3}},
    {"type": "revolution", "profile": {"bezier": [[1, 0, 0], [2, 0, 1], [1, 0, 2]], "weights": [1, 2, 1]}},
    {"type": "extrusion", "curve": {"line": [[0, 0, 0], [1, 0, 0]]}, "direction": [0, 1, 1]},
    {"type": "bezier", "rows": 2, "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 1]]},
    {"type": "formula", "xyz": ["u", "v", "k * u * v"], "constants": {"k": 0.1}, "u": [-1, 1]},
    {"type": "implicit", "f": "x^4 + y^4 + z^4 - r", "constants": {"r": 1}, "box": [[-2, -2, -2], [2, 2, 2]]}
    ]}}]})",
                  "scene", ".");
  const std::string text = format_scene(scene);
  const Scene again = parse_scene(text, "scene", ".");
  EXPECT_EQ(format_scene(again), text);
  EXPECT_EQ(scene_digest(again), scene_digest(scene));
  Scene other = scene;
  other.bodies[0].shape = Shape::from_mesh(scene.bodies[0].shape.mesh());
  EXPECT_NE(scene_digest(other), scene_digest(scene));
}

TEST(C10_Scenes, MistakesAreToldWithTheirPlace) {
  const auto message = [](const std::string& face) -> std::string {
    try {
      scene_of(R"({"type": "surface", "faces": [)" + face + "]}", kTorus,
               slide("[9,0,0]", "[9,0,0]"));
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(message(R"({"type": "torsu"})").find("did you mean 'torus'"), std::string::npos);
  EXPECT_NE(message(R"({"type": "torus", "major": 3})").find("faces[0]"), std::string::npos);
  EXPECT_NE(message(R"({"type": "sphere", "radius": 1, "u": [2, 1]})").find("ascending"),
            std::string::npos);
  EXPECT_NE(message(R"j({"type": "formula", "xyz": ["u", "v", "sin(w)"]})j").find("column 5"),
            std::string::npos);
}

TEST(C10_Scenes, ClosedSurfacesAreSolids) {
  const std::string ball = R"({"type": "surface", "faces": [{"type": "sphere", "radius": 5}]})";
  const Scene inside =
      scene_of(ball, R"({"type": "sphere", "radius": 0.5})", slide("[1, 0, 0]", "[2, 0, 0]"));
  EXPECT_TRUE(solidity_of(inside.bodies[0]).is_solid());
  EXPECT_EQ(first_contact(inside).report.outcome, Outcome::kOverlapAtStart);
  Scene hollow = inside;
  hollow.bodies[0].solid = false;
  EXPECT_EQ(first_contact(hollow).report.outcome, Outcome::kSeparated);
  const Scene hole =
      scene_of(kTorus, R"({"type": "sphere", "radius": 1.5})", slide("[0, 0, 0]", "[0, 0, 4]"));
  EXPECT_EQ(first_contact(hole).report.outcome, Outcome::kSeparated);
}

TEST(C10_Scenes, ClearanceAndIntervalsAreThoseOfTheFaces) {
  // Past the ring at x = 5: gap 0.5 at y = 0.
  const std::string ball = R"({"type": "sphere", "radius": 0.5})";
  const Scene past = scene_of(kTorus, ball, slide("[5, -2, 0]", "[5, 2, 0]"), "1e-5");
  const auto clearances = clearances_per_pair(past);
  ASSERT_EQ(clearances.size(), 1u);
  EXPECT_LE(clearances[0].clearance.distance.lo, 0.5);
  EXPECT_GE(clearances[0].clearance.distance.hi, 0.5 - 1e-14);
  EXPECT_LE(clearances[0].clearance.distance.width(), 1.001e-5);
  // Through the tube from above, at its crest: |z| <= 1.5 touches, or is inside.
  const Scene through = scene_of(kTorus, ball, slide("[3, 0, 4]", "[3, 0, -4]"), "1e-5");
  const auto intervals = contact_intervals_per_pair(through);
  ASSERT_EQ(intervals.size(), 1u);
  ASSERT_EQ(intervals[0].contacts.intervals.size(), 1u);
  EXPECT_NEAR(intervals[0].contacts.intervals[0].entry.hi, 2.5 / 8.0, 1e-5);
  EXPECT_NEAR(intervals[0].contacts.intervals[0].exit.lo, 5.5 / 8.0, 1e-4);
}

TEST(C10_Scenes, ABlockSlidesOverAFloorAndIsStoppedWhereItSinks) {
  const std::string floor = R"({"type": "box", "size": [20, 20, 2]})";
  const std::string block = R"({"type": "surface", "faces": [
    {"type": "plane", "origin": [-1, -1, 1], "x": [0, 2, 0], "y": [2, 0, 0]},
    {"type": "plane", "origin": [-1, -1, 2], "x": [2, 0, 0], "y": [0, 2, 0]},
    {"type": "plane", "origin": [-1, -1, 1], "x": [0, 0, 1], "y": [0, 2, 0]},
    {"type": "plane", "origin": [1, -1, 1], "x": [0, 2, 0], "y": [0, 0, 1]},
    {"type": "plane", "origin": [-1, -1, 1], "x": [2, 0, 0], "y": [0, 0, 1]},
    {"type": "plane", "origin": [-1, 1, 1], "x": [0, 0, 1], "y": [2, 0, 0]}]})";
  const Scene slides = scene_of(floor, block, slide("[0, 0, 0]", "[5, 2, 0]"));
  EXPECT_TRUE(solidity_of(slides.bodies[1]).is_solid());
  const ContactReport free = first_contact(slides).report;
  EXPECT_EQ(free.outcome, Outcome::kSeparated) << explanation(free);
  EXPECT_EQ(free.start, StartState::kTouching);
  EXPECT_EQ(free.guarantee, Guarantee::kProved);
  const ContactReport sinks =
      first_contact(scene_of(floor, block, slide("[0, 0, 0]", "[5, 2, -0.1]"))).report;
  EXPECT_EQ(sinks.outcome, Outcome::kContact);
}

TEST(C10_Scenes, OverlapsDeeperThanTheToleranceAreToldHoweverFlatTheyAre) {
  const std::string ball = R"({"type": "surface", "faces": [{"type": "sphere", "radius": 1}]})";
  // Meshes near the balls are off by some 1e-3.
  for (const double depth : {0.5, 1e-2, 1e-4, 1e-6}) {
    char from[64];
    std::snprintf(from, sizeof from, "[0, %.17g, %.17g]", 0.6 * (2.0 - depth), 0.8 * (2.0 - depth));
    const Scene scene = scene_of(ball, ball, slide(from, "[0, 4, 0]"), "1e-7");
    const ContactReport report = first_contact(scene).report;
    EXPECT_EQ(report.outcome, Outcome::kOverlapAtStart) << depth << explanation(report);
    EXPECT_EQ(report.guarantee, Guarantee::kProved) << depth;
    EXPECT_EQ(clearances_per_pair(scene).at(0).clearance.outcome, Outcome::kOverlapAtStart)
        << depth;
  }
}

TEST(C10_Scenes, BallsThatTouchMayPart) {
  const std::string ball = R"({"type": "surface", "faces": [{"type": "sphere", "radius": 1}]})";
  const ContactReport report =
      first_contact(scene_of(ball, ball, slide("[0, 1.2, 1.6]", "[0, 2.4, 3.2]"), "1e-6")).report;
  EXPECT_EQ(report.outcome, Outcome::kSeparated) << explanation(report);
  EXPECT_EQ(report.start, StartState::kTouching);
  EXPECT_EQ(report.guarantee, Guarantee::kProved) << explanation(report);
}

/// A solid of revolution: a tube, or a shaft with inner = 0.
std::string tube_json(double inner, double outer, double lo, double hi) {
  char text[1024];
  const char* bore =
      R"({"type": "cylinder", "name": "bore", "radius": %.17g, "v": [%.17g, %.17g], "flipped": true},)";
  char hole[256] = "";
  if (inner > 0.0) std::snprintf(hole, sizeof hole, bore, inner, lo, hi);
  std::snprintf(text, sizeof text, R"({"type": "surface", "faces": [%s
    {"type": "cylinder", "name": "side", "radius": %.17g, "v": [%.17g, %.17g]},
    {"type": "revolution", "name": "top", "profile": {"line": [[%.17g, 0, %.17g], [%.17g, 0, %.17g]]}},
    {"type": "revolution", "name": "bottom", "profile": {"line": [[%.17g, 0, %.17g], [%.17g, 0, %.17g]]}}]})",
                hole, outer, lo, hi, outer, hi, inner, hi, inner, lo, outer, lo);
  return text;
}

TEST(C10_Scenes, AShaftLeavesABoreOfItsOwnRadiusAndThatIsProved) {
  const Scene scene = scene_of(tube_json(1, 3, 0, 2), tube_json(0, 1, -1, 3),
                               slide("[0, 0, 0]", "[0, 0, 6]"), "1e-5");
  ASSERT_TRUE(solidity_of(scene.bodies[0]).is_solid());
  ASSERT_TRUE(solidity_of(scene.bodies[1]).is_solid());
  const ContactReport report = first_contact(scene).report;
  EXPECT_EQ(report.outcome, Outcome::kSeparated) << explanation(report);
  EXPECT_EQ(report.start, StartState::kTouching);
  EXPECT_EQ(report.guarantee, Guarantee::kProved) << explanation(report);
}

TEST(C10_Scenes, AShaftThatIsThickerThanItsBoreOverlapsIt) {
  const Scene scene = scene_of(tube_json(1, 3, 0, 2), tube_json(0, 1.0001, -1, 3),
                               slide("[0, 0, 0]", "[0, 0, 6]"), "1e-5");
  EXPECT_EQ(first_contact(scene).report.outcome, Outcome::kOverlapAtStart);
}

TEST(C10_Scenes, SolidsThatAreTheSameOverlap) {
  const Scene scene = scene_of(kTorus, kTorus, slide("[0, 0, 0]", "[0, 0, 6]"), "1e-5");
  EXPECT_EQ(first_contact(scene).report.outcome, Outcome::kOverlapAtStart);
}

}  // namespace
}  // namespace graze::test
