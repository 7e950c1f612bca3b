// SPDX-License-Identifier: MIT
// Ways to build a rational motion, and how near its approximation of a screw is.              [B1]
#include <graze/base/error.h>
#include <graze/math/rotation.h>
#include <gtest/gtest.h>

#include <cstdio>

#include "motion/oracle.h"
#include "motion/random_motions.h"
#include "support/trials.h"

namespace graze::test {
namespace {
std::vector<double> times_poly(const std::vector<double>& p, const std::vector<double>& q) {
  std::vector<double> r(p.size() + q.size() - 1, 0.0);
  for (std::size_t i = 0; i < p.size(); ++i)
    for (std::size_t j = 0; j < q.size(); ++j) r[i + j] += p[i] * q[j];
  return r;
}

std::vector<double> combination(
    std::initializer_list<std::pair<double, std::vector<double>>> terms) {
  std::vector<double> r(1, 0.0);
  for (const auto& [factor, p] : terms) {
    r.resize(std::max(r.size(), p.size()), 0.0);
    for (std::size_t i = 0; i < p.size(); ++i) r[i] += factor * p[i];
  }
  return r;
}

double value(const std::vector<double>& p, double s) {
  double v = 0.0;
  for (std::size_t k = p.size(); k-- > 0;) v = v * s + p[k];
  return v;
}

/// |q|^2 R of a monomial quaternion curve, written from the textbook formula.
PolynomialMatrix matrix_of_quaternion(const std::vector<double> q[4]) {
  const auto p = [&](int i, int j) { return times_poly(q[i], q[j]); };
  PolynomialMatrix m;
  m.weight = combination({{1, p(0, 0)}, {1, p(1, 1)}, {1, p(2, 2)}, {1, p(3, 3)}});
  for (int row = 0; row < 3; ++row) {
    const int next = (row + 1) % 3, last = (row + 2) % 3;
    m.entry[row][row] = combination({{1, p(0, 0)},
                                     {1, p(row + 1, row + 1)},
                                     {-1, p(next + 1, next + 1)},
                                     {-1, p(last + 1, last + 1)}});
    m.entry[row][next] = combination({{2, p(row + 1, next + 1)}, {-2, p(0, last + 1)}});
    m.entry[row][last] = combination({{2, p(row + 1, last + 1)}, {2, p(0, next + 1)}});
  }
  return m;
}

std::vector<TimedPose> random_poses(Generator& random, int count) {
  std::vector<TimedPose> poses{{uniform(random, -1.0, 1.0), random_frame(random, 2.0)}};
  while (int(poses.size()) < count) {
    const Mat3 turn = rotation_about(random_vector(random, 1.0), uniform(random, 0.0, 1.0));
    poses.push_back({poses.back().time + uniform(random, 0.1, 1.0),
                     {times(turn, poses.back().pose.rotation), random_vector(random, 2.0)}});
  }
  return poses;
}
}  // namespace

TEST(B1_Rational, AMatrixOfPolynomialsGivesItsOwnPoses) {
  const std::size_t count = trials(4000);
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    std::vector<double> q[4];
    const auto degree = random() % 4;
    for (auto& c : q)
      for (std::uint64_t i = 0; i <= degree; ++i)
        c.push_back(uniform(random, -1.0, 1.0) / double(1 + 2 * i));
    q[0][0] += 2.0;  // keeps away from zero
    PolynomialMatrix m = matrix_of_quaternion(q);
    for (auto& row : m.entry) row[3] = {uniform(random, -1.0, 1.0), uniform(random, -1.0, 1.0)};
    if (k % 2)  // a common factor that no quaternion explains
      for (auto* p : {&m.entry[0], &m.entry[1], &m.entry[2]})
        for (auto& c : *p) c = times_poly(c, {1.0, 0.5});
    if (k % 2) m.weight = times_poly(m.weight, {1.0, 0.5});
    const RationalFormula f = rational_from_matrix(m);
    if (k % 2 == 0) {
      EXPECT_EQ(f.rotation.size(), degree + 1) << "trial " << k;
    }
    const Motion motion = rational_motion(f);
    for (const double s : {0.0, 0.3, 0.8, 1.0}) {
      const Pose pose = pose_at(motion, s);
      const double w = value(m.weight, s);
      for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column)
          ASSERT_NEAR(pose.rotation(row, column), value(m.entry[row][column], s) / w, 1e-9);
        ASSERT_NEAR(pose.translation[row], value(m.entry[row][3], s) / w, 1e-9);
      }
    }
  }
}

