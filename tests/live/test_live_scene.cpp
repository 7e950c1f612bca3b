// SPDX-License-Identifier: MIT
// A scene that lives gives the answers of a scene that is made anew, whatever came before.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "graze/base/error.h"
#include "graze/broadphase/overlapping_pairs.h"
#include "graze/broadphase/pair_memory.h"
#include "graze/query/live_scene.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze::test {
namespace {
using Random = std::mt19937_64;

double uniform(Random& random, double lo, double hi) {
  return std::uniform_real_distribution<double>(lo, hi)(random);
}

Motion random_step(Random& random, double t, const Vec3& at) {
  const Pose begin{random_rotation(random), at};
  const Pose end{begin.rotation, at + random_vector(random, 0.4)};
  return Motion::between(begin, end, {t, t + 1.0});
}

Body random_body(Random& random, int number, double t) {
  Body body;
  body.name = "body " + std::to_string(number);
  const double size = uniform(random, 0.1, 0.4);
  body.shape = random() % 2 ? Shape::from_box(Vec3(size, 0.5 * size, size))
                            : Shape::from_sphere(Vec3::Zero(), size);
  body.motion = random_step(random, t, random_vector(random, 2.0));
  if (random() % 5 == 0) body.groups = {"friends"};
  return body;
}

/// The bodies that are there, as a scene of its own; names tell who is who.
Scene made_anew(const LiveScene& live) {
  Scene scene = live.scene();
  std::erase_if(scene.bodies, [&](const Body& body) { return !live.find(body.name); });
  const bool has_friends =
      std::ranges::any_of(scene.bodies, [](const Body& body) { return !body.groups.empty(); });
  if (!has_friends) scene.may_touch.clear();
  return scene;
}

using Answer = std::pair<std::pair<std::string, std::string>, Interval>;

std::vector<Answer> touching(const Scene& scene, const std::vector<PairReport>& reports) {
  std::vector<Answer> answers;
  for (const PairReport& pair : reports) {
    if (pair.report.outcome == Outcome::kSeparated) continue;
    const std::string &a = scene.bodies[pair.a.index()].name,
                      &b = scene.bodies[pair.b.index()].name;
    answers.push_back({std::minmax(a, b), pair.report.time});
  }
  std::ranges::sort(answers, {}, &Answer::first);
  return answers;
}
}  // namespace

TEST(C8_BoxPairMemory, GivesThePairsOfTheBoxesInEveryFrame) {
  std::size_t frames = 0, rebuilds = 0;
  for (std::size_t trial = 0, all = trials(200); trial < all; ++trial) {
    Random random = generator(trial);
    BoxPairMemory memory;
    std::vector<Aabb> boxes(5 + random() % 60);
    std::vector<Vec3> speeds(boxes.size());
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const Vec3 at = random_vector(random, 2.0), half = random_vector(random, 0.3).cwiseAbs();
      boxes[i] = random() % 10 == 0 ? Aabb() : Aabb{at - half, at + half};
      speeds[i] = random_vector(random, 0.02);
    }
    for (int frame = 0; frame < 30; ++frame) {
      EXPECT_EQ(memory.overlapping(boxes), overlapping_pairs(boxes)) << trial;
      for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (random() % 40 == 0) speeds[i] = random_vector(random, 0.2);
        if (boxes[i].is_empty()) continue;
        boxes[i].lo += speeds[i];
        boxes[i].hi += speeds[i];
      }
      if (random() % 10 == 0) boxes.push_back({random_vector(random), Vec3::Constant(1.5)});
      speeds.resize(boxes.size(), Vec3::Zero());
    }
    frames += 30;
    rebuilds += memory.rebuilds();
  }
  EXPECT_LT(rebuilds, frames);
}

TEST(C8_LiveScene, AnswersAreThoseOfASceneMadeAnew) {
  std::size_t contacts = 0;
  for (std::size_t trial = 0, all = trials(60); trial < all; ++trial) {
    Random random = generator(trial);
    Scene rules;
    rules.bodies.push_back(random_body(random, 0, 0.0));
    rules.bodies[0].groups = {"friends"};
    rules.may_touch = {{"friends", "friends"}};
    LiveScene live(rules);
    int number = 1;
    for (int frame = 0; frame < 6; ++frame) {
      const double t = frame;
      for (int k = 0; k < 6; ++k) live.add(random_body(random, number++, t));
      for (std::size_t i = 1; i < live.scene().bodies.size(); ++i) {
        const BodyId id(i);
        if (live.has(id) && random() % 4 == 0) live.remove(id);
        if (live.has(id)) live.set_motion(id, random_step(random, t, random_vector(random, 2.0)));
      }
      ContactOptions options;
      options.span = Interval{t, t + 1.0};
      options.far_pairs = false;
      const Scene anew = made_anew(live);
      const auto found = touching(live.scene(), live.contacts_per_pair(options));
      EXPECT_EQ(found, touching(anew, contacts_per_pair(anew, options))) << trial;
      contacts += found.size();
      const ContactReport first = live.first_contact(options).report;
      const ContactReport again = first_contact(anew, options).report;
      EXPECT_EQ(first.outcome, again.outcome) << trial;
      if (first.outcome == Outcome::kContact) {
        EXPECT_LE(first.time.lo, again.time.hi) << trial;
        EXPECT_LE(again.time.lo, first.time.hi) << trial;
      }
    }
  }
  EXPECT_GT(contacts, 0u);
}

TEST(C8_LiveScene, IdsStayWhileOthersComeAndGo) {
  Random random = generator(0);
  LiveScene live;
  const BodyId a = live.add(random_body(random, 1, 0.0));
  const BodyId b = live.add(random_body(random, 2, 0.0));
  live.remove(a);
  EXPECT_FALSE(live.has(a));
  EXPECT_TRUE(live.has(b));
  EXPECT_EQ(live.size(), 1u);
  Body child = random_body(random, 3, 0.0);
  child.parent = b;
  const BodyId c = live.add(child);
  EXPECT_GT(c, b) << "a parent has the lower id";
  EXPECT_EQ(live.add(random_body(random, 4, 0.0)), a) << "a free id is taken again";
  EXPECT_EQ(live.find("body 3"), c);
  EXPECT_THROW(live.remove(b), InputError) << "it carries another";
  EXPECT_THROW(live.add(random_body(random, 2, 0.0)), InputError) << "the name is taken";
  EXPECT_THROW(live.set_motion(BodyId(77), Motion()), InputError);
  live.remove(c);
  EXPECT_THROW(live.remove(c), InputError);
  EXPECT_NO_THROW(live.remove(b));
}

TEST(C8_LiveScene, RulesHoldForWhatComesLater) {
  LiveScene live;
  Body body;
  body.shape = Shape::from_box(Vec3(1, 1, 1));
  body.name = "a";
  live.add(body);
  body.name = "b";
  body.groups = {"ghosts"};
  live.add(body);
  EXPECT_EQ(live.near_pairs({0.0, 1.0}).size(), 1u);
  live.allow_touch("a", "ghosts");
  EXPECT_TRUE(live.near_pairs({0.0, 1.0}).empty());
  body.name = "c";
  live.add(body);
  EXPECT_EQ(live.near_pairs({0.0, 1.0}).size(), 1u) << "b and c, which no rule covers";
  EXPECT_EQ(live.first_contact().report.outcome, Outcome::kOverlapAtStart);
  EXPECT_THROW(live.allow_touch("a", "nobody"), InputError);
  EXPECT_EQ(first_contact(live.snapshot()).report.outcome, Outcome::kOverlapAtStart);
}

}  // namespace graze::test
