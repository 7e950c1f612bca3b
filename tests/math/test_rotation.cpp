// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstdio>

#include "graze/base/hash.h"
#include "graze/math/rotation.h"
#include "support/random_doubles.h"
#include "support/trials.h"

namespace graze {
namespace {

constexpr double kPi = 0x1.921fb54442d18p+1;

Vec3 random_vector(std::mt19937_64& random) {
  return {test::uniform(random, -1, 1), test::uniform(random, -1, 1), test::uniform(random, -1, 1)};
}

double difference(const Mat3& a, const Mat3& b) { return (a - b).cwiseAbs().maxCoeff(); }

template <typename Check>
void for_random_rotations(std::size_t full, const Check& check) {
  const std::size_t count = test::trials(full);
  for (std::size_t i = 0; i < count && !testing::Test::HasFailure(); ++i) {
    std::mt19937_64 random = test::generator(i);
    check(random);
  }
}

TEST(C1_Rotation, AgreesWithEigenAndIsOrthonormal) {
  double worst = 0.0;
  for_random_rotations(100'000, [&](std::mt19937_64& random) {
    const Vec3 axis = random_vector(random) * std::exp(test::uniform(random, -50, 50));
    const double angle = test::any_angle(random, 1e3);
    const Mat3 r = rotation_about(axis, angle);
    EXPECT_LE(difference(r, Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix()), 1e-14);
    EXPECT_TRUE(is_rotation(r));
    worst = std::max(worst, orthonormality_error(r));
  });
  std::printf("[ error    ] rotation_about: orthonormal to %.2g\n", worst);
  EXPECT_LE(worst, 8e-15);
}

TEST(C1_Rotation, EnclosureContainsTheFormulaOverTheSpan) {
  double worst = 0.0;
  for_random_rotations(100'000, [&](std::mt19937_64& random) {
    const Vec3 axis = random_vector(random);
    const double from = test::uniform(random, -20, 20);
    const Interval angles(from, from + test::uniform(random, 0.0, random() % 2 != 0 ? 1e-9 : 3.0));
    const IntervalMat3 all = rotation_about(normalized(IntervalVec3(axis)), angles);
    const double angle = test::uniform(random, angles.lo, angles.hi);
    const IntervalMat3 one = rotation_about(normalized(IntervalVec3(axis)), angle);
    const Mat3 plain = rotation_about(axis, angle);
    for (int i = 0; i < 3; ++i) {
      EXPECT_TRUE(all.rows[i].contains(one.rows[i].middle()));
      for (int j = 0; j < 3; ++j) {
        worst = std::max(worst, one(i, j).width());
        EXPECT_TRUE(inflated(one(i, j), 8 * kUnitRoundoff).contains(plain(i, j)));
      }
    }
  });
  std::printf("[ width    ] rotation_about(point angle): %.1f u\n", worst / kUnitRoundoff);
  EXPECT_LE(worst, 160 * kUnitRoundoff);
}

TEST(C1_Rotation, LogInvertsExp) {
  double worst = 0.0;
  for_random_rotations(100'000, [&](std::mt19937_64& random) {
    const double angle = random() % 2 != 0 ? test::uniform(random, 0.0, 3.14)
                                           : std::exp(test::uniform(random, -40.0, 0.0));
    const Vec3 v = random_vector(random).normalized() * angle;
    const Vec3 back = vector_from_rotation(rotation_from_vector(v));
    worst = std::max(worst, (back - v).norm());
  });
  std::printf("[ error    ] log(exp(v)) - v: %.2g\n", worst);
  EXPECT_LE(worst, 4e-15);
}