TEST(B1_Rational, AMatrixThatIsNoRotationIsRefused) {
  PolynomialMatrix m;  // the printed matrix of Albocher et al., transposed into our convention
  const double printed[3][3] = {{-0.88, -0.16, -0.46}, {0.07, -0.90, -0.43}, {0.48, 0.41, -0.78}};
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) m.entry[row][column] = {printed[column][row]};
  EXPECT_THROW(rational_from_matrix(m), InputError);
}

TEST(B1_Rational, PosesAreMetAndVelocitiesDoNotJump) {
  const std::size_t count = trials(2000);
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const auto poses = random_poses(random, 5);
    for (const int degree : {1, 3}) {
      const Motion motion = rational_through(poses, degree);
      for (const TimedPose& p : poses)
        ASSERT_LT(difference(pose_at(motion, p.time), p.pose), 1e-13);
      if (degree == 1) continue;
      for (std::size_t i = 1; i + 1 < poses.size(); ++i) {
        const Twist before = twist_at(motion, poses[i].time - 1e-9);
        const Twist after = twist_at(motion, poses[i].time + 1e-9);
        ASSERT_LT((before.linear - after.linear).norm(), 1e-5);
        ASSERT_LT((before.angular - after.angular).norm(), 1e-5);
      }
    }
  }
}

TEST(B1_Rational, HermiteKeysHaveTheirValuesAndTangents) {
  Generator random = generator(7);
  std::vector<RotationKey> rotation;
  std::vector<PositionKey> position;
  for (int k = 0; k < 4; ++k) {
    const Quat q(2.0, uniform(random, -1, 1), uniform(random, -1, 1), uniform(random, -1, 1));
    rotation.push_back({0.5 * k, q, Quat(0, 0.3, 0, 0.1), Quat(0, 0.3, 0, 0.1)});
    const Vec3 slope = random_vector(random, 1.0);
    position.push_back({0.3 + 0.7 * k, random_vector(random, 1.0), slope, slope});
  }
  const Motion motion = hermite_motion(rotation, position);
  EXPECT_EQ(motion.domain(), Interval(0.0, position[3].time));
  for (const RotationKey& key : rotation)
    EXPECT_LT((pose_at(motion, key.time).rotation - rotation_from_quaternion(key.value)).norm(),
              1e-14);
  for (const PositionKey& key : position) {
    EXPECT_LT((pose_at(motion, key.time).translation - key.value).norm(), 1e-14);
    if (key.time > 0.3 && key.time < position[3].time) {
      EXPECT_LT((twist_at(motion, key.time).linear - key.out_tangent).norm(), 1e-12);
    }
  }
}

TEST(B1_Rational, ASplineWithoutInnerKnotsIsItsControlPolygonsCurve) {
  Generator random = generator(3);
  QuaternionSpline spline{4, {0, 0, 0, 0, 0, 1, 1, 1, 1, 1}, {}, {}};
  for (int k = 0; k < 5; ++k) {
    spline.rotation.emplace_back(2.0, uniform(random, -1, 1), uniform(random, -1, 1), 0.0);
    spline.translation.push_back(random_vector(random, 1.0));
  }
  const Motion a = spline_motion(spline);
  const Motion b = rational_motion({spline.rotation, spline.translation, {1.0}});
  for (const double t : {0.0, 0.2, 0.7, 1.0})
    EXPECT_LT(difference(pose_at(a, t), pose_at(b, t)), 1e-14);
}

