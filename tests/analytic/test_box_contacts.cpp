// SPDX-License-Identifier: MIT
// Every entry and exit of boxes under rational motion, against sampling and whole numbers.   [B3]
#include <graze/base/error.h>
#include <graze/io/load_scene.h>
#include <graze/math/rotation.h>
#include <graze/motion/polynomial_pose.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "analytic/box_pairs.h"
#include "analytic/exact_pair.h"
#include "methods/analytic/pair_functions.h"
#include "support/trials.h"

namespace graze::test {
namespace {
/// How many instants disagree with what was said: none may.
struct Tally {
  std::size_t intervals = 0, grazes = 0, several = 0, at_start = 0;
  void add(const BoxContacts& c) {
    several += c.intervals.size() > 1;
    for (const BoxContactInterval& i : c.intervals) {
      (i.kind == IntervalKind::kGraze ? grazes : intervals) += 1;
      at_start += i.before_span;
    }
  }
};

template <typename Gap>
void check_at(const BoxContacts& contacts, double t, const Gap& gap, std::size_t trial) {
  const double g = gap(t);
  const Said said = said_at(contacts, t);
  ASSERT_FALSE(g < -1e-9 && said == Said::kApart) << "missed, trial " << trial << " t " << t;
  ASSERT_FALSE(g > 1e-9 && said == Said::kOverlap) << "false, trial " << trial << " t " << t;
  ASSERT_FALSE(std::fabs(g) > 1e-6 && said == Said::kUnsure) << "trial " << trial << " t " << t;
}

void check_pair(const RelativeBoxPair& pair, const BoxContacts& contacts, Generator& random,
                std::size_t trial) {
  const auto gap = [&](double t) { return gap_at(pair, t); };
  for (int k = 0; k <= 24; ++k)
    check_at(contacts, (k + uniform(random, -0.4, 0.4)) / 24.0 * 0.96 + 0.02, gap, trial);
  for (const BoxContactInterval& c : contacts.intervals)
    for (const double t :
         {c.entry.lo - 1e-7, c.entry.hi + 1e-7, c.exit.lo - 1e-7, c.exit.hi + 1e-7})
      if (t > 0.0 && t < 1.0) check_at(contacts, t, gap, trial);
}
}  // namespace

TEST(B3_BoxContacts, NoInstantDisagreesWithSamplingOnRandomPairs) {
  Tally tally;
  BoxContacts contacts;
  const std::size_t count = trials(1'000'000);
  double widest = 0.0;
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const RelativeBoxPair pair = random_pair(random);
    box_contacts(pair, {}, contacts);
    ASSERT_TRUE(contacts.is_complete()) << "trial " << k;
    check_pair(pair, contacts, random, k);
    ASSERT_FALSE(HasFatalFailure());
    tally.add(contacts);
    for (const BoxContactInterval& c : contacts.intervals)
      if (c.kind == IntervalKind::kOverlap)
        widest = std::max({widest, c.entry.hi - c.entry.lo, c.exit.hi - c.exit.lo});
  }
  std::printf(
      "%zu pairs: %zu intervals, %zu grazes, %zu pairs with several, %zu overlap at the start; "
      "widest bracket %.1e\n",
      count, tally.intervals, tally.grazes, tally.several, tally.at_start, widest);
  EXPECT_GT(tally.intervals, count / 3);
}

/// Moves by a formula with a weight, about another point than its middle. Quaternions may come near
/// zero: functions are then steep, and small beside their size.
MovingBox random_moving_box(Generator& random) {
  std::normal_distribution<double> normal;
  const auto vector = [&](double size) {
    return Vec3(size * Vec3(normal(random), normal(random), normal(random)));
  };
  RationalFormula f;
  f.rotation.clear(), f.translation.clear(), f.weight.clear();
  for (std::size_t k = 0; k <= random() % 4; ++k)
    f.rotation.emplace_back(normal(random), normal(random), normal(random), normal(random));
  for (std::size_t k = 0; k <= random() % 3; ++k) f.translation.push_back(vector(1.5));
  for (std::size_t k = 0; k <= random() % 3; ++k) f.weight.push_back(uniform(random, 0.8, 1.4));
  Box box{Vec3::Zero(),
          Mat3::Identity(),
          {uniform(random, 0.2, 1.6), uniform(random, 0.2, 1.6), uniform(random, 0.2, 1.6)}};
  try {
    if (random() % 2 == 0) {
      box.centre = vector(0.1);
      return {box, rational_motion(f)};
    }
    return {box, Motion::placed({}, rational_motion(f), {Mat3::Identity(), vector(0.1)})};
  } catch (const InputError&) {
    return random_moving_box(random);  // a quaternion too near to zero
  }
}

