// SPDX-License-Identifier: MIT
// Triangles that pass each other at little more or less than a tolerance of 1e-9 to 1e-12 of their
// size: flat, parallel, thin. Rounding turns the direction between their closest points by more
// than separates them, and still every question is decided, as the construction says.      [C4, C9]
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "property/contact_checks.h"
#include "support/fine_gaps.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze::test {
namespace {
using Random = std::mt19937_64;

double between(Random& random, double lo, double hi) {
  return std::uniform_real_distribution<double>(lo, hi)(random);
}

TriangleMesh one_triangle(const Corners& t) { return {{t[0], t[1], t[2]}, {{0, 1, 2}}}; }

Pose turn_about(const Vec3& point, const Vec3& axis, double angle) {
  const Mat3 rotation = Eigen::AngleAxisd(angle, axis).toRotationMatrix();
  return {rotation, point - rotation * point};
}

Vec3 along_plane(const FineGap& pair, Random& random) {
  const Vec3 way = random_vector(random);
  return 0.5 * (way - pair.n * pair.n.dot(way));
}

/// Ways to get to where b is at the gap, or away from there; none takes b below the plane over a.
enum Way { kSlide, kSpin, kDown, kFold, kWays };

/// Where b comes from.
Pose begin_of(Way way, const FineGap& pair, Random& random) {
  if (way == kSlide) return {Mat3::Identity(), along_plane(pair, random)};
  if (way == kSpin) return turn_about(random_vector(random), pair.n, between(random, -1.5, 1.5));
  if (way == kDown || !pair.b_is_hinged) return {Mat3::Identity(), between(random, 0, 1) * pair.n};
  const Vec3 third = pair.b[2] - pair.b[0];
  const double side = pair.edge_b.cross(third).dot(pair.n) > 0.0 ? 1.0 : -1.0;
  return turn_about(pair.b[0], pair.edge_b, side * between(random, 0.1, 1.5));
}

/// Ends at the gap, or passes it half-way, or leaves from it.
enum Part { kArrive, kPass, kLeave };

Motion motion_of(Way way, Part part, const FineGap& pair, Random& random) {
  const Pose there = begin_of(way, pair, random);
  if (part == kLeave) return Motion::between({}, there);
  const bool passes = part == kPass && (way == kSlide || way == kSpin);
  return Motion::between(there, passes ? inverse(there) : Pose{});
}

/// Two triangles, asked with a tolerance, in a frame as far away as it is fit for.
class FineQuestion {
 public:
  /// The gap is `separation` and `least` to `most` tolerances.
  FineQuestion(Random& random, double least, double most, Part part, double separation = 0.0)
      : tolerance_(std::pow(10.0, between(random, -12.0, -9.0))),
        pair_(random_fine_gap(random, separation + tolerance_ * between(random, least, most))),
        way_(static_cast<Way>(random() % kWays)),
        query_(placed(motion_of(way_, part, pair_, random), random)) {}

  const FineGap& pair() const { return pair_; }
  Way way() const { return way_; }
  const ContactQuery& query() const { return query_; }

 private:
  ContactQuery placed(const Motion& motion, Random& random) const {
    const double room = std::max(0.0, 0x1p39 * tolerance_ - 1.0);
    const Pose frame = random() % 2 == 0 ? Pose{} : random_pose(random, room);
    ContactQuery query;
    query.tolerance = tolerance_;
    query.kind = "fine gap";
    query.a = {one_triangle(pair_.a), Motion::placed(frame, Motion::still({}), {})};
    query.b = {one_triangle(pair_.b), Motion::placed(frame, motion, {})};
    return query;
  }

  double tolerance_;
  FineGap pair_;
  Way way_;
  ContactQuery query_;
};

struct Tally {
  std::map<std::string, std::size_t> counts;
  std::size_t steps = 0, most_steps = 0;