TEST(B1_Rational, SplinesAreSmoothAcrossTheirKnots) {
  Generator random = generator(5);
  for (const int degree : {2, 3, 4}) {
    QuaternionSpline spline{degree, {}, {}, {}};
    const int count = 9;
    for (int k = 0; k < count + degree + 1; ++k) spline.knots.push_back(0.1 * k * (1.0 + 0.02 * k));
    for (int k = 0; k < count; ++k) {
      spline.rotation.emplace_back(2.0, uniform(random, -1, 1), uniform(random, -1, 1), 0.0);
      spline.translation.push_back(random_vector(random, 1.0));
    }
    const Motion motion = spline_motion(spline);
    for (int k = degree + 1; k < count; ++k) {
      const double t = spline.knots[std::size_t(k)];
      EXPECT_LT(difference(pose_at(motion, t - 1e-12), pose_at(motion, t)), 1e-9);
      EXPECT_LT((twist_at(motion, t - 1e-12).angular - twist_at(motion, t).angular).norm(), 1e-8);
      EXPECT_LT((twist_at(motion, t - 1e-12).linear - twist_at(motion, t).linear).norm(), 1e-8);
    }
  }
}

TEST(B1_Rational, ApproximationsStayWithinTheirStatedError) {
  const std::size_t count = trials(4000);
  double worst = 0.0, rotation = 0.0;
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    Motion::ScrewParameters p{random_frame(random, 2.0), random_vector(random, 2.0),
                              random_vector(random, 1.0), uniform(random, -9.0, 9.0),
                              uniform(random, -1.0, 1.0)};
    const Pose end = random_frame(random, 2.0);
    const Interval domain(uniform(random, -2.0, 2.0), 3.0);
    Motion motion = k % 3 == 0   ? Motion::screw(p, domain)
                    : k % 3 == 1 ? Motion::between(p.begin, end, domain, Interpolation::kSlerp)
                                 : Motion::between(p.begin, end, domain);
    if (k % 5 == 0) motion = Motion::reversed(motion);
    const double tolerance = k % 2 ? 1e-9 : 1e-4;
    const RationalApproximation near = rational_approximation(motion, tolerance);
    ASSERT_LE(near.rotation_error, 1.01 * tolerance);
    for (int i = 0; i < 8; ++i) {
      const double t = uniform(random, domain.lo, domain.hi);
      const RealPose a = true_pose(motion, t), b = true_pose(near.motion, t);
      const RealVec body = real(random_vector(random, 1.0));
      const double off = length(a * body - b * body);
      const double bound = near.rotation_error * length(body) + near.translation_error;
      ASSERT_LE(off, bound) << "trial " << k;
      worst = std::max(worst, off / bound);
    }
    rotation = std::max(rotation, near.rotation_error);
  }
  std::printf("the truth reaches %.2f of the stated error\n", worst);
  EXPECT_GT(worst, 0.3);
}

TEST(B1_Rational, WhatIsNoRationalMotionIsRefused) {
  const Quat one(1, 0, 0, 0), minus(-1, 0, 0, 0);
  EXPECT_THROW(rational_motion({{one, minus}, {Vec3::Zero()}, {1.0}}), InputError);
  EXPECT_THROW(rational_motion({{one}, {Vec3::Zero()}, {1.0, -0.5, 1.0, 0.0}}), InputError);
  EXPECT_THROW(rational_motion({{}, {Vec3::Zero()}, {1.0}}), InputError);
  EXPECT_THROW(rational_motion({{Quat(0, 0, 0, 0)}, {Vec3::Zero()}, {1.0}}), InputError);
  EXPECT_THROW(rational_motion({{one}, {Vec3(kInfinity, 0, 0)}, {1.0}}), InputError);
  EXPECT_THROW(rational_path({}), InputError);
  EXPECT_THROW(rational_approximation(Motion::six_parameters({}, {})), InputError);
}

TEST(B1_Rational, PiecesThatDoNotMeetJump) {
  const Quat one(1, 0, 0, 0);
  const Motion motion =
      rational_path({{{0.0, 1.0}, {{one}, {Vec3::Zero(), Vec3::UnitX()}, {1.0}}},
                     {{1.0, 2.0}, {{one}, {Vec3(5, 0, 0), Vec3(6, 0, 0)}, {1.0}}}});
  const auto pieces = smooth_pieces(motion, {0.5, 1.0});
  ASSERT_EQ(pieces.size(), 2u);  // before the jump, and the instant after it
  EXPECT_EQ(pose_at(pieces[1].motion, 1.0).translation.x(), 5.0);
}

}  // namespace graze::test
