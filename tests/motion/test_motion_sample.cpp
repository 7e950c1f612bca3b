// SPDX-License-Identifier: MIT
// One sample of a motion says where boxes are during a whole span, and which stay apart. [C2, C8]
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "graze/geometry/shapes.h"
#include "graze/geometry/triangle_distance.h"
#include "graze/motion/motion_sample.h"
#include "motion/oracle.h"
#include "motion/random_motions.h"
#include "support/trials.h"

namespace graze::test {
namespace {
Box random_box(Generator& random, double size) {
  const Pose frame = random_frame(random, size);
  return {frame.translation, frame.rotation, random_vector(random, size).cwiseAbs()};
}

RealVec real_sample_corner(const Box& box, std::uint64_t which) {
  RealVec p = real(box.centre);
  for (int k = 0; k < 3; ++k) {
    const double s = which & (1u << k) ? -box.half_size[k] : box.half_size[k];
    p = p + Real(s) * real(Vec3(box.axes.col(k)));
  }
  return p;
}

IntervalVec3 interval(const Aabb& box) {
  return {{box.lo.x(), box.hi.x()}, {box.lo.y(), box.hi.y()}, {box.lo.z(), box.hi.z()}};
}

/// The distance of two boxes at an instant, by their surfaces; 0 if one is inside the other.
double distance_at(const Motion& a, const Box& box_a, const Motion& b, const Box& box_b, double t) {
  const TriangleMesh cube = make_shape("box", {{"x", 2.0}, {"y", 2.0}, {"z", 2.0}});
  const auto corners = [&](const Motion& motion, const Box& box, std::size_t triangle) {
    auto points = cube.corners(triangle);
    for (Vec3& p : points)
      p = pose_at(motion, t) * (box.centre + box.axes * p.cwiseProduct(box.half_size));
    return points;
  };
  double least = INFINITY;
  for (std::size_t i = 0; i < 12; ++i)
    for (std::size_t j = 0; j < 12; ++j)
      least =
          std::min(least, triangle_distance(corners(a, box_a, i), corners(b, box_b, j)).distance());
  return least;
}

TEST(C2_MotionSample, BoxesOnEverySmoothMotionStayInTheirBounds) {
  const std::size_t count = trials(20'000);
  std::size_t sampled = 0;
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const Motion motion = random_smooth_motion(random);
    const Interval span = random_span(random, motion.domain());
    const auto sample = sample_over(motion, span);
    if (!sample) continue;  // a part of a composition that begins or ends within the span
    ++sampled;
    const Box box = random_box(random, std::pow(10.0, uniform(random, -3.0, 3.0)));
    const IntervalVec3 bounds = interval(bounds_of(swept_box(*sample, box)));
    for (int i = 0; i < 3; ++i) {
      const double t = random_time(random, span);
      ASSERT_TRUE(inside(bounds, true_pose(motion, t) * real_sample_corner(box, random() % 8)))
          << "trial " << k << ", a " << motion.kind() << " at " << t;
    }
  }
  EXPECT_GT(sampled, count / 2);
}

/// A point of the box that is no farther than `radius` from its centre.
RealVec real_point_in_ball(Generator& random, const Box& box, double radius) {
  Vec3 s(uniform(random, -1.0, 1.0), uniform(random, -1.0, 1.0), uniform(random, -1.0, 1.0));
  if (random() % 2) s *= 1.0 / s.cwiseAbs().maxCoeff();
  const Vec3 offset = s.cwiseProduct(box.half_size);
  s *= std::min(1.0, radius / offset.norm()) * (1.0 - 1e-15);
  RealVec p = real(box.centre);
  for (int k = 0; k < 3; ++k) {
    p = p + Real(s[k]) * Real(box.half_size[k]) * real(Vec3(box.axes.col(k)));
  }
  return p;
}

TEST(C8_MotionSample, WhatIsInABoxAndABallStaysInTheBoundsOfBoth) {
  const std::size_t count = trials(20'000);
  std::size_t tighter = 0;
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const Motion motion = random_smooth_motion(random);
    const Interval span = random_span(random, motion.domain());
    const auto sample = sample_over(motion, span);
    if (!sample) continue;
    const Box box = random_box(random, std::pow(10.0, uniform(random, -3.0, 3.0)));
    const double radius = uniform(random, 0.1, 1.2) * box.radius();
    const Aabb both = bounds_of(swept_box(*sample, box, radius));
    tighter += both.diagonal() < bounds_of(swept_box(*sample, box)).diagonal();
    for (int i = 0; i < 3; ++i) {
      const double t = random_time(random, span);
      // The axes are orthonormal only up to rounding: the ball is a little larger than asked.
      const RealVec p = real_point_in_ball(random, box, radius * (1.0 - 1e-12));
      ASSERT_TRUE(inside(interval(both), true_pose(motion, t) * p))
          << "trial " << k << ", a " << motion.kind() << " at " << t;
    }
  }
  EXPECT_GT(tighter, count / 4);
}

TEST(C8_MotionSample, ARestingBoxIsTheBoxOfAStillMotion) {
  Generator random = generator(7);
  for (int k = 0; k < 100; ++k) {
    const Box box = random_box(random, 2.0);
    const Aabb rest = bounds_of(resting_box(box));
    const Aabb swept = bounds_of(swept_box(*sample_over(Motion(), {0.0, 1.0}), box));
    EXPECT_LT((rest.lo - swept.lo).norm() + (rest.hi - swept.hi).norm(), 1e-12);
    for (std::uint64_t corner = 0; corner < 8; ++corner) {
      ASSERT_TRUE(inside(interval(rest), real_sample_corner(box, corner)));
    }
  }
}

TEST(C8_MotionSample, ComposedSamplesBoundTheCompositionFromBothSides) {
  const std::size_t count = trials(20'000);
  std::size_t asked = 0;
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    std::vector<Motion> parts;
    for (std::size_t n = 2 + random() % 4; n > 0; --n) parts.push_back(random_segment(random));
    const Interval span = random_span(random, {0.0, 1.0});
    std::vector<MotionSample> samples;
    for (const Motion& part : parts)
      if (const auto sample = sample_over(part, span)) samples.push_back(*sample);
    if (samples.size() < parts.size()) continue;  // a domain that ends within the span
    MotionSample outside_in = samples.front(), inside_out = samples.back();
    Motion all = parts.front();
    for (std::size_t i = 1; i < parts.size(); ++i) {
      outside_in = composed(outside_in, samples[i]);
      inside_out = composed(samples[parts.size() - 1 - i], inside_out);
      all = Motion::composed(all, parts[i]);
    }
    const Box box = random_box(random, 1.0);
    const IntervalVec3 first = interval(bounds_of(swept_box(outside_in, box)));
    const IntervalVec3 second = interval(bounds_of(swept_box(inside_out, box)));
    const RealVec p =
        true_pose(all, random_time(random, span)) * real_sample_corner(box, random() % 8);
    ASSERT_TRUE(inside(first, p) && inside(second, p)) << "trial " << k;
    ++asked;
  }
  EXPECT_GT(asked, count / 4);
}

TEST(C2_MotionSample, ExcessShrinksWithTheSquareOfTheSpan) {
  const Motion motion =
      Motion::screw({.point = Vec3(1, 2, 0), .axis = Vec3(1, 1, 3), .angle = 3.0, .slide = 0.5});
  const Box point{Vec3(3, 0, 1), Mat3::Identity(), Vec3::Zero()};
  const auto excess = [&](double width) {
    const Interval span(0.4, 0.4 + width);
    const Aabb bounds = bounds_of(swept_box(*sample_over(motion, span), point));
    Aabb truth;
    for (int k = 0; k <= 100; ++k)
      truth.add(pose_at(motion, 0.4 + 0.01 * k * width) * point.centre);
    return (truth.lo - bounds.lo + bounds.hi - truth.hi).maxCoeff();
  };
  const double slope = std::log10(excess(0.1) / excess(0.001)) / 2.0;
  EXPECT_GT(slope, 1.9);
}

TEST(C8_SurelyApart, BoxesThatComeNearerThanTheGapAreNeverCalledApart) {
  const std::size_t count = trials(4'000);
  std::size_t proved = 0, apart = 0;
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const auto move = [&] {
      const Pose begin = random_frame(random, 2.0);
      return Motion::screw({.begin = begin,
                            .point = random_vector(random, 2.0),
                            .axis = random_vector(random, 1.0) + Vec3(0, 0, 1.1),
                            .angle = uniform(random, -0.7, 0.7),
                            .slide = uniform(random, -0.5, 0.5)});
    };
    const Motion a = move(), b = move();
    const Box box_a = random_box(random, 0.7), box_b = random_box(random, 0.7);
    const double gap = random() % 2 ? 0.0 : uniform(random, 0.0, 0.5);
    const Interval span(0.0, 1.0);
    const bool claimed = surely_apart(swept_box(*sample_over(a, span), box_a),
                                      swept_box(*sample_over(b, span), box_b), gap);
    double least = INFINITY;
    for (int i = 0; i <= 10; ++i) least = std::min(least, distance_at(a, box_a, b, box_b, 0.1 * i));
    apart += least > gap;
    proved += claimed;
    if (claimed) {
      ASSERT_GT(least, gap) << "trial " << k;
    }
  }
  std::printf("[ counted  ] %zu pairs, %zu apart at all samples, %zu proved\n", count, apart,
              proved);
  EXPECT_GT(2 * proved, apart) << "useless if it proves next to nothing";
}

/// Balls alone: their distance at any instant is known without geometry.
TEST(C8_SurelyApart, BallsThatComeNearerThanTheGapAreNeverCalledApart) {
  const std::size_t count = trials(20'000);
  std::size_t proved = 0, by_boxes = 0;
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const auto move = [&] {
      return Motion::screw({.begin = random_frame(random, 2.0),
                            .point = random_vector(random, 2.0),
                            .axis = random_vector(random, 1.0) + Vec3(0, 0, 1.1),
                            .angle = uniform(random, -0.7, 0.7),
                            .slide = uniform(random, -0.5, 0.5)});
    };
    const Motion motion[2] = {move(), move()};
    const Interval span(0.0, 1.0);
    Box box[2];
    double radius[2];
    for (int i = 0; i < 2; ++i) {
      box[i] = random_box(random, 0.7);
      radius[i] = uniform(random, 0.1, 1.0) * box[i].half_size.minCoeff();  // inside the box
    }
    const auto swept = [&](int i, double r) {
      return swept_box(*sample_over(motion[i], span), box[i], r);
    };
    const double gap = random() % 2 ? 0.0 : uniform(random, 0.0, 0.5);
    by_boxes += surely_apart(swept(0, kInfinity), swept(1, kInfinity), gap);
    if (!surely_apart(swept(0, radius[0]), swept(1, radius[1]), gap)) continue;
    ++proved;
    for (int i = 0; i <= 20; ++i) {
      const double t = 0.05 * i;
      const Vec3 a = pose_at(motion[0], t) * box[0].centre;
      const Vec3 b = pose_at(motion[1], t) * box[1].centre;
      ASSERT_GT((b - a).norm(), radius[0] + radius[1] + gap - 1e-12) << "trial " << k;
    }
  }
  EXPECT_GT(proved, by_boxes);
}
}  // namespace
}  // namespace graze::test
