// SPDX-License-Identifier: MIT
// A whole check of a scene: what is asked besides contacts, and pairs that may touch for a while.
#include <gtest/gtest.h>

#include "graze/base/error.h"
#include "graze/query/check_scene.h"
#include "graze/scene/pair_count.h"

namespace graze::test {
namespace {
/// A cube goes through two still ones; it is in the first during [1/8, 3/8] and in the second
/// during [5/8, 7/8].
Scene two_gates() {
  Scene scene;
  const Shape cube = Shape::from_box(Vec3::Constant(0.5));
  add_body(scene, {.name = "goer", .shape = cube});
  scene.bodies[0].motion =
      Motion::between({Mat3::Identity(), {-2.0, 0.0, 0.0}}, {Mat3::Identity(), {6.0, 0.0, 0.0}});
  add_body(scene, {.name = "gate 1", .shape = cube});
  add_body(scene, {.name = "gate 2", .shape = cube});
  scene.bodies[2].motion = Motion::still({Mat3::Identity(), {4.0, 0.0, 0.0}});
  scene.may_touch = {{"gate 1", "gate 2"}};
  return scene;
}

CheckResult check_with(Scene scene, const std::optional<Interval>& allowed) {
  CheckQuestion question;
  const TimedTouch touch = allow_touch(scene, "goer", "gate*", allowed, "test");
  if (allowed) question.timed = {touch};
  return check_scene(PreparedScene(scene), question);
}
}  // namespace

TEST(G1_CheckScene, ItsReportsAreThoseOfTheQuestionsItAsks) {
  const PreparedScene scene(two_gates());
  const CheckResult all = check_scene(scene, {.curve_samples = 5});
  EXPECT_EQ(all.checked_pairs, 2u);
  ASSERT_EQ(all.reports.size(), 2u);
  EXPECT_EQ(count_outcomes(all.reports).contacts, 2u);
  ASSERT_TRUE(all.curve.has_value());
  EXPECT_EQ(all.curve->samples.size(), 5u);
  EXPECT_FALSE(all.tube.has_value());
  EXPECT_EQ(all.robot, nullptr);
  const CheckResult first = check_scene(scene, {.only_first = true});
  ASSERT_EQ(first.reports.size(), 1u);
  EXPECT_EQ(first.reports[0].report.time, first_contact(scene).report.time);
  EXPECT_FALSE(first.curve.has_value());
}

TEST(G3_CheckScene, PairsThatMayTouchForAWhileAreCheckedOverTheRest) {
  const CheckResult never = check_with(two_gates(), std::nullopt);
  EXPECT_EQ(never.checked_pairs, 0u);
  EXPECT_TRUE(never.reports.empty());
  const CheckResult late = check_with(two_gates(), Interval(0.1, 0.5));
  EXPECT_EQ(late.checked_pairs, 2u);
  EXPECT_EQ(late.reports.size(), 4u);  // each pair before and after
  const OutcomeCounts counts = count_outcomes(late.reports);
  EXPECT_EQ(counts.contacts, 1u);
  EXPECT_EQ(counts.overlaps, 0u);
  EXPECT_EQ(count_outcomes(check_with(two_gates(), Interval(0.1, 0.9)).reports).contacts, 0u);
}

TEST(G3_CheckScene, APairMayTouchWheneverOneOfItsRulesAllowsIt) {
  const auto contacts_with = [](const std::vector<TouchRule>& rules) {
    Scene scene = two_gates();
    const CheckQuestion question{.timed = allow_touches(scene, rules, "test")};
    return count_outcomes(check_scene(PreparedScene(scene), question).reports).contacts;
  };
  const TouchRule first{"goer", "gate*", Interval(0.1, 0.5)};
  const TouchRule second{"gate*", "goer", Interval(0.55, 0.9)};
  EXPECT_EQ(contacts_with({first}), 1u);
  EXPECT_EQ(contacts_with({second}), 1u);
  EXPECT_EQ(contacts_with({first, second}), 0u);
  EXPECT_EQ(contacts_with({second, first}), 0u);
  EXPECT_EQ(contacts_with({first, {"goer", "gate 2"}}), 0u);
  EXPECT_EQ(contacts_with({first, {"goer", "gate 1"}}), 1u);
}

TEST(G3_CheckScene, PairsWithTheSameTimesAreOneQuestion) {
  Scene scene = two_gates();
  const auto touches = allow_touches(
      scene, {{"goer", "gate*", Interval(0.0, 0.1)}, {"goer", "gate 2", Interval(0.2, 0.3)}},
      "test");
  ASSERT_EQ(touches.size(), 2u);
  EXPECT_EQ(touches[0].allowed, (std::vector<Interval>{{0.0, 0.1}}));
  EXPECT_EQ(touches[1].allowed, (std::vector<Interval>{{0.0, 0.1}, {0.2, 0.3}}));
  EXPECT_EQ(touches[1].pairs.size(), 1u);
  EXPECT_EQ(scene.may_touch.size(), 3u);
}

TEST(G3_CheckScene, NamesOfNoBodyAreRefused) {
  Scene scene = two_gates();
  EXPECT_THROW(allow_touch(scene, "goer", "door*", std::nullopt, "test"), InputError);
  EXPECT_EQ(scene.may_touch.size(), 1u);
}

TEST(G3_CheckScene, WhatIsLeftOfASpan) {
  using Parts = std::vector<Interval>;
  const Interval span(0.0, 1.0);
  EXPECT_EQ(checked_parts(span, Parts{{0.25, 0.5}}), (Parts{{0.0, 0.25}, {0.5, 1.0}}));
  EXPECT_EQ(checked_parts(span, Parts{{-1.0, 0.5}}), (Parts{{0.5, 1.0}}));
  EXPECT_EQ(checked_parts(span, Parts{{-1.0, 2.0}}), Parts{});
  EXPECT_EQ(checked_parts(span, Parts{{2.0, 3.0}}), Parts{span});
  EXPECT_EQ(checked_parts(span, Parts{}), Parts{span});
  EXPECT_EQ(checked_parts(span, Parts{{0.5, 0.75}, {0.25, 0.6}, {0.9, 0.95}}),
            (Parts{{0.0, 0.25}, {0.75, 0.9}, {0.95, 1.0}}));
  EXPECT_EQ(checked_parts(span, Parts{{0.5, 1.0}, {0.0, 0.5}}), Parts{});
}

TEST(G3_CheckScene, AProofIsAboutEveryPairUpToTheFirstContact) {
  const PreparedScene scene(two_gates());
  const CheckQuestion first{.only_first = true};
  const auto answers = answers_to_prove(scene.scene(), first, check_scene(scene, first));
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0].reports.size(), 2u);
}

TEST(G3_CheckScene, EveryPairThatIsNotCheckedHasAReason) {
  Scene scene = two_gates();
  allow_touch(scene, "goer", "gate*", std::nullopt, "test");
  EXPECT_EQ(checked_pair_count(scene), 0u);
  EXPECT_EQ(count_shapes(scene), 3u);
  EXPECT_EQ(count_unchecked(scene).allowed, 3u);
  scene.bodies[1].groups = scene.bodies[2].groups = {"(stands still)"};
  scene.bodies[1].parent = BodyId(0);
  scene.bodies[1].joint = JointKind::kFixed;
  const UncheckedPairs counts = count_unchecked(scene);
  EXPECT_EQ(counts.together, 1u);
  EXPECT_EQ(counts.joined, 1u);
  EXPECT_EQ(counts.allowed, 1u);
  EXPECT_EQ(counts.all(), 3u);
}

}  // namespace graze::test
