// SPDX-License-Identifier: MIT
// `bisection` against brute force, and the laws that its answers obey.
#include <gtest/gtest.h>

#include "certified/bisection_cases.h"
#include "support/trials.h"

namespace graze::test {
namespace {
constexpr int kSamples = 300;

/// What must hold for an answer, told by sampling.
void expect_true(const BisectionCase& c, const ContactReport& report, const BisectionOptions& o) {
  const double touch = first_sample_within(c.a, c.b, o.span, kSamples, 0.0);
  switch (report.outcome) {
    case Outcome::kSeparated:
      EXPECT_EQ(touch, kInfinity) << "missed";
      break;
    case Outcome::kContact:
      EXPECT_LE(report.time.lo, report.time.hi);
      EXPECT_LE(report.time.lo, touch) << "late";
      EXPECT_LE(distance_at(c.a, c.b, report.time.hi), o.tolerance * (1.0 + 1e-9));
      ASSERT_FALSE(report.contacts.empty());
      EXPECT_LE(report.contacts[0].distance, o.tolerance);
      break;
    case Outcome::kOverlapAtStart:
      EXPECT_EQ(distance_at(c.a, c.b, o.span.lo), 0.0);
      EXPECT_FALSE(report.contacts.empty());
      break;
    case Outcome::kUndecided:
      ADD_FAILURE() << "undecided without a budget: " << explanation(report);
  }
}

/// Answers to the same question: equal, or the bodies come within tolerance without touching.
void expect_same_answer(const BisectionCase& c, const ContactReport& x, const ContactReport& y,
                        double tolerance) {
  if (x.outcome == y.outcome) {
    if (x.outcome != Outcome::kContact) return;
    const bool overlap = x.time.lo <= y.time.hi && y.time.lo <= x.time.hi;
    const bool near = distance_at(c.a, c.b, std::min(x.time.hi, y.time.hi)) <= tolerance;
    EXPECT_TRUE(overlap || near);
    return;
  }
  const ContactReport& found = x.outcome == Outcome::kContact ? x : y;
  EXPECT_EQ(found.outcome, Outcome::kContact);
  EXPECT_LE(distance_at(c.a, c.b, found.time.hi), tolerance * (1.0 + 1e-9));
}

TEST(C4_Bisection, AgreesWithBruteForceOnRandomSoups) {
  int contacts = 0;
  int free = 0;
  for (std::size_t trial = 0, count = trials(4000); trial < count; ++trial) {
    SCOPED_TRACE(trial);
    auto random = generator(trial);
    const BisectionCase c = random_case(random);
    const double tolerances[] = {1e-6, 1e-4, 1e-2};
    const BisectionOptions options{.tolerance = tolerances[trial % 3]};
    const ContactReport report = c.run(options);
    expect_true(c, report, options);
    contacts += report.outcome == Outcome::kContact ? 1 : 0;
    free += report.outcome == Outcome::kSeparated ? 1 : 0;
  }
  EXPECT_GT(contacts, 10);
  EXPECT_GT(free, 10);
}

TEST(C7_Bisection, SwitchesDoNotChangeOutcomes) {
  for (std::size_t trial = 0, count = trials(1000); trial < count; ++trial) {
    SCOPED_TRACE(trial);
    auto random = generator(trial);
    const BisectionCase c = random_case(random);
    const ContactReport plain = c.run({.tolerance = 1e-4});
    for (unsigned bits = 0; bits < 16; ++bits) {
      const ContactReport other = c.run({.tolerance = 1e-4,
                                         .k = bits % 3 == 0 ? 0.2 : 1.0,
                                         .discrete_pretest = (bits & 1) != 0,
                                         .pass_current_collision_time = (bits & 2) != 0,
                                         .directional_traversal = (bits & 4) != 0,
                                         .partial_axes = (bits & 8) != 0});
      expect_same_answer(c, plain, other, 1e-4);
    }
  }
}

TEST(C4_Bisection, SwappingTheBodiesMirrorsTheAnswer) {
  for (std::size_t trial = 0, count = trials(1000); trial < count; ++trial) {
    SCOPED_TRACE(trial);
    auto random = generator(trial);
    const BisectionCase c = random_case(random);
    const ContactReport x = c.run({.tolerance = 1e-4});
    const ContactReport y = BisectionCase{c.b, c.a}.run({.tolerance = 1e-4});
    expect_same_answer(c, x, y, 1e-4);
  }
}

TEST(C4_Bisection, ACommonRigidTransformChangesNothing) {
  for (std::size_t trial = 0, count = trials(1000); trial < count; ++trial) {
    SCOPED_TRACE(trial);
    auto random = generator(trial);
    const BisectionCase c = random_case(random);
    const Pose common{random_rotation(random), random_vector(random, trial % 2 == 0 ? 1.0 : 1e4)};
    const BisectionCase moved{{c.a.mesh, Motion::placed(common, c.a.motion, {})},
                              {c.b.mesh, Motion::placed(common, c.b.motion, {})}};
    expect_same_answer(c, c.run({.tolerance = 1e-4}), moved.run({.tolerance = 1e-4}), 1.1e-4);
  }
}

TEST(C4_Bisection, AFreeMotionReversedStaysFree) {
  for (std::size_t trial = 0, count = trials(1000); trial < count; ++trial) {
    SCOPED_TRACE(trial);
    auto random = generator(trial);
    const BisectionCase c = random_case(random);
    if (c.run({.tolerance = 1e-4}).outcome != Outcome::kSeparated) continue;
    const BisectionCase back{{c.a.mesh, Motion::reversed(c.a.motion)},
                             {c.b.mesh, Motion::reversed(c.b.motion)}};
    const ContactReport report = back.run({.tolerance = 1e-4});
    if (report.outcome == Outcome::kSeparated) continue;
    EXPECT_GT(distance_at(back.a, back.b, report.time.hi), 0.0);  // near, not touching
    EXPECT_LE(distance_at(back.a, back.b, report.time.hi), 1.0001e-4);
  }
}

TEST(C4_Bisection, MotionsThatOnlyEncloseAreServed) {
  for (std::size_t trial = 0, count = trials(1000); trial < count; ++trial) {
    SCOPED_TRACE(trial);
    auto random = generator(trial);
    const BisectionCase c = random_case(random);
    const BisectionCase custom{{c.a.mesh, only_enclosing(c.a.motion)},
                               {c.b.mesh, only_enclosing(c.b.motion)}};
    const BisectionOptions options{.tolerance = 1e-3};
    const ContactReport report = custom.run(options);
    expect_true(c, report, options);
    expect_same_answer(c, c.run(options), report, 1e-3);
  }
}

TEST(C6_Bisection, AnswersHoldAtEveryScaleAndFarFromTheOrigin) {
  for (std::size_t trial = 0, count = trials(600); trial < count; ++trial) {
    SCOPED_TRACE(trial);
    auto random = generator(trial);
    const BisectionCase c = random_case(random, 6);
    const double scale = trial % 2 == 0 ? 1e-6 : 1e6;
    const Vec3 offset = random_vector(random, trial % 3 == 0 ? 1e3 * scale : 0.0);
    const auto scaled = [&](const TriangleMesh& mesh) {
      std::vector<Vec3> vertices;
      for (const Vec3& v : mesh.vertices()) vertices.push_back(offset + scale * v);
      return TriangleMesh(vertices, {mesh.triangles().begin(), mesh.triangles().end()});
    };
    const Pose shift{Mat3::Identity(), -offset};
    const auto moved = [&](const Motion& motion) {  // the same motion of the shifted, scaled body
      const Pose begin = pose_at(motion, 0.0);
      const Pose end = pose_at(motion, 1.0);
      return Motion::placed({},
                            Motion::between({begin.rotation, scale * begin.translation},
                                            {end.rotation, scale * end.translation}),
                            shift);
    };
    const BisectionCase s{{scaled(c.a.mesh), moved(c.a.motion)},
                          {scaled(c.b.mesh), moved(c.b.motion)}};
    const BisectionOptions options{.tolerance = 1e-5 * scale};
    expect_true(s, s.run(options), options);
  }
}

TEST(C4_Bisection, ASmallBudgetNeverClaimsTooMuch) {
  int undecided = 0;
  for (std::size_t trial = 0, count = trials(1000); trial < count; ++trial) {
    SCOPED_TRACE(trial);
    auto random = generator(trial);
    const BisectionCase c = random_case(random);
    const ContactReport full = c.run({.tolerance = 1e-4});
    const std::uint64_t tests = 1 + random() % 200;
    const ContactReport cut = c.run({.tolerance = 1e-4, .budget = {.max_tests = tests}});
    if (cut.outcome != Outcome::kUndecided) {
      expect_same_answer(c, full, cut, 1e-4);
      continue;
    }
    ++undecided;
    EXPECT_NE(cut.undecided, Undecided::kNo);
    EXPECT_EQ(cut.time.hi, 1.0);
    EXPECT_LE(cut.time.lo, first_sample_within(c.a, c.b, {0.0, 1.0}, kSamples, 0.0));
  }
  EXPECT_GT(undecided, 0);
}

TEST(C7_Bisection, CoherenceTablesDoNotChangeAnswersAndSaveTests) {
  std::uint64_t with = 0;
  std::uint64_t without = 0;
  for (std::size_t trial = 0, count = trials(200); trial < count; ++trial) {
    SCOPED_TRACE(trial);
    auto random = generator(trial);
    const BisectionCase c = random_case(random, 60);
    const MovingTree a{build_obb_tree(c.a.mesh), c.a.motion};
    const MovingTree b{build_obb_tree(c.b.mesh), c.b.motion};
    CoherenceTable table;
    for (int frame = 0; frame < 300; ++frame) {
      BisectionOptions options{.span = {frame / 300.0, (frame + 1) / 300.0}, .tolerance = 1e-4};
      const ContactReport plain = first_contact_bisection(a, b, options);
      const ContactReport kept = first_contact_bisection(a, b, options, table);
      expect_same_answer(c, plain, kept, 1e-4);
      without += plain.stats.box_tests;
      with += kept.stats.box_tests;
      if (plain.outcome != Outcome::kSeparated) break;
    }
  }
  EXPECT_LT(with, without);
}

TEST(C7_Bisection, ATableOfOtherTreesIsNotUsed) {
  CoherenceTable table;
  for (std::size_t trial = 0, count = trials(200); trial < count; ++trial) {
    SCOPED_TRACE(trial);
    auto random = generator(trial);
    const BisectionCase c = random_case(random, 60);
    const MovingTree a{build_obb_tree(c.a.mesh), c.a.motion};
    const MovingTree b{build_obb_tree(c.b.mesh), c.b.motion};
    const BisectionOptions options{.tolerance = 1e-4};
    expect_same_answer(c, first_contact_bisection(a, b, options),
                       first_contact_bisection(a, b, options, table), 1e-4);
  }
}
}  // namespace
}  // namespace graze::test