TEST(B3_BoxContacts, NoInstantDisagreesForBoxesOffTheirOriginThatBothMove) {
  const std::size_t count = trials(4000);
  std::size_t told = 0;
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const MovingBox a = random_moving_box(random), b = random_moving_box(random);
    const BoxContacts contacts = box_contacts(a, b);
    told += contacts.is_complete();
    const auto gap = [&](double t) {
      return gap_of(corners_of(a.box, pose_at(a.world_from_box, t)),
                    corners_of(b.box, pose_at(b.world_from_box, t)));
    };
    std::vector<double> times;
    for (int i = 0; i <= 200; ++i) times.push_back(i / 200.0);
    for (const BoxContactInterval& c : contacts.intervals)
      for (const double t : {c.entry.lo, c.entry.hi, c.exit.lo, c.exit.hi, c.entry.middle()})
        times.push_back(t);
    const double near = 1e-6 + 2.0 * contacts.error;
    for (const double t : times) {
      if (!contacts.is_complete() && t >= contacts.sure_until) continue;
      const Said said = said_at(contacts, t);
      const double g = gap(t);
      ASSERT_FALSE(g < -1e-9 && said == Said::kApart) << "missed, trial " << k << " t " << t;
      ASSERT_FALSE(g > 1e-9 && said == Said::kOverlap) << "false, trial " << k << " t " << t;
      ASSERT_FALSE(std::fabs(g) > near && said == Said::kUnsure)
          << "no touch, trial " << k << " t " << t << " gap " << g << " error " << contacts.error;
    }
  }
  EXPECT_GT(told, count * 99 / 100);
}

TEST(B3_BoxContacts, WhereFunctionsAreTooSteepToFollowBackThereIsNoGraze) {
  for (const char* name : {"1", "2"}) {
    const Scene scene = load_scene("tests/analytic/steep_functions_" + std::string(name) + ".json");
    const auto box = [&](std::size_t k) -> MovingBox {
      return {*scene.bodies[k].shape.box(), scene.bodies[k].motion};
    };
    const BoxContacts contacts = box_contacts(box(0), box(1));
    EXPECT_TRUE(contacts.is_complete());
    ASSERT_EQ(contacts.intervals.size(), 1u) << name;
    EXPECT_EQ(contacts.intervals[0].kind, IntervalKind::kOverlap) << name;
  }
}

TEST(B3_BoxContacts, TouchesByConstructionAreGrazesOrShortIntervals) {
  Tally tally;
  BoxContacts contacts;
  const std::size_t count = trials(4000);
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const RelativeBoxPair pair = tangential_pair(random);
    box_contacts(pair, {}, contacts);
    ASSERT_TRUE(contacts.is_complete()) << "trial " << k;
    check_pair(pair, contacts, random, k);
    ASSERT_FALSE(HasFatalFailure());
    tally.add(contacts);
  }
  std::printf("%zu pairs made to touch: %zu intervals, %zu grazes\n", count, tally.intervals,
              tally.grazes);
  EXPECT_GT(tally.grazes, count / 5);
}

TEST(B3_BoxContacts, ParabolaThatTouchesExactlyIsOneGraze) {
  for (const double depth : {0.0, 1e-3, -1e-3}) {  // above, through, at the touch
    RelativeBoxPair pair{Vec3(1, 1, 1), Vec3(0.5, 0.5, 0.5), {}};
    // x(t) = 1.5 + 4 (t - 1/2)^2 - depth: control points of a parabola.
    pair.a_from_b.translation = {Vec3(2.5 - depth, 0.25, 0.125), Vec3(0.5 - depth, 0.25, 0.125),
                                 Vec3(2.5 - depth, 0.25, 0.125)};
    BoxContacts contacts;
    box_contacts(pair, {}, contacts);
    ASSERT_EQ(contacts.intervals.size(), depth < 0.0 ? 0u : 1u) << depth;
    if (depth == 0.0) {
      EXPECT_EQ(contacts.intervals[0].kind, IntervalKind::kGraze);
      EXPECT_TRUE(contacts.intervals[0].entry.contains(0.5));
    }
    if (depth > 0.0) {
      EXPECT_EQ(contacts.intervals[0].kind, IntervalKind::kOverlap);
      EXPECT_NEAR(contacts.intervals[0].entry.lo, 0.5 - std::sqrt(depth / 4.0), 1e-9);
    }
  }
}

