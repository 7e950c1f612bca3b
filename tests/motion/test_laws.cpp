// SPDX-License-Identifier: MIT
// What motions have in common: reversal, placement, composition, time outside the domain.    [C1]
#include <graze/base/error.h>
#include <graze/base/hash.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "motion/oracle.h"
#include "motion/random_motions.h"
#include "support/trials.h"

namespace graze::test {
namespace {
/// Rounding of a pose and of a time at which it is asked.
double slack(const Motion& motion, double t) {
  const MotionState state = state_at(motion, t);
  const double speed = state.twist.linear.norm() + state.twist.angular.norm();
  return 4.0 * (state.rotation_error + state.translation_error) + 1e-14 * (1.0 + speed);
}

Motion quarter_turns(Outside outside) {
  Motion::ScrewParameters p;
  p.begin.translation = {1.0, 0.0, 0.0};
  p.angle = 1.5;
  return Motion::screw(p, {1.0, 3.0}, outside);
}
}  // namespace

TEST(C1_Laws, ReversedRunsBackwards) {
  const std::size_t count = trials(10'000);
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const Motion motion = random_segment(random);
    const Motion back = Motion::reversed(motion);
    const Interval domain = motion.domain();
    const double t = inner_time(random, domain);
    const double mirror = domain.lo + (domain.hi - t);
    ASSERT_LE(difference(pose_at(back, mirror), pose_at(motion, t)), slack(motion, t))
        << "trial " << k;
    ASSERT_LE((twist_at(back, mirror).angular + twist_at(motion, t).angular).norm(),
              1e-11 * (1.0 + twist_at(motion, t).angular.squaredNorm()));
    ASSERT_EQ(content_hash(Motion::reversed(back)), content_hash(motion));
  }
}

TEST(C1_Laws, ReversedPathsAndCompositionsRunBackwards) {
  const std::size_t count = trials(4'000);
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const Motion motion = random_motion(random);
    const Interval domain = motion.domain();
    const double t = inner_time(random, domain);
    const double mirror = domain.lo + (domain.hi - t);
    const double speed = bounds_over(smooth_pieces(motion, t)[0].motion, t).angular_speed;
    ASSERT_LE(difference(pose_at(Motion::reversed(motion), mirror), pose_at(motion, t)),
              slack(motion, t) + 1e-12 * speed)
        << "trial " << k << ", a " << motion.kind();
  }
}

TEST(C1_Laws, PlacedAndComposedMultiplyPoses) {
  const std::size_t count = trials(10'000);
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const Motion outer = random_motion(random), inner = random_motion(random);
    const Pose left = random_frame(random, 1.0), right = random_frame(random, 1.0);
    const double t = inner_time(random, outer.domain());
    ASSERT_LE(difference(pose_at(Motion::placed(left, outer, right), t),
                         left * pose_at(outer, t) * right),
              slack(outer, t) * 4.0);
    const Motion both = Motion::composed(outer, inner);
    ASSERT_LE(difference(pose_at(both, t), pose_at(outer, t) * pose_at(inner, t)), slack(both, t));
  }
}

TEST(C1_Laws, HoldKeepsTheEndsAndStands) {
  const Motion motion = quarter_turns(Outside::kHold);
  EXPECT_EQ(difference(pose_at(motion, -7.0), pose_at(motion, 1.0)), 0.0);
  EXPECT_EQ(difference(pose_at(motion, 99.0), pose_at(motion, 3.0)), 0.0);
  EXPECT_EQ(twist_at(motion, 99.0).angular.norm(), 0.0);
  EXPECT_GT(twist_at(motion, 3.0).angular.norm(), 0.0);
}

TEST(C1_Laws, LoopStartsAgain) {
  const Motion motion = quarter_turns(Outside::kLoop), base = quarter_turns(Outside::kHold);
  for (const double turn : {-3.0, -1.0, 0.0, 1.0, 5.0})
    EXPECT_EQ(difference(pose_at(motion, 1.5 + 2.0 * turn), pose_at(base, 1.5)), 0.0);
  EXPECT_EQ(difference(pose_at(motion, 3.0), pose_at(base, 1.0)), 0.0);
  const IntervalVec3 all = enclose_point(motion, {0.0, 1000.0}, {0.0, 0.0, 0.0});
  for (const double t : {1.0, 2.0, 2.999})
    EXPECT_TRUE(inside(all, true_pose(base, t) * real(Vec3(0.0, 0.0, 0.0))));
}

TEST(C1_Laws, LoopedPathsRepeatEverySegment) {
  for (std::uint64_t k = 0; k < 50; ++k) {
    Generator random = generator(k);
    std::vector<TimedPose> poses;
    for (const double t : {1.0, 1.5, 1.75, 3.0}) poses.push_back({t, random_frame(random, 1.0)});
    const Motion base = Motion::path(poses),
                 loop = Motion::path(poses, Interpolation::kScrew, Outside::kLoop);
    const Interval span(1.25 + 2.0 * double(k % 7), 1.625 + 2.0 * double(k % 7) + 2.0);
    const IntervalVec3 place = enclose_point(loop, span, {0.5, 0.0, 0.0});
    for (const SmoothPiece& piece : smooth_pieces(loop, span)) {
      const double t = piece.span.middle(), local = 1.0 + std::fmod(t - 1.0, 2.0);
      ASSERT_EQ(difference(pose_at(piece.motion, t), pose_at(base, local)), 0.0);
      ASSERT_EQ(difference(pose_at(loop, t), pose_at(base, local)), 0.0);
      ASSERT_TRUE(inside(place, true_pose(base, local) * real(Vec3(0.5, 0.0, 0.0))));
    }
    ASSERT_EQ(smooth_pieces(loop, span).size(), 5u);
  }
}

TEST(C1_Laws, RefusingMotionsSayWhichTimesTheyKnow) {
  const Motion motion = quarter_turns(Outside::kError);
  EXPECT_NO_THROW(pose_at(motion, 3.0));
  EXPECT_THROW(pose_at(motion, 3.5), InputError);
  EXPECT_THROW(enclose_pose(motion, {0.0, 2.0}), InputError);
  EXPECT_THROW(pose_at(motion, std::nan("")), InputError);
}

TEST(C1_Laws, PiecesCutWhereVelocityJumps) {
  const std::vector<TimedPose> poses{{0.0, Pose{}},
                                     {1.0, {Mat3::Identity(), {1.0, 0.0, 0.0}}},
                                     {2.0, {Mat3::Identity(), {1.0, 3.0, 0.0}}}};
  const Motion path = Motion::path(poses);
  const auto pieces = smooth_pieces(path, {-1.0, 4.0});
  ASSERT_EQ(pieces.size(), 4u);
  EXPECT_EQ(pieces[0].span, Interval(-1.0, 0.0));
  EXPECT_EQ(pieces[3].span, Interval(2.0, 4.0));
  EXPECT_EQ(twist_at(pieces[0].motion, 0.0).linear, Vec3(0.0, 0.0, 0.0));
  EXPECT_EQ(twist_at(pieces[1].motion, 1.0).linear, Vec3(1.0, 0.0, 0.0));
  EXPECT_EQ(twist_at(pieces[2].motion, 1.0).linear, Vec3(0.0, 3.0, 0.0));
  const auto until_knot = smooth_pieces(path, {0.25, 1.0});
  ASSERT_EQ(until_knot.size(), 2u) << "the later piece holds at the knot";
  EXPECT_EQ(until_knot[1].span, Interval(1.0));
  EXPECT_EQ(twist_at(until_knot[1].motion, 1.0).linear, Vec3(0.0, 3.0, 0.0));
  EXPECT_EQ(smooth_pieces(path, {1.0, 1.0}).size(), 1u);
  EXPECT_EQ(smooth_pieces(path, {2.0, 3.0}).size(), 1u) << "what is held is the end itself";
  EXPECT_EQ(smooth_pieces(path, {-1.0, 0.0}).size(), 1u);
}

Motion steps(const Interval& domain, Outside outside, double first) {
  const auto at = [&](double t, double x) {
    return TimedPose{t, {Mat3::Identity(), {first + x, 0.0, 0.0}}};
  };
  return Motion::path({at(domain.lo, 0.0), at(domain.middle(), 1.0), at(domain.hi, 2.0)},
                      Interpolation::kStep, outside);
}

/// Jumps at multiples of a half, on one side or the other, alone or together.
Motion jumping(Generator& random, int depth = 0) {
  const auto pick = [&](int n) { return int(random() % std::uint64_t(n)); };
  const Interval domain(0.5 * pick(3), 2.0 + 0.5 * pick(3));
  const Outside outside = pick(2) == 0 ? Outside::kLoop : Outside::kHold;
  const int kind = pick(depth < 2 ? 4 : 2);
  if (kind == 0) return steps({domain.lo, domain.lo + 1.0}, outside, 10.0 * pick(5));
  if (kind == 1) {
    const RationalFormula ramp{{Quat::Identity()}, {{0, 1, 0}, {0, 2, 0}}, {1.0}};
    const RationalFormula back{{Quat::Identity()}, {{0, 5, 0}, {0, 4, 0}}, {1.0}};
    return rational_path({{{0.0, 1.0}, ramp}, {{1.0, 1.5}, back}}, outside);
  }
  if (kind == 2) return Motion::reversed(jumping(random, depth + 1));
  return Motion::composed(jumping(random, depth + 1), jumping(random, depth + 1));
}

TEST(C1_Laws, EveryInstantIsInAPieceThatHasItsPose) {
  const std::size_t count = trials(20'000);
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const Motion motion = jumping(random);
    const double begin = -1.0 + 0.5 * double(random() % 8);
    const Interval span(begin, begin + 0.5 * double(random() % 8));
    const auto pieces = smooth_pieces(motion, span);
    const auto some_piece_has = [&](double t, const Pose& pose) {
      return std::ranges::any_of(pieces, [&](const SmoothPiece& p) {
        return p.span.contains(t) && difference(pose_at(p.motion, t), pose) < 1e-9;
      });
    };
    double reached = span.lo;
    for (const SmoothPiece& piece : pieces) {
      ASSERT_EQ(piece.span.lo, reached) << "trial " << k;
      reached = piece.span.hi;
    }
    ASSERT_EQ(reached, span.hi) << "trial " << k;
    for (double t = span.lo; t <= span.hi; t += 0.125) {
      ASSERT_TRUE(some_piece_has(t, pose_at(motion, t))) << "trial " << k << " at " << t;
      ASSERT_TRUE(t == span.lo || some_piece_has(t, pose_at(motion, t - 1e-12))) << k;
      ASSERT_TRUE(t == span.hi || some_piece_has(t, pose_at(motion, t + 1e-12))) << k;
    }
    // And nothing else: a pose of a piece is one that the motion has, or comes as near to as asked.
    for (const SmoothPiece& piece : pieces) {
      for (const double t : {piece.span.lo, piece.span.middle(), piece.span.hi}) {
        const Pose pose = pose_at(piece.motion, t);
        const double off = std::min({difference(pose, pose_at(motion, t)),
                                     difference(pose, pose_at(motion, t - 1e-12)),
                                     difference(pose, pose_at(motion, t + 1e-12))});
        ASSERT_LT(off, 1e-9) << "trial " << k << " at " << t;
      }
    }
  }
}

TEST(C1_Laws, ReversedMotionsAreMirroredAwayFromKnotsAndAtTheEnds) {
  const std::size_t count = trials(4'000);
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const Motion motion = jumping(random), back = Motion::reversed(motion);
    const Interval domain = motion.domain();
    for (double t = domain.lo + 0.0625; t < domain.hi; t += 0.125) {
      const double mirrored = domain.lo + domain.hi - t;
      ASSERT_LT(difference(pose_at(back, t), pose_at(motion, mirrored)), 1e-9) << "trial " << k;
    }
  }
  const Motion once = steps({0.0, 1.0}, Outside::kHold, 0.0), back = Motion::reversed(once);
  EXPECT_EQ(pose_at(back, 0.0).translation.x(), 2.0);
  EXPECT_EQ(pose_at(back, 0.25).translation.x(), 1.0);
  EXPECT_EQ(pose_at(back, 1.0).translation.x(), 0.0);
  EXPECT_EQ(pose_at(back, -1.0).translation.x(), 2.0);
}

TEST(C1_Laws, StepsJumpAndBothSidesAreSeen) {
  const std::vector<TimedPose> poses{{0.0, Pose{}}, {1.0, {Mat3::Identity(), {1.0, 0.0, 0.0}}}};
  const Motion steps = Motion::path(poses, Interpolation::kStep);
  EXPECT_EQ(pose_at(steps, 0.999).translation.x(), 0.0);
  EXPECT_EQ(pose_at(steps, 1.0).translation.x(), 1.0);
  const auto pieces = smooth_pieces(steps, {0.0, 1.0});
  ASSERT_EQ(pieces.size(), 2u);
  EXPECT_EQ(pose_at(pieces[0].motion, 1.0).translation.x(), 0.0);
  EXPECT_EQ(pieces[1].span, Interval(1.0));
  EXPECT_EQ(pose_at(pieces[1].motion, 1.0).translation.x(), 1.0);
  EXPECT_EQ(enclose_point(steps, {0.5, 0.9}, {0.0, 0.0, 0.0}).x, Interval(0.0));
}

TEST(C8_Laws, CompositionsMergeTheCutsOfTheirParts) {
  const Motion a =
      Motion::path({{0.0, Pose{}}, {1.0, {Mat3::Identity(), {1.0, 0.0, 0.0}}}, {3.0, Pose{}}});
  const Motion b =
      Motion::path({{0.0, Pose{}}, {2.0, {Mat3::Identity(), {0.0, 1.0, 0.0}}}, {3.0, Pose{}}});
  const auto pieces = smooth_pieces(Motion::composed(a, b), {0.5, 2.5});
  ASSERT_EQ(pieces.size(), 3u);
  EXPECT_EQ(pieces[1].span, Interval(1.0, 2.0));
  EXPECT_EQ(twist_at(pieces[0].motion, 1.0).linear, Vec3(1.0, 0.5, 0.0));
}

TEST(C1_Laws, PiecesAgreeWithTheWhole) {
  const std::size_t count = trials(4'000);
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const Motion motion = random_motion(random);
    const Interval span = random_span(random, {motion.domain().lo - 1.0, motion.domain().hi + 1.0});
    double reached = span.lo;
    for (const SmoothPiece& piece : smooth_pieces(motion, span)) {
      ASSERT_EQ(piece.span.lo, reached);
      reached = piece.span.hi;
      const double t = piece.span.middle();
      const bool inside = piece.span.lo < t && t < piece.span.hi;
      const double off = difference(pose_at(piece.motion, t), pose_at(motion, t));
      ASSERT_EQ(inside ? off : 0.0, 0.0) << "trial " << k;
    }
    ASSERT_EQ(reached, span.hi);
  }
}

TEST(C1_Laws, DescribedScrewsAreTheSameBitForBit) {
  const std::size_t count = trials(2'000);
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const Motion motion = Motion::between(random_frame(random, 1.0), random_frame(random, 1.0));
    const auto track = std::get<TrackDescription>(describe(motion));
    const auto& f = std::get<ScrewFormula>(track.segments[0].formula);
    const Motion again =
        Motion::screw({f.begin, f.point, f.axis, f.angle, f.slide}, track.domain, track.outside);
    ASSERT_EQ(content_hash(again), content_hash(motion)) << "trial " << k;
    ASSERT_NE(content_hash(Motion::reversed(motion)), content_hash(motion));
  }
}

TEST(C1_Laws, CustomMotionsAreAskedAndComposed) {
  CustomMotion falling;
  falling.pose_at = [](double t) { return Pose{Mat3::Identity(), {0.0, 0.0, -t * t}}; };
  falling.enclose = [](const Interval& t) {
    return IntervalPose(Mat3(Mat3::Identity()), {0.0, 0.0, -sqr(t)});
  };
  falling.state_at = [pose = falling.pose_at](double t) {
    MotionState state{pose(t), {{0.0, 0.0, -2.0 * t}, Vec3::Zero()}};
    state.translation_error = 1e-15;
    return state;
  };
  falling.bounds_over = [](const Interval& t) {
    MotionBounds b;
    b.speed = 2.0 * t.magnitude();
    b.acceleration = 2.0;
    return b;
  };
  const Motion motion = Motion::custom(falling);
  EXPECT_EQ(bounds_over(motion, {0.0, 1.0}).curvature, 0.0);
  EXPECT_TRUE(motion.has_bounds());
  EXPECT_EQ(pose_at(Motion::reversed(motion), 0.25).translation.z(), -0.5625);
  EXPECT_EQ(twist_at(Motion::reversed(motion), 0.25).linear.z(), 1.5);
  EXPECT_EQ(smooth_pieces(motion, {-1.0, 2.0}).size(), 3u);
  EXPECT_EQ(twist_at(smooth_pieces(motion, {-1.0, 2.0})[2].motion, 1.0).linear.z(), 0.0);
  const Motion riding = Motion::composed(motion, quarter_turns(Outside::kHold));
  EXPECT_TRUE(riding.has_bounds());
  EXPECT_TRUE(enclose_point(riding, {0.2, 0.3}, {0.0, 0.0, 0.0}).z.contains(-0.0625));
  falling.bounds_over = nullptr;
  EXPECT_FALSE(Motion::composed(Motion::custom(falling), riding).has_bounds());
  falling.enclose = nullptr;
  EXPECT_THROW(Motion::custom(falling), InputError);
}

TEST(C1_Laws, BadInputIsRefused) {
  Pose skewed;
  skewed.rotation(0, 1) = 0.1;
  Pose mirrored;
  mirrored.rotation(2, 2) = -1.0;
  Pose infinite;
  infinite.translation.x() = INFINITY;
  for (const Pose& pose : {skewed, mirrored, infinite}) {
    EXPECT_THROW(Motion::still(pose), InputError);
    EXPECT_THROW(Motion::between(pose, Pose{}), InputError);
  }
  EXPECT_THROW(Motion::between(Pose{}, Pose{}, {1.0, 1.0}), InputError);
  EXPECT_THROW(Motion::path({}), InputError);
  EXPECT_THROW(Motion::path({{1.0, Pose{}}, {0.0, Pose{}}}), InputError);
  EXPECT_THROW(Motion::screw({.axis = Vec3::Zero()}), InputError);
  EXPECT_THROW(Motion::screw({.angle = 1e9}), InputError);
  EXPECT_THROW(Motion::screw({.slide = std::nan("")}), InputError);
}

TEST(C1_Laws, PosesHaveTheSameBitsOnEveryMachine) {
  Hasher hasher;
  for (int k = 0; k < 200; ++k) {
    const double x = 0.37 * k;
    const Motion::ScrewParameters p{{}, {x, 1.0, -x}, {1.0, x, 0.5}, 0.1 * k, 0.25};
    const Motion screw = Motion::screw(p);
    const Motion six =
        Motion::six_parameters({{0.0, 0.0, 0.0}, {x, 0.1, 0.2}}, {{1.0, x, 2.0}, {0.3, -x, 0.7}});
    const Motion motion = Motion::composed(
        screw, Motion::composed(six, Motion::between(pose_at(screw, 0.3), pose_at(six, 0.6))));
    const Pose pose = pose_at(motion, 0.618);
    for (int i = 0; i < 9; ++i) hasher.add(pose.rotation(i / 3, i % 3));
    for (int i = 0; i < 3; ++i) hasher.add(pose.translation[i]);
  }
  EXPECT_EQ(hasher.value(), 332070046079071159u);
}
}  // namespace graze::test
