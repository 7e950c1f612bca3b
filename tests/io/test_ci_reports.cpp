// SPDX-License-Identifier: MIT
// What CI systems are given: JUnit's XML and SARIF, and the words in them.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "graze/io/answer_text.h"
#include "graze/io/ci_reports.h"
#include "graze/query/first_contact.h"

namespace graze::test {
namespace {
/// A ball meets the first of two posts, stays away from the second and starts inside a third.
Scene three_posts() {
  Scene scene;
  const Shape ball = Shape::from_sphere(Vec3::Zero(), 0.5);
  add_body(scene, {.name = "ball <1>", .shape = ball});
  for (const double x : {0.2, 3.0}) {
    add_body(scene, {.name = x < 1.0 ? "near" : "met", .shape = ball});
    scene.bodies.back().motion = Motion::still({Mat3::Identity(), {x, 0.0, 0.0}});
  }
  add_body(scene, {.name = "far", .shape = ball});
  scene.bodies.back().motion = Motion::still({Mat3::Identity(), {0.0, 9.0, 0.0}});
  scene.bodies[0].motion = Motion::between(Pose{}, {Mat3::Identity(), {4.0, 0.0, 0.0}});
  scene.may_touch = {{"near", "met"}, {"near", "far"}, {"met", "far"}};
  return scene;
}

CheckResult result_of(const Scene& scene) {
  CheckResult result;
  result.reports = contacts_per_pair(scene);
  result.checked_pairs = result.reports.size();
  result.span = scene.span;
  result.seconds = 0.25;
  return result;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t number = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++number;
  return number;
}

/// A robot whose one joint breaks both of its limits, the speed twice.
RobotScene hasty_robot() {
  RobotScene robot;
  robot.robot.joints.push_back({.name = "turn"});
  robot.robot.joints[0].limits = JointLimits{.lower = -1.0, .upper = 1.0, .velocity = 2.0};
  return robot;
}
}  // namespace

TEST(G3_CiReports, JUnitHasACaseForEachPair) {
  const Scene scene = three_posts();
  const std::string text = junit_document(scene, result_of(scene), {"a&b.json"});
  EXPECT_NE(
      text.find("name=\"graze check a&amp;b.json\" tests=\"3\" failures=\"2\" time=\"0.250\""),
      std::string::npos)
      << text;
  EXPECT_EQ(count(text, "<testcase "), 3u);
  EXPECT_EQ(count(text, "<failure type=\"contact\""), 1u);
  EXPECT_EQ(count(text, "<failure type=\"overlap\""), 1u);
  EXPECT_NE(text.find("ball &lt;1&gt; / met touch at ["), std::string::npos) << text;
  EXPECT_NE(text.find("classname=\"apart\" name=\"ball &lt;1&gt; / far\"/>"), std::string::npos);
}

TEST(G3_CiReports, SarifHasAResultForEachFinding) {
  const Scene scene = three_posts();
  const CheckResult answers = result_of(scene);
  const auto document = nlohmann::json::parse(sarif_document(scene, answers, {"way.csv"}));
  EXPECT_EQ(document.at("version"), "2.1.0");
  const auto& results = document.at("runs")[0].at("results");
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[0].at("ruleId"), "overlap");
  EXPECT_EQ(results[1].at("ruleId"), "contact");
  EXPECT_EQ(results[1].at("level"), "error");
  EXPECT_EQ(results[1].at("properties").at("b"), "met");
  EXPECT_EQ(results[1].at("properties").at("time")[1], answers.reports[1].report.time.hi);
  const auto& place = results[1].at("locations")[0].at("physicalLocation");
  EXPECT_EQ(place.at("artifactLocation").at("uri"), "way.csv");
}

TEST(G3_CiReports, AnUndecidedPairFailsAndIsAWarning) {
  const Scene scene = three_posts();
  CheckResult answers = result_of(scene);
  answers.reports = {answers.reports[2]};
  answers.reports[0].report.outcome = Outcome::kUndecided;
  EXPECT_EQ(count(junit_document(scene, answers, {"s"}), "<failure type=\"undecided\""), 1u);
  const auto document = nlohmann::json::parse(sarif_document(scene, answers, {"s"}));
  EXPECT_EQ(document.at("runs")[0].at("results")[0].at("level"), "warning");
}

TEST(G3_CiReports, BrokenLimitsAreErrorsWhereTheyFail) {
  const RobotScene robot = hasty_robot();
  CheckResult answers;
  answers.robot = &robot;
  for (const double speed : {2.5, 3.0}) answers.breaches.push_back({0, 0, 1.5, speed, true});
  answers.breaches.push_back({0, 1, 2.0, -1.25, false});
  const std::vector<std::string> sentences = limit_sentences(answers);
  ASSERT_EQ(sentences.size(), 2u);
  EXPECT_EQ(sentences[0], "turn: value -1.25 at 2 s, limits -1 to 1");
  EXPECT_EQ(sentences[1], "turn: speed 3 at 1.5 s, limit 2, 2 times");
  const auto level = [&](bool limits_fail) {
    const auto document =
        nlohmann::json::parse(sarif_document(robot.scene, answers, {"s", limits_fail}));
    return document.at("runs")[0].at("results")[0].at("level");
  };
  EXPECT_EQ(level(false), "warning");
  EXPECT_EQ(level(true), "error");
  EXPECT_EQ(count(junit_document(robot.scene, answers, {"s", false}), "<failure"), 0u);
  EXPECT_EQ(count(junit_document(robot.scene, answers, {"s", true}), "<failure"), 2u);
}

TEST(G3_CiReports, NothingCheckedIsAnErrorUnlessItMayBe) {
  const Scene scene = three_posts();
  const CheckResult nothing;
  EXPECT_EQ(count(junit_document(scene, nothing, {"s", false, "no body"}), "<failure"), 1u);
  EXPECT_EQ(count(junit_document(scene, nothing, {"s"}), "<testcase"), 0u);
}

TEST(G3_AnswerText, PrintedBracketsContainTheTrueOnes) {
  for (const double x : {1.0 / 3.0, 2.0 / 3.0, -1.0 / 3.0, 0.0, 1e-7 / 3.0, 12345678.9}) {
    EXPECT_LE(std::stod(text_below(x)), x);
    const std::string text = bracket_text({x, x});
    EXPECT_LE(std::stod(text.substr(1)), x) << text;
    EXPECT_GE(std::stod(text.substr(text.find(", ") + 2)), x) << text;
  }
}

TEST(G3_AnswerText, CountsAndNamesAreFitForPeople) {
  EXPECT_EQ(counted(1, "body"), "1 body");
  EXPECT_EQ(counted(2, "body"), "2 bodies");
  EXPECT_EQ(counted(0, "pair of faces"), "0 pairs of faces");
  EXPECT_EQ(counted(3, "vertex"), "3 vertices");
  EXPECT_EQ(printable("a\n\x1b[1m"), "a\\x0a\\x1b[1m");
}

}  // namespace graze::test