TEST(B3_BoxContacts, EveryStretchIsRightInWholeNumbersAndEveryBracketHoldsOneRoot) {
  const std::size_t count = trials(10'000);
  BoxContacts contacts;
  std::size_t stretches = 0, wide = 0, grazes = 0, brackets[5] = {};
  double widest = 0.0;
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const RelativeBoxPair pair = on_grid(random_pair(random));
    box_contacts(pair, {}, contacts);
    const ExactPair exact(pair);
    const auto add_bracket = [&](double apart, double overlap) {
      const ExactPair::Bracket kind = exact.classify(apart, overlap, k % 8 == 0);
      ++brackets[int(kind)];
      const double width = std::fabs(apart - overlap);
      widest = std::max(widest, width);
      wide += width > 1e-9;
      if (width > 1e-9)
        std::printf("trial %zu: bracket %.3e wide, kind %d, gap %.1e at its middle\n", k, width,
                    int(kind), gap_at(pair, 0.5 * (apart + overlap)));
    };
    double apart_from = 0.0;
    for (const BoxContactInterval& c : contacts.intervals) {
      if (!c.before_span) {
        ASSERT_TRUE(exact.apart_during(apart_from, c.entry.lo)) << "trial " << k;
        ++stretches;
      }
      if (c.kind == IntervalKind::kOverlap) {
        ASSERT_TRUE(exact.overlap_during(c.entry.hi, c.exit.lo)) << "trial " << k;
        ++stretches;
        if (!c.before_span) add_bracket(c.entry.lo, c.entry.hi);
        if (!c.after_span) add_bracket(c.exit.hi, c.exit.lo);
      }
      grazes += c.kind == IntervalKind::kGraze;
      apart_from = c.after_span ? 2.0 : c.exit.hi;
    }
    if (apart_from < 1.0) {
      ASSERT_TRUE(exact.apart_during(apart_from, 1.0)) << "trial " << k;
      ++stretches;
    }
    ASSERT_TRUE(contacts.openings.empty()) << "trial " << k;
  }
  std::printf("%zu stretches of %zu pairs proved in whole numbers; %zu grazes\n", stretches, count,
              grazes);
  std::printf(
      "brackets: %zu with one simple root, %zu with one root, %zu with several, %zu across a "
      "change of signs; %zu wider than 1e-9, widest %.1e\n",
      brackets[0], brackets[1], brackets[2], brackets[3], wide, widest);
  EXPECT_EQ(brackets[int(ExactPair::Bracket::kWrongEnds)], 0u);
  EXPECT_EQ(brackets[int(ExactPair::Bracket::kSeveralRoots)], 0u);
  EXPECT_EQ(wide, 0u);
}

TEST(B3_BoxContacts, SameBitsForEveryInstructionSet) {
  using namespace analytic;
  const std::size_t count = trials(4000);
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const RelativeBoxPair pair = random_pair(random);
    RelativeBoxes boxes;
    const RationalFormula& f = pair.a_from_b;
    boxes.rotation_degree = int(f.rotation.size()) - 1;
    boxes.translation_degree = int(f.translation.size()) - 1;
    for (std::size_t i = 0; i < f.rotation.size(); ++i) {
      boxes.q[i][0] = f.rotation[i].w();
      for (int c = 0; c < 3; ++c) boxes.q[i][c + 1] = f.rotation[i].vec()[c];
    }
    for (std::size_t i = 0; i < f.translation.size(); ++i)
      for (int c = 0; c < 3; ++c) boxes.x[i][c] = f.translation[i][c];
    for (int c = 0; c < 3; ++c) boxes.half_a[c] = pair.half_a[c], boxes.half_b[c] = pair.half_b[c];
    PairFunctions p, q;
    Scan s, r;
    scan_functions().set_up(boxes, p);
    portable_scan_functions().set_up(boxes, q);
    scan_functions().scan(p, {}, s);
    portable_scan_functions().scan(q, {}, r);
    ASSERT_EQ(s.count, r.count);
    for (int i = 0; i < s.count; ++i) {
      ASSERT_EQ(s.stretches[i].lo, r.stretches[i].lo);
      ASSERT_EQ(s.stretches[i].hi, r.stretches[i].hi);
      ASSERT_EQ(s.stretches[i].phase, r.stretches[i].phase);
    }
  }
}

