// SPDX-License-Identifier: MIT
// Enclosures contain the truth and shrink as fast as they say.                            [C1, C2]
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "graze/motion/swept_bounds.h"
#include "motion/node.h"
#include "motion/oracle.h"
#include "motion/random_motions.h"
#include "support/trials.h"

namespace graze::test {
namespace {
Vec3 corner_of(const Box& box, std::uint64_t which) {
  Vec3 s = box.half_size;
  for (int k = 0; k < 3; ++k)
    if (which & (1u << k)) s[k] = -s[k];
  return s;
}

RealVec real_corner(const Box& box, std::uint64_t which) {
  const Vec3 s = corner_of(box, which);
  RealVec p = real(box.centre);
  for (int k = 0; k < 3; ++k) p = p + Real(s[k]) * real(Vec3(box.axes.col(k)));
  return p;
}

Box random_box(Generator& random) {
  const double size = std::pow(10.0, uniform(random, -3.0, 3.0));
  const Pose frame = random_frame(random, size);
  return {frame.translation, frame.rotation, random_vector(random, size).cwiseAbs()};
}

double widest(const IntervalVec3& v) { return std::max({v.x.width(), v.y.width(), v.z.width()}); }

/// Width beyond the hull of finely sampled truth.
double excess(const IntervalVec3& enclosure, const Motion& motion, const Interval& span,
              const Vec3& p) {
  IntervalVec3 truth = pose_at(motion, span.lo) * p;
  for (int k = 1; k <= 64; ++k)
    truth =
        hull(truth, IntervalVec3(pose_at(motion, span.lo + (span.hi - span.lo) * k / 64.0) * p));
  double most = 0.0;
  for (int k = 0; k < 3; ++k)
    most = std::max({most, truth[k].lo - enclosure[k].lo, enclosure[k].hi - truth[k].hi});
  return most;
}

struct Shrinking {
  double plain, chord;  // slopes of the excess in log-log
};

Shrinking slopes_of(const Motion& motion, const Vec3& p) {
  double plain[2], both[2];
  const double widths[2] = {0.02, 0.0002};
  for (int k = 0; k < 2; ++k) {
    plain[k] = both[k] = 0.0;
    for (const double at : {0.11, 0.37, 0.63, 0.84}) {
      const Interval span(at, at + widths[k]);
      const IntervalVec3 first =
          std::visit([&](const auto& f) { return point_over(f, span, p); }, motion.node().form);
      plain[k] = std::max(plain[k], excess(first, motion, span, p));
      both[k] = std::max(both[k], excess(enclose_point(motion, span, p), motion, span, p));
    }
  }
  const double decades = std::log10(widths[0] / widths[1]);
  return {std::log10(plain[0] / plain[1]) / decades, std::log10(both[0] / both[1]) / decades};
}
}  // namespace

TEST(C2_Enclose, PosesPointsAndBoxesOfEveryMotionAreInside) {
  const std::size_t count = trials(40'000);
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const Motion motion = random_motion(random);
    const Interval domain = motion.domain();
    const Interval span = random_span(random, {domain.lo - 0.2, domain.hi + 0.2});
    const Vec3 p = random_vector(random, random() % 2 ? 1.0 : 1e6);
    const Box box = random_box(random);
    const IntervalPose pose = enclose_pose(motion, span);
    const IntervalVec3 point = enclose_point(motion, span, p);
    const IntervalVec3 boxed = enclose_box(motion, span, box);
    for (int sample = 0; sample < 3; ++sample) {
      const double t = random_time(random, span);
      const RealPose truth = true_pose(motion, t);
      ASSERT_TRUE(inside(pose, truth)) << "trial " << k << ", a " << motion.kind() << " at " << t;
      ASSERT_TRUE(inside(point, truth * real(p))) << "trial " << k << ", a " << motion.kind();
      ASSERT_TRUE(inside(boxed, truth * real_corner(box, random() % 8)))
          << "trial " << k << ", a " << motion.kind();
    }
  }
}

TEST(C2_Enclose, PlainIntervalsOfEveryCurveContainTheTruthToo) {
  const std::size_t count = trials(20'000);
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const Motion motion = random_smooth_motion(random);
    const Interval span = random_span(random, motion.domain());
    const Vec3 p = random_vector(random, 1.0);
    const double t = random_time(random, span);
    const auto& form = motion.node().form;
    const IntervalPose pose = std::visit([&](const auto& f) { return pose_over(f, span); }, form);
    const IntervalVec3 point =
        std::visit([&](const auto& f) { return point_over(f, span, p); }, form);
    const RealPose truth = true_pose(motion, t);
    ASSERT_TRUE(inside(pose, truth)) << "trial " << k << ", a " << motion.kind();
    ASSERT_TRUE(inside(point, truth * real(p))) << "trial " << k << ", a " << motion.kind();
  }
}

TEST(C2_Enclose, ExcessShrinksLinearlyForIntervalsAndQuadraticallyTogether) {
  Generator random = generator(0);
  const Pose begin = random_frame(random, 1.0), end = random_frame(random, 1.0);
  const Motion screw = Motion::between(begin, end);
  const Motion slerp = Motion::between(begin, end, {0.0, 1.0}, Interpolation::kSlerp);
  const Motion six = Motion::six_parameters({{0.0, 0.0, 0.0}, {0.3, 1.0, -0.5}},
                                            {{1.0, 2.0, 0.0}, {1.0, -0.4, 2.0}});
  const std::pair<const char*, Motion> motions[] = {{"screw", screw},
                                                    {"slerp", slerp},
                                                    {"six parameters", six},
                                                    {"composed", Motion::composed(screw, six)},
                                                    {"placed", Motion::placed(begin, screw, end)}};
  for (const auto& [name, motion] : motions) {
    const Shrinking slopes = slopes_of(motion, {1.0, 2.0, 3.0});
    std::printf("%-15s slope of the excess: intervals %.2f, with the chord %.2f\n", name,
                slopes.plain, slopes.chord);
    EXPECT_GE(slopes.plain, 0.9);
    EXPECT_GE(slopes.chord, 1.85);
  }
}

TEST(C2_Enclose, ManyTurnsStayWithinTheSolidOfRevolution) {
  Motion::ScrewParameters p;
  p.begin.translation = {2.0, 0.0, 0.0};
  p.angle = 1e4;
  p.slide = 1.0;
  const IntervalVec3 place = enclose_point(Motion::screw(p), {0.0, 1.0}, {0.0, 0.0, 0.0});
  EXPECT_LE(widest(place), 4.0 + 1e-9);
  EXPECT_NEAR(place.z.hi, 1.0, 1e-12);
}

TEST(C8_SweptBounds, ContainTheMovingBoxAndAreTight) {
  const std::size_t count = trials(4'000);
  double worst = 0.0;
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const Motion motion = random_motion(random);
    const Box box = random_box(random);
    const Interval span = random_span(random, motion.domain());
    const Aabb bounds = swept_bounds(motion, span, box);
    const IntervalVec3 range{{bounds.lo.x(), bounds.hi.x()},
                             {bounds.lo.y(), bounds.hi.y()},
                             {bounds.lo.z(), bounds.hi.z()}};
    for (int sample = 0; sample < 4; ++sample)
      ASSERT_TRUE(inside(
          range, true_pose(motion, random_time(random, span)) * real_corner(box, random() % 8)))
          << "trial " << k << ", a " << motion.kind();
  }
  for (std::size_t k = 0; k < 200; ++k) {
    Generator random = generator(k);
    Motion::ScrewParameters p{random_frame(random, 1.0), random_vector(random, 1.0),
                              random_vector(random, 1.0), uniform(random, 0.0, 6.3), 0.5};
    const Motion motion = Motion::screw(p);
    const Box box{Vec3::Zero(), Mat3::Identity(), Vec3(0.5, 0.4, 0.3)};
    Aabb sampled;
    for (int t = 0; t <= 1000; ++t)
      for (std::uint64_t c = 0; c < 8; ++c)
        sampled.add(pose_at(motion, t / 1000.0) * corner_of(box, c));
    const Aabb bounds = swept_bounds(motion, {0.0, 1.0}, box);
    worst = std::max(worst, (bounds.size() - sampled.size()).maxCoeff() / box.radius());
  }
  std::printf("swept bounds exceed the sampled ones by at most %.3f of the box's radius\n", worst);
  EXPECT_LE(worst, 0.11);
}
}  // namespace graze::test
