// SPDX-License-Identifier: MIT
// Questions of a batch in the order of how they end.
#include <gtest/gtest.h>

#include "graze/query/worst_questions.h"

namespace graze::test {
namespace {
/// A ball of radius 0.5 before a still one at the origin.
Scene still_ball() {
  Scene scene;
  const Shape ball = Shape::from_sphere(Vec3::Zero(), 0.5);
  add_body(scene, {.name = "still", .shape = ball});
  add_body(scene, {.name = "goer", .shape = ball});
  return scene;
}

/// The goer along x at a height, over [0, 1] or another span.
SceneChange fly_by(double height, const Interval& span = {0.0, 1.0}) {
  const Motion way = Motion::between({Mat3::Identity(), {-4.0, height, 0.0}},
                                     {Mat3::Identity(), {4.0, height, 0.0}});
  return {{{BodyId(1), way}}, span};
}

std::vector<std::size_t> order(const std::vector<RankedAnswer>& answers) {
  std::vector<std::size_t> numbers;
  for (const RankedAnswer& answer : answers) numbers.push_back(answer.question);
  return numbers;
}
}  // namespace

TEST(C8_WorstQuestions, ContactsBySoonestThenTheNearest) {
  const PreparedScene scene(still_ball());
  const std::vector<SceneChange> changes{fly_by(3.0), fly_by(0.9), fly_by(1.5), fly_by(0.0),
                                         fly_by(0.0, {0.25, 1.0})};
  const auto answers = worst_questions(scene, changes, {}, changes.size());
  EXPECT_EQ(order(answers), (std::vector<std::size_t>{4, 3, 1, 2, 0}));
  EXPECT_NEAR(answers[3].distance, 0.5, 0.05);
  EXPECT_NEAR(answers[4].distance, 2.0, 0.2);
  EXPECT_LE(answers[3].distance, 0.5);  // proved
}

TEST(C8_WorstQuestions, DistancesThatNobodySeesAreNotAskedFor) {
  const PreparedScene scene(still_ball());
  const std::vector<SceneChange> changes{fly_by(3.0), fly_by(0.0), fly_by(1.5)};
  const auto answers = worst_questions(scene, changes, {}, 1);
  EXPECT_EQ(order(answers), (std::vector<std::size_t>{1, 0, 2}));
  EXPECT_EQ(answers[2].distance, 0.0);
}

TEST(C8_WorstQuestions, AChangedSceneHasTheMotionsAndTheSpanOfItsQuestion) {
  const Scene scene = still_ball();
  const Scene changed = changed_scene(scene, fly_by(1.5, {0.25, 0.5}));
  EXPECT_EQ(changed.span, Interval(0.25, 0.5));
  EXPECT_EQ(pose_at(changed.bodies[1].motion, 0.5).translation.y(), 1.5);
  EXPECT_EQ(changed_scene(scene, {}).span, scene.span);
}

}  // namespace graze::test