TEST(B3_BoxContacts, FeaturesTouchAtEntryAndExit) {
  const std::size_t count = trials(20000);
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const RelativeBoxPair pair = random_pair(random);
    BoxContacts contacts;
    box_contacts(pair, {}, contacts);
    for (const BoxContactInterval& c : contacts.intervals) {
      const std::pair<const FeaturePair*, double> ends[2] = {
          {c.before_span ? nullptr : &c.entry_features, c.entry.lo},
          {c.after_span ? nullptr : &c.exit_features, c.exit.hi}};
      for (const auto& [f, t] : ends) {
        if (!f) continue;
        const auto kinds = std::pair(f->a.kind(), f->b.kind());
        const bool edges = kinds == std::pair(FeatureKind::kEdge, FeatureKind::kEdge);
        ASSERT_TRUE(edges || kinds.first == FeatureKind::kFace ||
                    kinds.second == FeatureKind::kFace);
        // A vertex against a face lies on the face's plane.
        const Pose pose = pose_of(pair.a_from_b, t);
        const auto corner = [](const BoxFeature& b, const Vec3& half) {
          return Vec3(b.side[0] * half[0], b.side[1] * half[1], b.side[2] * half[2]);
        };
        if (kinds == std::pair(FeatureKind::kFace, FeatureKind::kVertex)) {
          const Vec3 v = pose * corner(f->b, pair.half_b);
          for (int i = 0; i < 3; ++i)
            if (f->a.side[i]) {
              ASSERT_NEAR(v[i], f->a.side[i] * pair.half_a[i], 1e-8);
            }
        }
        if (kinds == std::pair(FeatureKind::kVertex, FeatureKind::kFace)) {
          const Vec3 v = inverse(pose) * corner(f->a, pair.half_a);
          for (int i = 0; i < 3; ++i)
            if (f->b.side[i]) {
              ASSERT_NEAR(v[i], f->b.side[i] * pair.half_b[i], 1e-8);
            }
        }
      }
    }
  }
}

TEST(B3_BoxContacts, BothBoxesMayMoveAndSitAnywhereInTheirFrames) {
  const std::size_t count = trials(20'000);
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const int m = int(random() % 3), p = 1 + int(random() % 3);
    const RelativeBoxPair one = random_pair(random, m, p),
                          two = random_pair(random, int(random() % 3), 1);
    MovingBox a{{Vec3::Zero(), Mat3::Identity(), one.half_a}, {}};
    MovingBox b{{Vec3::Zero(), Mat3::Identity(), one.half_b}, {}};
    if (k % 2) a.box.centre = Vec3(0.3, -0.2, 0.5);
    if (k % 3 == 0) b.box.axes = rotation_about(Vec3(1, 2, 3), 0.7);
    try {
      a.world_from_box = rational_motion(one.a_from_b, {0.0, 2.0});
      b.world_from_box =
          k % 5 ? rational_motion(two.a_from_b, {0.5, 2.5})
                : Motion::composed(
                      rational_motion(two.a_from_b, {0.0, 2.0}),
                      Motion::still({rotation_about(Vec3(1, 0, 1), 0.4), Vec3(0.1, 0, 0)}));
    } catch (const std::exception&) {
      continue;
    }
    const Interval span(0.25, 1.75);
    const BoxContacts contacts = box_contacts(a, b, {span, false});
    ASSERT_TRUE(contacts.is_complete()) << "trial " << k;
    const auto gap = [&](double t) {
      return gap_of(corners_of(a.box, pose_at(a.world_from_box, t)),
                    corners_of(b.box, pose_at(b.world_from_box, t)));
    };
    for (int i = 0; i < 25; ++i) {
      check_at(contacts, uniform(random, span.lo, span.hi), gap, k);
      ASSERT_FALSE(HasFatalFailure());
    }
  }
}

