// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "graze/base/error.h"
#include "graze/io/load_scene.h"
#include "graze/io/write_report.h"

namespace graze {
namespace {
Scene arm() {
  return parse_scene(R"({"bodies": [
    {"name": "base"},
    {"name": "arm", "parent": "base", "joint": {"type": "revolute", "axis": [0, 0, 1],
       "origin": {"position": [1, 0, 0]}}},
    {"name": "rod", "parent": "arm", "joint": {"type": "prismatic", "axis": [1, 0, 0]}}]})");
}

TEST(C8_SceneChange, JointsAndMotionsAreReplacedOverTheSpan) {
  const Scene scene = arm();
  const SceneChange change = parse_scene_change(
      R"({"span": [2, 4], "joints": {"arm": [0, 1], "rod": [3, 5]},
          "motions": {"base": {"type": "slerp", "to": {"position": [2, 0, 0]}}}})",
      "line", scene);
  EXPECT_EQ(change.span, Interval(2.0, 4.0));
  ASSERT_EQ(change.motions.size(), 3u);
  const auto pose_of = [&](std::size_t i) { return pose_at(change.motions[i].motion, 3.0); };
  EXPECT_EQ(change.motions[0].body, BodyId(0));
  EXPECT_LT((pose_of(0).translation - Vec3(1, 0, 0)).norm(), 1e-12);
  EXPECT_EQ(change.motions[1].body, BodyId(1));
  const Mat3 turned = Eigen::AngleAxisd(0.5, Vec3::UnitZ()).toRotationMatrix();
  EXPECT_LT((pose_of(1).rotation - turned).norm(), 1e-12);
  EXPECT_LT((pose_of(1).translation - Vec3(1, 0, 0)).norm(), 1e-12);
  EXPECT_EQ(change.motions[2].body, BodyId(2));
  EXPECT_LT((pose_of(2).translation - Vec3(4, 0, 0)).norm(), 1e-12);
}

TEST(C8_SceneChange, WrongLinesAreRefusedWithTheirPlace) {
  const Scene scene = arm();
  struct Case {
    const char* text;
    const char* place;
  };
  const Case cases[] = {{"", "m:7"},
                        {"[]", "m:7"},
                        {"{\"joint\": {}}", "m:7: joint"},
                        {"{\"joints\": {\"arms\": [0, 1]}}", "m:7: joints"},
                        {"{\"joints\": {\"arm\": [0]}}", "m:7: joints.arm"},
                        {"{\"joints\": {\"base\": [0, 1]}}", "m:7: joints.base"},
                        {"{\"motions\": {\"arm\": {\"type\": \"scew\"}}}", "m:7: motions.arm.type"},
                        {"{\"span\": [1, 1]}", "m:7: span"},
                        {"{", "m:7:1:1"}};
  for (const Case& wrong : cases) {
    try {
      parse_scene_change(wrong.text, "m:7", scene);
      ADD_FAILURE() << wrong.text << ": accepted";
    } catch (const InputError& error) {
      EXPECT_TRUE(error.parts().place.starts_with(wrong.place)) << error.what();
    }
  }
}

TEST(G1_WriteReport, LineIsTheWholeReportWithItsNumber) {
  PairReport pair{BodyId(0), BodyId(2), {}};
  pair.report.outcome = Outcome::kContact;
  pair.report.time = {0.25, 0.5};
  pair.report.contacts.resize(1);
  pair.report.contacts[0].feature_a = {FeatureKind::kEdge, TriangleId(std::size_t{7}), {3, 4}};
  const std::string line = report_line(arm(), {.question = 12}, pair);
  EXPECT_EQ(line.find("{\"question\":12,\"pair\":[\"base\",\"rod\"],\"outcome\":\"contact\""), 0u);
  EXPECT_NE(line.find("\"time\":[0.25,0.5]"), std::string::npos);
  EXPECT_NE(line.find("{\"kind\":\"edge\",\"triangle\":7,\"vertices\":[3,4]}"), std::string::npos);
  EXPECT_EQ(line.find('\n'), std::string::npos);
}

TEST(G1_WriteReport, DocumentSaysTheWorstOutcome) {
  const Scene scene = arm();
  std::vector<PairReport> pairs{{BodyId(0), BodyId(1), {}}, {BodyId(0), BodyId(2), {}}};
  pairs[0].report.outcome = Outcome::kSeparated;
  const auto outcome = [&] {
    const std::string text = report_document(scene, {}, pairs);
    const auto at = text.find("\"outcome\": \"") + 12;
    return text.substr(at, text.find('"', at) - at);
  };
  EXPECT_EQ(outcome(), "undecided");
  pairs[1].report.outcome = Outcome::kOverlapAtStart;
  EXPECT_EQ(outcome(), "contact");
  pairs[1].report.outcome = Outcome::kSeparated;
  EXPECT_EQ(outcome(), "separated");
}

}  // namespace
}  // namespace graze
