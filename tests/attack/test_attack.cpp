// SPDX-License-Identifier: MIT
// Random questions that are meant to be answered wrongly: jumps, loops, holds, reversed and
// composed motions, far from the origin, over spans that begin and end at knots, grazing at a knot,
// at an end, anywhere. Formulas and distances of the oracle are its own, in quadruple precision.
//   GRAZE_TRIALS=1 runs 10,000 of them, 100 a million; GRAZE_FIRST=N begins at number N. [C4, C9]
//   G2]
#include <gtest/gtest.h>

#include <cstdlib>

#include "attack/truth.h"
#include "graze/query/clearance.h"
#include "graze/query/contact_intervals.h"
#include "graze/query/first_contact.h"
#include "support/trials.h"

namespace graze::attack {
namespace {
Scene scene_of(const AttackQuestion& q) {
  Scene scene;
  Body a, b;
  a.name = "a";
  a.shape = Shape::from_mesh(q.mesh_a);
  a.motion = motion_of(q.motion_a);
  b.name = "b";
  b.shape = Shape::from_mesh(q.mesh_b);
  b.motion = motion_of(q.motion_b);
  add_body(scene, std::move(a));
  add_body(scene, std::move(b));
  scene.span = q.span;
  return scene;
}

ContactOptions options_for(const AttackQuestion& q, std::optional<Method> method) {
  ContactOptions options;
  options.tolerance = q.tolerance;
  options.min_separation = q.min_separation;
  options.method = method;
  options.budget.max_tests = 300'000;
  options.threads = 1;
  return options;
}

std::size_t first_number() {
  const char* const text = std::getenv("GRAZE_FIRST");
  return text == nullptr ? 0 : std::strtoull(text, nullptr, 10);
}

std::vector<Interval> stretches_of(const ContactIntervals& contacts) {
  std::vector<Interval> stretches;
  for (const ContactInterval& c : contacts.intervals) stretches.push_back({c.entry.lo, c.exit.hi});
  return stretches;
}

struct Tally {
  std::size_t separated = 0, contact = 0, overlap = 0, undecided = 0, touching = 0, meeting = 0;

  void add(const ContactReport& report) {
    separated += report.outcome == Outcome::kSeparated;
    contact += report.outcome == Outcome::kContact;
    overlap += report.outcome == Outcome::kOverlapAtStart;
    undecided += report.outcome == Outcome::kUndecided;
    touching += report.start == StartState::kTouching;
  }
};

/// Contradictions of the scene's questions, in words.
void ask_all(const AttackQuestion& q, std::size_t number, Tally& tally) {
  const Truth truth(q);
  tally.meeting += truth.meets();
  const PreparedScene scene(scene_of(q));
  const auto check = [&](std::optional<Method> method) {
    const auto pairs = contacts_per_pair(scene, options_for(q, method));
    ASSERT_EQ(pairs.size(), 1u);
    EXPECT_EQ(truth.contradiction(pairs[0].report), "")
        << (method ? name(*method) : "check") << ": " << name(pairs[0].report.outcome) << " "
        << pairs[0].report.time.lo;
    if (!method) tally.add(pairs[0].report);
  };
  check(std::nullopt);
  if (number % 4 == 0) check(Method::kBisection);
  if (q.min_separation > 0.0 || q.span.lo == q.span.hi) return;
  if (number % 4 == 1) {
    const auto clearances = clearances_per_pair(scene, options_for(q, std::nullopt));
    EXPECT_EQ(truth.contradiction(clearances.at(0).clearance), "") << "clearance";
  }
  if (number % 4 == 2) {
    for (const PairIntervals& pair :
         contact_intervals_per_pair(scene, options_for(q, std::nullopt), {})) {
      if (pair.contacts.outcome == Outcome::kUndecided) continue;
      EXPECT_EQ(truth.meeting_outside(stretches_of(pair.contacts)), "") << "intervals";
    }
  }
}
}  // namespace

TEST(C4_Attack, NoAnswerIsContradicted) {
  Tally tally;
  const std::size_t first = first_number(), count = test::trials(10'000);
  for (std::size_t number = first; number < first + count; ++number) {
    std::mt19937_64 random = test::generator(number);
    const AttackQuestion question = random_question(random);
    SCOPED_TRACE("number " + std::to_string(number) + ": " + describe(question.motion_a) + " / " +
                 describe(question.motion_b));
    ask_all(question, number, tally);
    if (HasFatalFailure()) return;
  }
  std::printf(
      "[ attack   ] %zu questions: %zu meet; %zu separated, %zu contact, %zu overlap, %zu "
      "undecided; %zu touch at the start\n",
      count, tally.meeting, tally.separated, tally.contact, tally.overlap, tally.undecided,
      tally.touching);
  EXPECT_GT(tally.meeting, count / 10);
  EXPECT_GT(tally.separated, count / 10);
  EXPECT_LT(tally.undecided, count / 50 + 2);
}

}  // namespace graze::attack