TEST(B6_BoxContacts, BoxesThatStretchAndShear) {
  const std::size_t count = trials(20'000);
  std::size_t met = 0, asked = 0;
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const auto formula = [&](bool turning) {
      const RelativeBoxPair pair = random_pair(random, turning ? 1 : 0, 1);
      if (turning)
        return scaled(pair.a_from_b,
                      {Vec3(1, 1, 1), Vec3(uniform(random, 0.5, 2), uniform(random, 0.5, 2), 1)});
      AffineFormula f;
      f.matrix.clear();
      for (int i = 0; i < 3; ++i) {
        Mat3 m = Mat3::Identity();
        for (int c = 0; c < 9; ++c) m(c / 3, c % 3) += uniform(random, -0.3, 0.3);
        f.matrix.push_back(m);
      }
      f.translation = pair.a_from_b.translation;
      return f;
    };
    const RelativeBoxPair sizes = random_pair(random, 0, 0);
    MovingAffineBox a{{Vec3::Zero(), Mat3::Identity(), sizes.half_a},
                      {{{{0.0, 1.0}, formula(k % 2)}}}};
    MovingAffineBox b{{Vec3::Zero(), Mat3::Identity(), sizes.half_b},
                      {{{{0.0, 1.0}, formula(k % 3 == 0)}}}};
    if (k % 4 == 0) b.world_from_box.pieces[0].formula.matrix = {-Mat3::Identity()};  // mirrored
    if (k % 4 == 0) b.world_from_box.pieces[0].formula.weight = {1.0};
    BoxContacts contacts;
    try {
      contacts = box_contacts(a, b);
    } catch (const std::exception&) {
      continue;  // flattened on the way
    }
    ++asked;
    met += !contacts.intervals.empty();
    ASSERT_TRUE(contacts.is_complete()) << "trial " << k;
    const auto corners = [](const MovingAffineBox& m, double t) {
      Corners c;
      for (int i = 0; i < 8; ++i) {
        const Vec3 s(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
        c[std::size_t(i)] = place_at(m.world_from_box, t, Vec3(s.cwiseProduct(m.box.half_size)));
      }
      return c;
    };
    for (int i = 0; i < 25; ++i) {
      const double t = uniform(random, 0.0, 1.0);
      check_at(
          contacts, t, [&](double s) { return gap_of(corners(a, s), corners(b, s)); }, k);
      ASSERT_FALSE(HasFatalFailure());
    }
  }
  EXPECT_GT(asked, count / 2);
  EXPECT_GT(met, asked / 5);
}

TEST(B6_BoxContacts, ARigidBoxAndOneThatStretches) {
  const std::size_t count = trials(4'000);
  std::size_t met = 0;
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const RelativeBoxPair first = random_pair(random, 1, 1), second = random_pair(random, 1, 1);
    const MovingBox a{{Vec3(0.1, -0.2, 0.3), Mat3::Identity(), first.half_a},
                      rational_path({{{0.0, 0.4}, first.a_from_b}, {{0.4, 1.0}, second.a_from_b}})};
    AffineFormula stretching;
    stretching.matrix = {Mat3::Identity(), Vec3(uniform(random, 0.5, 2), 1, 1).asDiagonal()};
    stretching.matrix[1](0, 1) = uniform(random, -0.5, 0.5);
    stretching.translation = {Vec3(0, 0, 0), Vec3(0, 0.5, 0)};
    const MovingAffineBox b{{Vec3::Zero(), Mat3::Identity(), first.half_b},
                            {{{{0.0, 0.7}, stretching}, {{0.7, 1.0}, stretching}}}};
    const BoxContacts contacts = box_contacts(a, b);
    ASSERT_TRUE(contacts.is_complete()) << "trial " << k;
    met += !contacts.intervals.empty();
    const auto gap = [&](double t) {
      Corners c;
      for (int i = 0; i < 8; ++i) {
        const Vec3 s(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
        c[std::size_t(i)] = place_at(b.world_from_box, t, Vec3(s.cwiseProduct(b.box.half_size)));
      }
      return gap_of(corners_of(a.box, pose_at(a.world_from_box, t)), c);
    };
    for (int i = 0; i < 25; ++i) {
      check_at(contacts, uniform(random, 0.0, 1.0), gap, k);
      ASSERT_FALSE(HasFatalFailure());
    }
  }
  EXPECT_GT(met, count / 5);
  EXPECT_LT(met, count);
}

}  // namespace graze::test