TEST(C1_Rotation, QuaternionAndMatrixAgree) {
  for_random_rotations(100'000, [](std::mt19937_64& random) {
    Quat q(test::uniform(random, -1, 1), test::uniform(random, -1, 1), test::uniform(random, -1, 1),
           test::uniform(random, -1, 1));
    const Mat3 r = rotation_from_quaternion(q);
    EXPECT_LE(difference(r, Mat3(q.normalized().toRotationMatrix())), 2e-15);
    const Quat back = quaternion_from_rotation(r);
    EXPECT_GE(back.w(), 0.0);
    EXPECT_NEAR(back.norm(), 1.0, 1e-15);
    EXPECT_LE(difference(rotation_from_quaternion(back), r), 3e-15);
  });
}

TEST(C1_Rotation, HalfATurnHasADefinedAxis) {
  for (int k = 0; k < 3; ++k) {
    Mat3 m = -Mat3::Identity();
    m(k, k) = 1.0;
    const AxisAngle turn = axis_angle(m);
    EXPECT_EQ(turn.axis, Vec3(Vec3::Unit(k)));
    EXPECT_EQ(turn.angle, kPi);
  }
  EXPECT_EQ(axis_angle(Mat3(Mat3::Identity())).angle, 0.0);
}

TEST(C1_Rotation, BetweenTwoPosesTurnsTheFirstIntoTheSecond) {
  for_random_rotations(100'000, [](std::mt19937_64& random) {
    const Mat3 from = rotation_from_vector(3.0 * random_vector(random));
    const Mat3 to = rotation_from_vector(3.0 * random_vector(random));
    const AxisAngle turn = axis_angle_between(from, to);
    EXPECT_LE(difference(times(rotation_about(turn.axis, turn.angle), from), to), 8e-15);
    EXPECT_LE(turn.angle, kPi);
  });
}

TEST(C1_Rotation, NearestRotationIsARotationAndClosest) {
  for_random_rotations(50'000, [](std::mt19937_64& random) {
    Mat3 m = rotation_from_vector(3.0 * random_vector(random));
    for (int i = 0; i < 9; ++i) m(i / 3, i % 3) += test::uniform(random, -0.2, 0.2);
    const auto nearest = nearest_rotation(m);
    ASSERT_TRUE(nearest.has_value());
    EXPECT_LE(orthonormality_error(*nearest), 4e-15);
    const Mat3 stretch = nearest->transpose() * m;  // symmetric for the polar factor
    EXPECT_LE(difference(stretch, Mat3(stretch.transpose())), 1e-14);
  });
  EXPECT_FALSE(nearest_rotation(-Mat3::Identity()).has_value());
  EXPECT_FALSE(nearest_rotation(Mat3::Zero()).has_value());
  EXPECT_FALSE(nearest_rotation(Mat3::Constant(std::nan(""))).has_value());
  EXPECT_TRUE(nearest_rotation(1e-3 * Mat3::Identity()).has_value());
}

TEST(C1_Rotation, ReflectionsAndScalesAreNotRotations) {
  EXPECT_TRUE(is_rotation(Mat3::Identity()));
  EXPECT_FALSE(is_rotation(-Mat3::Identity()));
  EXPECT_FALSE(is_rotation(1.0001 * Mat3::Identity()));
  EXPECT_FALSE(is_rotation(Mat3::Constant(std::nan(""))));
}

TEST(C1_Rotation, HasTheSameBitsOnEveryMachine) {
  Hasher hash;
  for (int i = 1; i < 5000; ++i) {
    const Vec3 v(0.001 * i, 1.0 / i, 0.37 - 0.0003 * i);
    const Mat3 r = rotation_from_vector(v);
    const Pose pose = Pose{r, v} * Pose{rotation_about(v, 1.0 / i), v};
    const Vec3 log = vector_from_rotation(pose.rotation);
    for (int k = 0; k < 9; ++k) hash.add(pose.rotation(k / 3, k % 3));
    for (int k = 0; k < 3; ++k) hash.add(log[k]);
    for (int k = 0; k < 3; ++k) hash.add((inverse(pose) * v)[k]);
  }
  EXPECT_EQ(hash.value(), 0xe289e167a32f1a29u) << std::hex << hash.value();
}

}  // namespace
}  // namespace graze
