// SPDX-License-Identifier: MIT
// The documents of reports: their answers are the library's, and their reader can ask again.
#include <gtest/gtest.h>

#include <set>

#include "conversation.h"
#include "graze/server/report_document.h"

namespace graze {
namespace {
using namespace conversation;

std::set<std::string> names_of_files(const Json& document) {
  std::set<std::string> names;
  if (!document.contains("files")) return names;
  for (const auto& file : document["files"].items()) names.insert(file.key());
  return names;
}

TEST(G4_ReportDocument, CarriesTheSceneAndItsProofsUnlessPlain) {
  const PreparedScene scene(parse_scene(kScene));
  const ReportDocument whole = report_document(scene, {}, {}, {});
  EXPECT_EQ(whole.undecided, 0u);
  EXPECT_EQ(whole.why_plain, "");
  const Json document = Json::parse(whole.document);
  EXPECT_EQ(names_of_files(document), (std::set<std::string>{"scene.json", "proof.graze"}));
  EXPECT_EQ(document["pairs"][0]["time"][0], first_contact(scene).report.time.lo);
  const ReportDocument plain = report_document(scene, {}, {}, {.plain = true});
  EXPECT_TRUE(names_of_files(Json::parse(plain.document)).empty());
}

TEST(G4_ReportDocument, SaysWhyASceneCannotBeSent) {
  Scene scene = parse_scene(kScene);
  CustomMotion still;
  still.pose_at = [](double) { return Pose{}; };
  still.enclose = [](const Interval&) { return IntervalPose{}; };
  scene.bodies[0].motion = Motion::custom(still);
  const ReportDocument report =
      report_document(PreparedScene(scene), {}, {}, {.curve = 0, .asks = false});
  EXPECT_NE(report.why_plain, "");
  EXPECT_TRUE(names_of_files(Json::parse(report.document)).empty());
  EXPECT_TRUE(Json::parse(report.document)["pairs"].empty());
}

// The boxes meet in the first half of the span and are in each other when the second begins.
TEST(G4_ReportDocument, TheWorstQuestionsComeFirstEachWithItsProof) {
  const PreparedScene scene(parse_scene(kScene));
  const QuestionLines halves = stretch_questions(scene.scene().span, 2);
  const Json both = Json::parse(batch_document(scene, halves, {}, {}, {.curve = 0}, 2).document);
  EXPECT_TRUE(names_of_files(both).contains("scene.json"));
  EXPECT_EQ(both["batch"]["questions"], 2);
  const Json& moments = both["batch"]["moments"];
  ASSERT_EQ(moments.size(), 2u);
  EXPECT_EQ(moments[0]["question"], 2);
  EXPECT_EQ(moments[0]["outcome"], "overlap_at_start");
  EXPECT_EQ(moments[1]["outcome"], "contact");
  EXPECT_EQ(moments[1]["time"], first_contact(scene).report.time.hi);
  for (const Json& moment : moments) {
    EXPECT_TRUE(names_of_files(moment["document"]).contains("proof.graze"));
  }
  const Json worst = Json::parse(batch_document(scene, halves, {}, {}, {.curve = 0}, 1).document);
  EXPECT_EQ(worst["batch"]["questions"], 2);
  ASSERT_EQ(worst["batch"]["moments"].size(), 1u);
  EXPECT_EQ(worst["batch"]["moments"][0]["question"], 2);
}

}  // namespace
}  // namespace graze
