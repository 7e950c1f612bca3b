// SPDX-License-Identifier: MIT
// The questions over a method with simple answers: pairs, order, merging, budgets, threads.
#include <gtest/gtest.h>

#include <numbers>
#include <random>

#include "graze/base/error.h"
#include "graze/scene/joint.h"
#include "query/ask.h"
#include "query/ball_method.h"
#include "query/lines.h"
#include "support/trials.h"

namespace graze {
namespace {
using query::ask_batch;
using query::ask_contacts_per_pair;
using query::ask_first_contact;
using test::ball;
using test::ball_methods;

PairReport first(const Scene& scene, const ContactOptions& options = {}) {
  const PreparedScene prepared(scene);
  return ask_first_contact(prepared, prepared.body_motions(), options, ball_methods());
}

std::vector<PairReport> per_pair(const Scene& scene, const ContactOptions& options = {}) {
  return ask_contacts_per_pair(PreparedScene(scene), options, ball_methods());
}

/// A wall of one ball, and balls of radius 0.1 that fly at it and arrive one after the other.
Scene volley(std::size_t count) {
  Scene scene;
  for (std::size_t i = 0; i < count; ++i) {
    const double start = 2.0 + 0.5 * static_cast<double>((7 * i) % count);
    add_body(scene, {.name = "ball " + std::to_string(i),
                     .shape = ball(0.1),
                     .motion = line({start, 0.0, 0.0}, {start - 30.0, 0.0, 0.0}),
                     .groups = {"balls"}});
  }
  add_body(scene, {.name = "wall", .shape = ball(1.0)});
  scene.may_touch = {{"balls", "balls"}};
  return scene;
}

Scene random_balls(std::mt19937_64& random, std::size_t count, double room) {
  std::uniform_real_distribution<double> place(-room, room);
  Scene scene;
  for (std::size_t i = 0; i < count; ++i) {
    const auto point = [&] { return Vec3(place(random), place(random), place(random)); };
    add_body(scene,
             {.name = std::to_string(i), .shape = ball(0.1), .motion = line(point(), point())});
  }
  return scene;
}

TEST(G1_FirstContact, IsTheEarliestOfAllPairs) {
  const PairReport answer = first(volley(20));
  EXPECT_EQ(answer.report.outcome, Outcome::kContact);
  EXPECT_EQ(answer.a, BodyId(0));
  EXPECT_EQ(answer.b, BodyId(20));
  // Starts 2 from the wall's centre and closes 0.9 at 30 per second.
  EXPECT_NEAR(answer.report.time.hi, 0.9 / 30.0, 1e-8);
  EXPECT_LE(answer.report.time.lo, 0.9 / 30.0);
}

TEST(C9_FirstContact, StopsAtTheWantedSeparation) {
  const PairReport answer = first(volley(20), {.min_separation = 0.3});
  EXPECT_NEAR(answer.report.time.hi, 0.6 / 30.0, 1e-8);
  // A ball that passes by at 0.5 is a contact only for those who ask for more.
  Scene pass_by;
  add_body(pass_by, {.name = "a", .shape = ball(0.1), .motion = line({-3, 0.7, 0}, {3, 0.7, 0})});
  add_body(pass_by, {.name = "b", .shape = ball(0.1)});
  EXPECT_EQ(first(pass_by, {.min_separation = 0.49}).report.outcome, Outcome::kSeparated);
  EXPECT_EQ(first(pass_by, {.min_separation = 0.51}).report.outcome, Outcome::kContact);
}

TEST(G1_FirstContact, LaterPairsAreNotSearchedBeyondTheBound) {
  test::balls_answered = 0;
  first(volley(200), {.threads = 1});
  EXPECT_LT(test::balls_answered, 100) << "most balls arrive later than the first contact";
}

TEST(G1_FirstContact, AgreesWithTheEarliestOfContactsPerPair) {
  const std::size_t count = test::trials(400);
  for (std::size_t trial = 0; trial < count; ++trial) {
    auto random = test::generator(trial);
    const Scene scene = random_balls(random, 12, 1.0);
    const PairReport earliest = first(scene);
    double expected = 2.0;
    bool overlaps = false;
    for (const PairReport& pair : per_pair(scene)) {
      overlaps = overlaps || pair.report.outcome == Outcome::kOverlapAtStart;
      if (pair.report.outcome == Outcome::kContact) {
        expected = std::min(expected, pair.report.time.hi);
      }
    }
    if (overlaps) {
      ASSERT_EQ(earliest.report.outcome, Outcome::kOverlapAtStart);
    } else if (expected > 1.0) {
      ASSERT_EQ(earliest.report.outcome, Outcome::kSeparated);
    } else {
      ASSERT_EQ(earliest.report.outcome, Outcome::kContact);
      // The method steps differently over a shorter span: brackets overlap, bits may differ.
      ASSERT_NEAR(earliest.report.time.hi, expected, 2e-3);
    }
  }
}

bool same(const PairReport& p, const PairReport& q) {
  return p.a == q.a && p.b == q.b && p.report.outcome == q.report.outcome &&
         p.report.time == q.report.time && p.report.stats.box_tests == q.report.stats.box_tests;
}

TEST(G1_Questions, AnswersDoNotDependOnTheNumberOfThreads) {
  const std::size_t count = test::trials(200);
  for (std::size_t trial = 0; trial < count; ++trial) {
    auto random = test::generator(trial);
    const Scene scene = random_balls(random, 40, 1.5);
    Budget budget;
    if (trial % 2 == 1) budget.max_tests = 300;  // runs out on the way
    const PairReport one = first(scene, {.budget = budget, .threads = 1});
    const auto each_one = per_pair(scene, {.budget = budget, .threads = 1});
    for (const int threads : {2, 5}) {
      ASSERT_TRUE(same(first(scene, {.budget = budget, .threads = threads}), one));
      const auto each = per_pair(scene, {.budget = budget, .threads = threads});
      ASSERT_TRUE(std::equal(each.begin(), each.end(), each_one.begin(), each_one.end(), same));
    }
  }
}

TEST(G1_ContactsPerPair, ComeInTheOrderOfThePairs) {
  auto random = test::generator(3);
  const Scene scene = random_balls(random, 15, 0.8);
  const auto reports = per_pair(scene);
  const auto pairs = checked_pairs(scene);
  ASSERT_EQ(reports.size(), pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    EXPECT_EQ(reports[i].a, pairs[i].first);
    EXPECT_EQ(reports[i].b, pairs[i].second);
  }
}

TEST(G1_ContactsPerPair, FarPairsAreProvedApartOrLeftOut) {
  Scene scene = volley(3);
  add_body(scene, {.name = "far",
                   .shape = ball(0.1),
                   .motion = Motion::still({Mat3::Identity(), {0.0, 99.0, 0.0}})});
  const auto all = per_pair(scene);
  ASSERT_EQ(all.size(), 7u);
  EXPECT_EQ(all.back().report.outcome, Outcome::kSeparated);
  EXPECT_EQ(all.back().report.guarantee, Guarantee::kProved);
  EXPECT_EQ(per_pair(scene, {.far_pairs = false}).size(), 3u);
}

TEST(G1_ContactsPerPair, NamedPairsAreAnsweredWhateverTheRulesInTheirOwnOrder) {
  const Scene scene = volley(3);
  const BodyId wall(3), ball0(0), ball1(1);
  const auto reports = per_pair(scene, {.pairs = {{wall, ball0}, {ball1, ball0}}});
  ASSERT_EQ(reports.size(), 2u);
  EXPECT_EQ(reports[0].a, wall);
  ASSERT_EQ(reports[0].report.contacts.size(), 1u);
  EXPECT_GT(reports[0].report.contacts[0].normal.x(), 0.9) << "from the wall towards the ball";
  EXPECT_EQ(reports[1].report.outcome, Outcome::kSeparated);
}

TEST(C8_FirstContact, ContactsOfAChainAreInTheWorldFrame) {
  // Two balls on a turntable that has turned by a quarter when they meet in its frame.
  Scene scene;
  const BodyId table =
      add_body(scene, {.name = "table", .motion = Motion::screw({.angle = std::numbers::pi})});
  add_body(scene, {.name = "rest",
                   .shape = ball(0.1),
                   .motion = Motion::still({Mat3::Identity(), {1.0, 0.0, 0.0}}),
                   .parent = table,
                   .joint = JointKind::kFixed});
  add_body(scene, {.name = "slide",
                   .shape = ball(0.1),
                   .motion = prismatic_motion({{Mat3::Identity(), {2.2, 0.0, 0.0}}, Vec3::UnitX()},
                                              0.0, -2.0),
                   .parent = table,
                   .joint = JointKind::kPrismatic});
  const PairReport answer = first(scene);
  ASSERT_EQ(answer.report.outcome, Outcome::kContact);
  EXPECT_NEAR(answer.report.time.hi, 0.5, 1e-6);
  EXPECT_LT((answer.report.contacts[0].point - Vec3(0.0, 1.1, 0.0)).norm(), 1e-6);
  EXPECT_LT((answer.report.contacts[0].normal - Vec3(0.0, 1.0, 0.0)).norm(), 1e-6);
}

TEST(G1_Budget, PairsThatAreNotReachedAreUndecidedAndSureUpToTheirBound) {
  const Scene scene = volley(40);
  ContactOptions options;
  options.budget.max_tests = 25;  // two pairs in full
  std::uint64_t tests = 0;
  std::size_t undecided = 0;
  for (const PairReport& pair : per_pair(scene, options)) {
    tests += pair.report.stats.box_tests;
    if (pair.report.outcome != Outcome::kUndecided) continue;
    ++undecided;
    const double start = 2.0 + 0.5 * static_cast<double>((7 * pair.a.index()) % 40);
    EXPECT_LE(pair.report.time.lo, (start - 1.1) / 30.0) << "sure beyond the true contact";
    EXPECT_EQ(pair.report.undecided, Undecided::kBudgetOfTests);
  }
  EXPECT_GT(undecided, 0u);
  EXPECT_LE(tests, 25u);
}

TEST(G1_Budget, CancelledQuestionsSayWhatIsSure) {
  const std::atomic<bool> cancelled{true};
  ContactOptions options;
  options.budget.cancel = &cancelled;
  const PairReport answer = first(volley(5), options);
  EXPECT_EQ(answer.report.outcome, Outcome::kUndecided);
  EXPECT_EQ(answer.report.undecided, Undecided::kCancelled);
  EXPECT_LE(answer.report.time.lo, 0.03);
  EXPECT_EQ(answer.report.time.hi, 1.0);
}

TEST(G1_Budget, AContactFoundBesideADoubtKeepsAnHonestLowerEnd) {
  // The first pair uses the tests up; the others are in doubt from their bounds on.
  ContactOptions options;
  options.budget.max_tests = 11;
  const PairReport answer = first(volley(20), options);
  ASSERT_EQ(answer.report.outcome, Outcome::kContact);
  EXPECT_LE(answer.report.time.lo, 0.03);
  EXPECT_GE(answer.report.time.hi, 0.03);
}

TEST(G1_Questions, ProgressNeverFallsAndEndsAtOne) {
  double last = 0.0;
  ContactOptions options;
  options.progress = [&](double done) {
    EXPECT_GE(done, last);
    last = done;
  };
  per_pair(volley(20), options);
  EXPECT_EQ(last, 1.0);
  last = 0.0;
  first(volley(20), options);
  EXPECT_EQ(last, 1.0);
}

TEST(G1_Questions, BadOptionsAreRefused) {
  const Scene scene = volley(2);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(first(scene, {.span = Interval{1.0, 0.0}}), InputError);
  EXPECT_THROW(first(scene, {.span = Interval{0.0, nan}}), InputError);
  EXPECT_THROW(first(scene, {.tolerance = 0.0}), InputError);
  EXPECT_THROW(first(scene, {.tolerance = nan}), InputError);
  EXPECT_THROW(first(scene, {.pairs = {{BodyId(0), BodyId(9)}}}), InputError);
  EXPECT_THROW(first(scene, {.pairs = {{BodyId(1), BodyId(1)}}}), InputError);
  EXPECT_THROW(first(scene, {.min_separation = -1.0}), InputError);
  EXPECT_THROW(first(scene, {.threads = -1}), InputError);
  ContactOptions no_time;
  no_time.budget.max_seconds = 0.0;
  EXPECT_THROW(first(scene, no_time), InputError);
}

TEST(G1_Questions, ASpanOutsideOfAStrictMotionIsRefused) {
  Scene scene = volley(2);
  scene.bodies[0].motion = Motion::between({}, {Mat3::Identity(), {1.0, 0.0, 0.0}}, {0.0, 1.0},
                                           Interpolation::kScrew, Outside::kError);
  EXPECT_NO_THROW(first(scene));
  try {
    first(scene, {.span = Interval{0.0, 2.0}});
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_NE(error.parts().place.find("ball 0"), std::string::npos);
  }
}

TEST(G1_Questions, SceneWithoutPairsIsSeparated) {
  EXPECT_EQ(first(Scene{}).report.outcome, Outcome::kSeparated);
  EXPECT_TRUE(per_pair(Scene{}).empty());
}

TEST(C8_Batch, EachAnswerIsThatOfTheQuestionAlone) {
  auto random = test::generator(5);
  std::uniform_real_distribution<double> place(-2.0, 2.0);
  const PreparedScene scene(volley(6));
  std::vector<SceneChange> questions(60);
  for (SceneChange& question : questions) {
    const Vec3 from(3.0, place(random), place(random));
    question.motions = {{BodyId(random() % 6), line(from, -from)}};
    if (random() % 2 == 0) question.span = Interval{0.25, 0.75};
  }
  for (const int threads : {1, 3}) {
    const auto answers = ask_batch(scene, questions, {.threads = threads}, ball_methods());
    ASSERT_EQ(answers.size(), questions.size());
    for (std::size_t i = 0; i < questions.size(); ++i) {
      std::vector<Motion> motions = scene.body_motions();
      motions[questions[i].motions[0].body.index()] = questions[i].motions[0].motion;
      const PairReport alone =
          ask_first_contact(scene, motions, {.span = questions[i].span}, ball_methods());
      EXPECT_TRUE(same(answers[i], alone)) << i;
    }
  }
}

TEST(C8_Batch, UnknownBodyIsRefused) {
  const PreparedScene scene(volley(2));
  const std::vector<SceneChange> questions{{{{BodyId(7), Motion()}}, {}}};
  EXPECT_THROW(ask_batch(scene, questions, {}, ball_methods()), InputError);
}

}  // namespace
}  // namespace graze
