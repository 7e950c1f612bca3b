// SPDX-License-Identifier: MIT
// Bounds of velocity and acceleration against differences in 256 bits.                   [C1, C8]
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "motion/oracle.h"
#include "motion/random_motions.h"
#include "support/trials.h"

namespace graze::test {
namespace {
Vec3 rounded(const RealVec& v) { return {v[0].number(), v[1].number(), v[2].number()}; }

/// Differences are off by about 2^-100 of the fourth derivative and 2^-256 / step^2 of the size.
double fuzz(const MotionBounds& b, double size) {
  const double rate = 1.0 + b.angular_speed;
  return 1e-26 * rate * rate * rate * rate * (size + b.speed + 1.0) + 1e-40 * size;
}

struct Tightness {
  double sum = 0.0, worst = 0.0;
  std::size_t count = 0;
  void add(double bound, double truth) {
    sum += bound / truth;
    worst = std::max(worst, truth / bound);
    ++count;
  }
};

void check_point(const Motion& motion, const Interval& span, double t, const Vec3& p,
                 Tightness& tight) {
  const MotionBounds b = bounds_over(motion, span);
  const Vec3 second = rounded(true_acceleration(motion, t, real(p)));
  const double arm = (p - b.reference).norm();
  const double bound = b.acceleration + b.curvature * arm;
  const double noise =
      fuzz(b, p.norm() + b.reference.norm() + state_at(motion, t).pose.translation.norm());
  ASSERT_LE(second.norm(), bound * (1.0 + 1e-9) + noise);
  if (second.norm() > 1e6 * noise) tight.add(bound, second.norm());
  const Vec3 first = rounded(true_velocity(motion, t, real(p)));
  ASSERT_LE(first.norm(), (b.speed + b.angular_speed * arm) * (1.0 + 1e-9) + noise);
  ASSERT_LE(b.curvature,
            (b.angular_acceleration + b.angular_speed * b.angular_speed) * (1.0 + 1e-9));
  if (!b.axis) return;
  const Vec3 axis_body = state_at(motion, t).pose.rotation.transpose() * *b.axis;
  const double r = axis_body.cross(p - b.reference).norm() + 1e-14 * arm;
  for (int k = 0; k < 3; ++k) {
    const double across = Vec3::Unit(k).cross(*b.axis).norm() + b.axis_error + 1e-15;
    ASSERT_LE(std::fabs(second[k]),
              (b.acceleration + across * b.curvature * r) * (1.0 + 1e-9) + noise);
  }
}

void check_spin(const Motion& motion, const Interval& span, double t) {
  const MotionBounds b = bounds_over(motion, span);
  const Vec3 w = rounded(true_twist(motion, t).angular);
  const double noise = fuzz(b, 1.0);
  ASSERT_LE(w.norm(), b.angular_speed * (1.0 + 1e-9) + noise);
  const Real step(0x1p-40);
  const RealVec change =
      true_twist(motion, Real(t) + step).angular - true_twist(motion, Real(t) - step).angular;
  ASSERT_LE(length((Real(0.5) / step) * change),
            b.angular_acceleration * (1.0 + 1e-6) +
                1e-9 * b.angular_speed * (1.0 + b.angular_speed) + noise);
  if (b.axis) {
    ASSERT_LE(b.axis->cross(w).norm(), (b.axis_error + 1e-15) * w.norm() + noise);
  }
}

Interval inner_span(Generator& random, const Interval& domain) {
  const double width = domain.hi - domain.lo;
  return random_span(random, {domain.lo + 0.01 * width, domain.hi - 0.01 * width});
}

/// A chain whose parts share the domain, so that nothing jumps inside.
Motion random_arm(Generator& random, int joints) {
  Motion chain;
  for (int k = 0; k < joints; ++k) {
    Motion::ScrewParameters p;
    p.begin = random_frame(random, 1.0);
    p.point = p.begin.translation;
    p.axis = random_vector(random, 1.0);
    p.angle = uniform(random, -1.0, 1.0);
    p.slide = random() % 3 ? 0.0 : uniform(random, -1.0, 1.0);
    chain = Motion::composed(chain, Motion::screw(p));
  }
  return chain;
}
}  // namespace

TEST(C1_Bounds, HoldForEverySegment) {
  Tightness tight;
  const std::size_t count = trials(40'000);
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const Motion motion = random_segment(random);
    const Interval span = inner_span(random, motion.domain());
    const double t = std::min(span.hi, span.lo + uniform(random, 0.0, 1.0) * (span.hi - span.lo));
    check_point(motion, span, t, random_vector(random, 1.0), tight);
    check_spin(motion, span, t);
    ASSERT_FALSE(HasFatalFailure()) << "trial " << k << ", a " << motion.kind();
  }
  std::printf("acceleration: the truth reaches %.3f of the bound\n", tight.worst);
  EXPECT_GT(tight.worst, 0.9);
}

TEST(C8_Bounds, HoldAlongChains) {
  Tightness tight;
  const std::size_t count = trials(10'000);
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const Motion arm = random_arm(random, 2 + int(k % 6));
    const Motion motion =
        k % 2 ? arm : Motion::placed(random_frame(random, 10.0), arm, random_frame(random, 10.0));
    const Interval span = inner_span(random, motion.domain());
    const double t = std::min(span.hi, span.lo + uniform(random, 0.0, 1.0) * (span.hi - span.lo));
    check_point(motion, span, t, random_vector(random, 1.0), tight);
    check_spin(motion, span, t);
    ASSERT_FALSE(HasFatalFailure()) << "trial " << k;
  }
  std::printf("acceleration along chains: the bound is %.1f times the truth on average\n",
              tight.sum / double(tight.count));
}

TEST(C1_Bounds, ScrewTurnsAboutItsReferenceWithoutAcceleration) {
  Generator random = generator(0);
  const Motion::ScrewParameters p{
      random_frame(random, 1.0), random_vector(random, 1.0), {1.0, 2.0, 2.0}, 1.5, 0.25};
  const MotionBounds b = bounds_over(Motion::screw(p), {0.25, 0.5});
  ASSERT_TRUE(b.axis);
  EXPECT_LE(b.acceleration, 5e-14);
  EXPECT_NEAR(b.curvature, 2.25, 1e-11);
  EXPECT_NEAR(b.speed, 0.25, 1e-11);
  EXPECT_EQ(b.angular_acceleration, 0.0);
}

TEST(C8_Bounds, StillOuterPartsHandDownTheAxis) {
  Generator random = generator(0);
  const Motion::ScrewParameters p{
      random_frame(random, 1.0), random_vector(random, 1.0), {1.0, 2.0, 2.0}, 1.5, 0.25};
  const Pose left = random_frame(random, 5.0), right = random_frame(random, 5.0);
  const MotionBounds b = bounds_over(Motion::placed(left, Motion::screw(p), right), {0.0, 1.0});
  ASSERT_TRUE(b.axis);
  EXPECT_LE((*b.axis - left.rotation * Vec3(1.0, 2.0, 2.0) / 3.0).norm(), 1e-15);
  EXPECT_LE(b.acceleration, 1e-12);
}

TEST(C8_Bounds, PureSlideHasNone) {
  Pose end;
  end.translation = {1.0, 2.0, 2.0};
  const MotionBounds b = bounds_over(Motion::between(Pose{}, end), {0.0, 1.0});
  EXPECT_EQ(b.acceleration, 0.0);
  EXPECT_EQ(b.curvature, 0.0);
}

TEST(C1_Bounds, SixParametersKeepAFixedAxisWhenTheirVectorsAreParallel) {
  const Motion motion = Motion::six_parameters({{0.0, 0.0, 0.0}, {0.0, 0.0, 1.0}},
                                               {{0.0, 0.0, 0.0}, {0.0, 0.0, 50.0}});
  const MotionBounds b = bounds_over(motion, {0.0, 1.0});
  ASSERT_TRUE(b.axis);
  EXPECT_EQ(b.angular_acceleration, 0.0);
}
}  // namespace graze::test
