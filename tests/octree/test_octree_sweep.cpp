// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <set>

#include "graze/geometry/point_inclusion.h"
#include "graze/geometry/shapes.h"
#include "graze/methods/certified.h"
#include "graze/methods/octree_workspace.h"
#include "octree/random_steps.h"
#include "support/octree_points.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze {
namespace {
using test::MovingBody;
using IdPair = std::pair<std::size_t, std::size_t>;
constexpr double kTolerance = 1e-6;

ContactReport certified(const MovingBody& a, const MovingBody& b) {
  return first_contact_certified({a.shape.wide_tree(), a.motion, 0.0},
                                 {b.shape.wide_tree(), b.motion, 0.0}, {.tolerance = kTolerance});
}

bool is_contact(const ContactReport& report) {
  return report.outcome == Outcome::kContact || report.outcome == Outcome::kOverlapAtStart;
}

bool lists(const std::vector<FacePair>& faces, const Contact& contact) {
  return std::any_of(faces.begin(), faces.end(), [&](const FacePair& pair) {
    return pair.a == contact.feature_a.triangle && pair.b == contact.feature_b.triangle;
  });
}

/// What all steps of a test came to.
struct Tally {
  std::size_t pairs = 0, contacts = 0, alarms = 0, extra = 0;
};

/// Every contact that the certified method finds is announced, with its faces, and no later.
void expect_announced(const MovingBody& a, const MovingBody& b, Tally& tally) {
  const ContactReport truth = certified(a, b);
  const SweepAlarm alarm = check_step(a.swept(), b.swept(), {.margin = kTolerance});
  ++tally.pairs;
  tally.alarms += alarm.may_touch;
  ASSERT_NE(truth.outcome, Outcome::kUndecided);
  if (!is_contact(truth)) {
    tally.extra += alarm.may_touch;
    return;
  }
  ++tally.contacts;
  ASSERT_TRUE(alarm.may_touch);
  ASSERT_LE(alarm.earliest, truth.time.hi);
  if (truth.outcome == Outcome::kContact && !truth.contacts.empty()) {
    ASSERT_TRUE(lists(alarm.faces, truth.contacts.front()));
  }
}

/// Largest translation and turn of a step, for bodies of size about 1, and the share of announced
/// pairs without contact that is allowed. The bulge, and with it the extra pairs, is quadratic in
/// the turn.
struct StepLength {
  double far;
  double most_extra;
  Tally tally = {};
};

TEST(O5_OctreeSweep, EveryCertifiedContactOfRandomStepsIsAnnounced) {
  std::array<StepLength, 3> lengths{{{0.05, 0.01}, {0.2, 0.06}, {0.8, 0.3}}};
  const std::size_t steps = test::trials(100000);
  for (std::size_t i = 0; i < steps; ++i) {
    auto random = test::generator(i);
    auto& [far, most_extra, tally] = lengths[i % 3];
    const auto bodies =
        test::random_bodies(random, {.bodies = 3 + int(random() % 3), .way = far, .turn = far});
    for (std::size_t p = 0; p < bodies.size(); ++p) {
      for (std::size_t q = p + 1; q < bodies.size(); ++q) {
        expect_announced(bodies[p], bodies[q], tally);
        if (HasFatalFailure()) FAIL() << "step " << i << ", bodies " << p << " and " << q;
      }
    }
  }
  for (const auto& [far, most_extra, tally] : lengths) {
    const double extra = double(tally.extra) / double(tally.pairs);
    std::printf("steps up to %.2f: %zu pairs, %zu in contact, all announced; %zu extra (%.2f %%)\n",
                far, tally.pairs, tally.contacts, tally.extra, 100.0 * extra);
    EXPECT_GT(tally.contacts, tally.pairs / 50);
    EXPECT_LT(extra, most_extra);
  }
}

TEST(O5_OctreeSweep, ShortStepsHaveFewExtraAnnouncements) {
  Tally tally;
  const test::StepKind kind{.way = 0.05, .turn = 0.05};
  for (std::size_t i = 0, n = test::trials(10000); i < n; ++i) {
    auto random = test::generator(i);
    const auto bodies = test::random_bodies(random, kind);
    for (std::size_t q = 1; q < bodies.size(); ++q) expect_announced(bodies[0], bodies[q], tally);
  }
  EXPECT_LT(tally.extra, tally.pairs / 100 + 2);
}

TEST(O5_OctreeSweep, TheOctreeLeavesOutNoFacePairThatAllPairsFind) {
  for (std::size_t i = 0, n = test::trials(2000); i < n; ++i) {
    auto random = test::generator(i);
    const auto bodies = test::random_bodies(random, {.bodies = 2, .room = 0.8});
    const SweptBody a = bodies[0].swept(), b = bodies[1].swept();
    const SweepAlarm with = check_step(a, b), without = check_step_all_faces(a, b);
    // The octree may leave out pairs that cells keep apart and face directions do not.
    const std::set<IdPair> all = [&] {
      std::set<IdPair> set;
      for (const FacePair& p : without.faces) set.emplace(p.a.index(), p.b.index());
      return set;
    }();
    for (const FacePair& p : with.faces) {
      ASSERT_TRUE(all.contains({p.a.index(), p.b.index()})) << "trial " << i;
    }
    ASSERT_LE(with.faces.size(), without.faces.size());
    ASSERT_LE(without.earliest, with.earliest);
  }
}

TEST(O5_OctreeSweep, SwappingTheBodiesSwapsTheFaces) {
  for (std::size_t i = 0, n = test::trials(2000); i < n; ++i) {
    auto random = test::generator(i);
    const auto bodies = test::random_bodies(random, {.bodies = 2, .room = 1.0});
    const SweepAlarm ab = check_step(bodies[0].swept(), bodies[1].swept());
    const SweepAlarm ba = check_step(bodies[1].swept(), bodies[0].swept());
    ASSERT_EQ(ab.may_touch, ba.may_touch) << "trial " << i;
    ASSERT_EQ(ab.is_inside, ba.is_inside) << "trial " << i;
  }
}

/// A coarser answer says at least what the full one says, and no later than the truth.
void expect_safe(const SweepAlarm& cut, const SweepAlarm& full, const ContactReport& truth) {
  ASSERT_GE(cut.may_touch, full.may_touch);
  if (!is_contact(truth)) return;
  ASSERT_TRUE(cut.may_touch);
  ASSERT_LE(cut.earliest, truth.time.hi);
}

TEST(O6_OctreeSweep, ABudgetMakesTheAnswerCoarserAndNeverMisses) {
  std::size_t coarse = 0;
  for (std::size_t i = 0, n = test::trials(4000); i < n; ++i) {
    auto random = test::generator(i);
    const auto bodies = test::random_bodies(random, {.bodies = 2, .room = 0.9, .way = 0.4});
    const SweptBody a = bodies[0].swept(), b = bodies[1].swept();
    const SweepAlarm full = check_step(a, b);
    const ContactReport truth = certified(bodies[0], bodies[1]);
    for (const std::uint64_t budget : {0u, 5u, 20u, 50u, 100u, 500u}) {
      const SweepAlarm cut = check_step(a, b, {.margin = kTolerance, .max_tests = budget});
      coarse += cut.is_coarse;
      expect_safe(cut, full, truth);
      if (HasFatalFailure()) FAIL() << "trial " << i << ", budget " << budget;
    }
    for (const int level : {0, 1, 2}) {
      expect_safe(check_step(a, b, {.margin = kTolerance, .max_level = level}), full, truth);
      if (HasFatalFailure()) FAIL() << "trial " << i << ", level " << level;
    }
  }
  EXPECT_GT(coarse, 10u);
}

TEST(O3_OctreeSweep, ASolidInsideAnotherIsTold) {
  const TriangleMesh outer = make_shape("icosphere", {{"triangles", 320}});
  const TriangleMesh inner = make_shape("box", {{"x", 0.3}, {"y", 0.3}, {"z", 0.3}});
  const SweptBody a{build_octree(outer), held({}), {}, 0.0};
  const SweptBody b{build_octree(inner), held({Mat3::Identity(), Vec3(0.1, 0, 0)}), {}, 0.0};
  const SweepAlarm alarm = check_step(a, b);
  EXPECT_FALSE(alarm.may_touch);
  EXPECT_TRUE(alarm.is_inside);
  const SweptBody far{b.octree, held({Mat3::Identity(), Vec3(3, 0, 0)}), {}, 0.0};
  EXPECT_FALSE(check_step(a, far).is_inside);
}

/// Copies of a mesh as one body.
TriangleMesh in_places(const TriangleMesh& mesh, const std::vector<Vec3>& places) {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  for (const Vec3& place : places) {
    const auto first = static_cast<std::uint32_t>(vertices.size());
    for (const Vec3& v : mesh.vertices()) vertices.push_back(v + place);
    for (const Triangle& t : mesh.triangles()) {
      triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    }
  }
  return {std::move(vertices), std::move(triangles)};
}

TEST(O3_OctreeSweep, EveryShellOfABodyIsLookedAt) {
  const TriangleMesh torus = make_shape("torus", {{"triangles", 256}});
  const TriangleMesh crumb = make_shape("box", {{"x", 0.04}, {"y", 0.05}, {"z", 0.03}});
  const double ring = torus.bounds().hi.x() - torus.bounds().hi.z();
  const auto place = [&](std::mt19937_64& random) -> Vec3 {  // near the middle of the tube
    const Vec3 p = test::random_vector(random, 1.0);
    return ring * Vec3(p.x(), p.y(), 0.0).normalized() + test::random_vector(random, 0.4 * ring);
  };
  std::size_t inside = 0, outside = 0;
  for (std::size_t i = 0, n = test::trials(2000, 200); i < n; ++i) {
    auto random = test::generator(i);
    std::vector<Vec3> places{Vec3(3, 0, 0)};  // the first shell is always outside
    for (int k = 0; k < 2; ++k) places.push_back(place(random));
    const TriangleMesh crumbs = in_places(crumb, places);
    const int depth = 1 + int(random() % 4);  // coarse: no black cell of the torus at all
    const SweptBody a{build_octree(torus, {.depth = depth}), held({}), {}, 0.0};
    const SweptBody b{build_octree(crumbs, {.depth = depth}), held({}), {}, 0.0};
    const SweepAlarm ab = check_step(a, b), ba = check_step(b, a);
    ASSERT_EQ(ab.may_touch, ba.may_touch);
    if (ab.may_touch) continue;
    const bool truth = std::any_of(crumbs.vertices().begin(), crumbs.vertices().end(),
                                   [&](const Vec3& v) { return is_inside(v, torus); });
    ASSERT_EQ(ab.is_inside, truth) << "trial " << i;
    ASSERT_EQ(ba.is_inside, truth) << "trial " << i;
    ++(truth ? inside : outside);
  }
  EXPECT_GT(inside, 5u);
  EXPECT_GT(outside, 5u);
}

TEST(O5_OctreeSweep, PaddingAndMarginReachAcrossAGap) {
  const Octree box = build_octree(make_shape("box"));
  SweptBody a{box, held({}), {}, 0.0};
  SweptBody b{box, held({Mat3::Identity(), Vec3(1.1, 0, 0)}), {}, 0.0};
  EXPECT_FALSE(check_step(a, b).may_touch);
  EXPECT_FALSE(check_step(a, b, {.margin = 0.099}).may_touch);
  EXPECT_TRUE(check_step(a, b, {.margin = 0.101}).may_touch);
  a.padding = 0.06;
  b.padding = 0.041;
  EXPECT_TRUE(check_step(a, b).may_touch);
}

// The paper's form.

TEST(O3_Workspace, EveryCertifiedContactIsAnnouncedForBothUpdates) {
  std::size_t contacts = 0;
  for (std::size_t i = 0, n = test::trials(2000, 100); i < n; ++i) {
    auto random = test::generator(i);
    const auto bodies = test::random_bodies(random, {.bodies = 3, .way = 0.3, .turn = 0.3});
    std::vector<SweptBody> swept;
    for (const MovingBody& body : bodies) swept.push_back(body.swept());
    for (const OctreeUpdate update : {OctreeUpdate::kDisplaced, OctreeUpdate::kRebuilt}) {
      const WorkspaceReport report = check_workspace(swept, {{Vec3::Constant(-8.0), 16.0}, 5},
                                                     {.update = update, .margin = kTolerance});
      std::set<IdPair> announced;
      for (const WorkspaceAlarm& alarm : report.alarms) announced.emplace(alarm.a, alarm.b);
      for (std::size_t p = 0; p < bodies.size(); ++p) {
        for (std::size_t q = p + 1; q < bodies.size(); ++q) {
          if (!is_contact(certified(bodies[p], bodies[q]))) continue;
          ++contacts;
          ASSERT_TRUE(announced.contains({p, q})) << "trial " << i;
        }
      }
    }
  }
  EXPECT_GT(contacts, 5u);
}

TEST(O3_Workspace, DoesNotDependOnTheNumberOfThreads) {
  auto random = test::generator(11);
  const auto bodies = test::random_bodies(random, {.bodies = 8, .room = 2.0});
  std::vector<SweptBody> swept;
  for (const MovingBody& body : bodies) swept.push_back(body.swept());
  const Workspace workspace{{Vec3::Constant(-8.0), 16.0}, 5};
  const WorkspaceReport one = check_workspace(swept, workspace, {.threads = 1});
  const WorkspaceReport all = check_workspace(swept, workspace);
  ASSERT_EQ(one.alarms.size(), all.alarms.size());
  ASSERT_GT(one.alarms.size(), 0u);
  EXPECT_EQ(one.interfering_cells, all.interfering_cells);
  EXPECT_EQ(one.face_pairs_tested, all.face_pairs_tested);
  for (std::size_t i = 0; i < one.alarms.size(); ++i) {
    EXPECT_EQ(one.alarms[i].faces, all.alarms[i].faces);
  }
}

TEST(O3_Workspace, PairsThatAreNotAskedAboutChangeNothingForTheOthers) {
  auto random = test::generator(12);
  const auto bodies = test::random_bodies(random, {.bodies = 8, .room = 2.0});
  std::vector<SweptBody> swept;
  for (const MovingBody& body : bodies) swept.push_back(body.swept());
  const Workspace workspace{{Vec3::Constant(-8.0), 16.0}, 5};
  const auto asks = [](std::uint32_t a, std::uint32_t b) { return (a + b) % 3 != 0; };
  const WorkspaceReport some = check_workspace(swept, workspace, {.asks = asks});
  WorkspaceReport all = check_workspace(swept, workspace);
  const std::size_t of_all = all.alarms.size();
  std::erase_if(all.alarms, [&](const WorkspaceAlarm& alarm) { return !asks(alarm.a, alarm.b); });
  ASSERT_GT(all.alarms.size(), 0u);
  EXPECT_LT(all.alarms.size(), of_all);
  EXPECT_LT(some.face_pairs_tested, all.face_pairs_tested);
  ASSERT_EQ(some.alarms.size(), all.alarms.size());
  for (std::size_t i = 0; i < some.alarms.size(); ++i) {
    EXPECT_EQ(some.alarms[i].a, all.alarms[i].a);
    EXPECT_EQ(some.alarms[i].b, all.alarms[i].b);
    EXPECT_EQ(some.alarms[i].faces, all.alarms[i].faces);
  }
}

TEST(O3_Workspace, ThePrintedMethodMissesATurningBarAndTheSoundOneDoesNot) {
  // A bar turns by a third of a turn; a small box stands in the middle of its tip's way.
  const Octree bar = build_octree(make_shape("box", {{"x", 2.0}, {"y", 0.1}, {"z", 0.1}}));
  const Octree box = build_octree(make_shape("box", {{"x", 0.1}, {"y", 0.1}, {"z", 0.1}}));
  const Motion turning = Motion::screw({.axis = Vec3::UnitZ(), .angle = 2.1});
  const Vec3 on_the_way(0.95 * std::cos(1.05), 0.95 * std::sin(1.05), 0.0);
  const std::vector<SweptBody> bodies{{bar, sweep_of(turning, {0.0, 1.0}), {}, 0.0},
                                      {box, held({Mat3::Identity(), on_the_way}), {}, 0.0}};
  const Workspace workspace{{Vec3::Constant(-4.0), 8.0}, 5};
  EXPECT_TRUE(check_workspace(bodies, workspace, {.as_printed = true}).alarms.empty());
  EXPECT_EQ(check_workspace(bodies, workspace).alarms.size(), 1u);
  EXPECT_TRUE(check_step(bodies[0], bodies[1]).may_touch);
  EXPECT_FALSE(check_step_all_faces(bodies[0], bodies[1], {.hull_test = HullTest::kPrinted})
                   .may_touch);  // even with all pairs of faces
}
}  // namespace
}  // namespace graze