  void count(const ContactReport& report) {
    ++counts[std::string(name(report.outcome))];
    steps += report.stats.iterations;
    most_steps = std::max<std::size_t>(most_steps, report.stats.iterations);
  }
  ~Tally() {
    for (const auto& [outcome, count] : counts)
      std::printf("[          ] %8zu %s\n", count, outcome.c_str());
    std::printf("[          ] %8zu steps, at most %zu a question\n", steps, most_steps);
  }
};

/// Asks both ways round.
template <typename Check>
void ask(const ContactQuery& query, const CertifiedOptions& options, Tally& tally,
         const Check& check) {
  const AskedQuery asked(query);
  for (const AskedQuery& told : {asked, swapped(asked)}) {
    const ContactReport report = told.certified(options);
    tally.count(report);
    EXPECT_NE(report.outcome, Outcome::kUndecided) << explanation(report);
    check(told.query, report);
  }
}

constexpr Budget kEnough{.max_tests = 1'000'000};

TEST(C4_FineGaps, WiderThanTheToleranceIsSeparated) {
  Tally tally;
  for (std::size_t trial = 0, count = trials(40'000); trial < count; ++trial) {
    Random random = generator(trial);
    const FineQuestion asked(random, 1.05, 3.0, kPass);
    ask(asked.query(), {.budget = kEnough}, tally, [&](const auto&, const ContactReport& report) {
      EXPECT_EQ(report.outcome, Outcome::kSeparated) << trial;
    });
  }
}

// Every direction but that of the spin turns with the bodies, and the closest points' one does so
// by rounding alone.
TEST(C4_FineGaps, ABodyThatSpinsOnItsClosestPointTakesFewSteps) {
  Tally tally;
  for (std::size_t trial = 0, count = trials(4'000); trial < count; ++trial) {
    Random random = generator(trial);
    const double tolerance = std::pow(10.0, between(random, -12.0, -9.0));
    const FineGap pair = random_fine_gap(random, tolerance * between(random, 1.05, 3.0));
    ContactQuery query;
    query.tolerance = tolerance;
    query.a = {one_triangle(pair.a), Motion::still({})};
    query.b = {one_triangle(pair.b), Motion::screw({.axis = pair.n, .angle = 3.0})};
    ask(query, {.budget = kEnough}, tally, [&](const auto&, const ContactReport& report) {
      EXPECT_EQ(report.outcome, Outcome::kSeparated) << trial;
      EXPECT_LT(report.stats.iterations, 5'000) << trial;
    });
  }
}

TEST(C4_FineGaps, WiderThanAMinimumSeparationAndTheToleranceIsSeparated) {
  Tally tally;
  for (std::size_t trial = 0, count = trials(20'000); trial < count; ++trial) {
    Random random = generator(trial);
    const double separation = std::pow(10.0, between(random, -10.0, -1.0));
    const FineQuestion asked(random, 1.05, 3.0, kPass, separation);
    ask(asked.query(), {.min_separation = separation, .budget = kEnough}, tally,
        [&](const auto&, const ContactReport& report) {
          EXPECT_EQ(report.outcome, Outcome::kSeparated) << trial;
        });
  }
}

/// Bodies that only touch may be said to overlap where rounding decides, not beyond.
std::string what_is_false(const ContactQuery& query, const ContactReport& report) {
  const ContactTruth truth(query);
  if (report.outcome == Outcome::kOverlapAtStart) {
    return truth.surely_within(0.0, 0, 0, 0.5 * query.tolerance) ? "" : "no overlap";
  }
  return what_is_wrong(truth, query, report,
                       {truth.at(0.5), truth.at(1.0), truth.at(report.time.hi)});
}

TEST(C4_FineGaps, NearerThanTheToleranceIsDecidedAndTrue) {
  Tally tally;
  for (std::size_t trial = 0, count = trials(10'000); trial < count; ++trial) {
    Random random = generator(trial);
    const FineQuestion asked(random, -30.0, 2.0, trial % 2 == 0 ? kPass : kArrive);
    if (asked.way() == kFold) continue;  // turning on a corner of the other is a matter of budget
    ask(asked.query(), {.budget = kEnough}, tally,
        [&](const ContactQuery& query, const ContactReport& report) {
          EXPECT_EQ(what_is_false(query, report), "") << trial;
        });
  }
}

TEST(C9_FineGaps, TouchingAtTheStartIsNoOverlapAndMayLift) {
  Tally tally;
  for (std::size_t trial = 0, count = trials(20'000); trial < count; ++trial) {
    Random random = generator(trial);
    const FineQuestion asked(random, 0.4, 0.95, kLeave);
    ask(asked.query(), {.budget = kEnough}, tally, [&](const auto&, const ContactReport& report) {
      EXPECT_NE(report.start, StartState::kOverlapping) << trial;
      EXPECT_NE(report.outcome, Outcome::kOverlapAtStart) << trial;
      if (asked.way() != kDown) return;
      EXPECT_EQ(report.outcome, Outcome::kSeparated) << trial;
    });
  }
}

TEST(C9_FineGaps, LessDeepThanTheToleranceIsNoOverlap) {
  Tally tally;
  for (std::size_t trial = 0, count = trials(20'000); trial < count; ++trial) {
    Random random = generator(trial);
    const FineQuestion asked(random, -0.9, 0.0, kLeave);
    if (!asked.pair().faces) continue;
    ask(asked.query(), {.span = {0.0, 0.0}}, tally, [&](const auto&, const ContactReport& report) {
      EXPECT_EQ(report.start, StartState::kTouching) << trial;
    });
  }
}

TEST(C9_FineGaps, TheSmallestDistanceIsBracketed) {
  for (std::size_t trial = 0, count = trials(20'000); trial < count; ++trial) {
    Random random = generator(trial);
    const FineQuestion asked(random, 1.05, 30.0, kPass);
    // Where the first samples miss the nearest instant, or b turns on a point of a, steps are as
    // short as the tolerance: a matter of budget.
    if (asked.way() == kSpin || asked.way() == kFold) continue;
    const AskedQuery told(asked.query());
    const Clearance found =
        clearance_certified({told.wide_a, told.query.a.motion}, {told.wide_b, told.query.b.motion},
                            {.tolerance = told.query.tolerance, .budget = kEnough});
    EXPECT_NE(found.outcome, Outcome::kUndecided) << trial;
    const double rounding = 0x1p-3 * told.query.tolerance;
    EXPECT_LE(found.distance.lo, asked.pair().gap + rounding) << trial;
    EXPECT_GE(found.distance.hi, asked.pair().gap - rounding) << trial;
    EXPECT_LE(found.distance.width(), told.query.tolerance + 2.0 * rounding) << trial;
  }
}

}  // namespace
}  // namespace graze::test
