// SPDX-License-Identifier: MIT
// Pressure, stiffness product and friction: signs, symmetry, opposition; the curves of figure 6.
//                                                                                            [V3]
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "graze/geometry/shapes.h"
#include "graze/math/rotation.h"
#include "graze/query/overlap_force.h"
#include "graze/query/overlap_volume.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze::test {
namespace {
DepthOptions with_pixels(int n) {
  DepthOptions options;
  options.pixels = {n, n, n};
  options.friction_patches = true;
  return options;
}

struct Forces {
  std::vector<Vec3> a, b;
  std::array<SideForce, 2> sides() { return {std::span<Vec3>(a), std::span<Vec3>(b)}; }
};

struct Motions {
  std::vector<Vec3> a, b;
  std::array<SideVelocity, 2> sides() const {
    return {std::span<const Vec3>(a), std::span<const Vec3>(b)};
  }
};

class BlobOnGear : public testing::Test {
 protected:
  BlobOnGear() {
    std::mt19937_64 random = generator(2);
    pose_ = {random_rotation(random), {0.1, 0.1, 0.0}};
    overlap_ = overlap_volume({blob_, {}}, {gear_, pose_}, with_pixels(32));
  }

  Forces no_forces() const {
    return {std::vector<Vec3>(blob_.vertices().size(), Vec3::Zero()),
            std::vector<Vec3>(gear_.vertices().size(), Vec3::Zero())};
  }
  Motions random_motions(std::uint64_t seed) const {
    std::mt19937_64 random = generator(seed);
    Motions motions;
    for (std::size_t k = 0; k < blob_.vertices().size(); ++k) {
      motions.a.push_back(random_vector(random));
    }
    for (std::size_t k = 0; k < gear_.vertices().size(); ++k) {
      motions.b.push_back(random_vector(random));
    }
    return motions;
  }
  static double product(const Forces& f, const Motions& v) {
    double sum = 0.0;
    for (std::size_t k = 0; k < f.a.size(); ++k) sum += f.a[k].dot(v.a[k]);
    for (std::size_t k = 0; k < f.b.size(); ++k) sum += f.b[k].dot(v.b[k]);
    return sum;
  }

  DepthSurface blob_{make_shape("blob", {{"triangles", 2000}})}, gear_{make_shape("gear")};
  Pose pose_;
  OverlapVolume overlap_;
};

TEST_F(BlobOnGear, V3_PressureIsOpposedAndLosesVolume) {
  Forces forces = no_forces();
  Motions still{std::vector<Vec3>(forces.a.size(), Vec3::Zero()),
                std::vector<Vec3>(forces.b.size(), Vec3::Zero())};
  add_pressure(overlap_, 1e4, 0.0, still.sides(), forces.sides());
  Vec3 net = Vec3::Zero();
  double size = 0.0;
  for (const auto& list : {forces.a, forces.b}) {
    for (const Vec3& f : list) {
      net += f;
      size += f.norm();
    }
  }
  EXPECT_LT(net.norm(), 1e-13 * size);
  const double rate = volume_rate(overlap_.sides[0], std::span<const Vec3>(forces.a)) +
                      volume_rate(overlap_.sides[1], std::span<const Vec3>(forces.b));
  EXPECT_LT(rate, 0.0) << "vertices that follow their forces shrink the overlap";
  EXPECT_EQ(overlap_energy(overlap_, 2.0), overlap_.volume * overlap_.volume);
}

TEST_F(BlobOnGear, V3_StiffnessAndFrictionAreSymmetricAndNeverPush) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Motions v = random_motions(2 * seed), w = random_motions(2 * seed + 1);
    Forces kv = no_forces(), kw = no_forces(), dv = no_forces(), dw = no_forces();
    add_stiffness_product(overlap_, 3.0, v.sides(), kv.sides());
    add_stiffness_product(overlap_, 3.0, w.sides(), kw.sides());
    add_friction(overlap_, 5.0, v.sides(), dv.sides());
    add_friction(overlap_, 5.0, w.sides(), dw.sides());
    EXPECT_LE(product(kv, v), 0.0);
    EXPECT_LT(product(dv, v), 0.0);
    EXPECT_NEAR(product(kv, w), product(kw, v), 1e-12 * (1.0 + std::abs(product(kv, w))));
    EXPECT_NEAR(product(dv, w), product(dw, v), 1e-12 * (1.0 + std::abs(product(dv, w))));
  }
}

TEST_F(BlobOnGear, V3_RigidFormsAreTheVertexFormsOfARigidMotion) {
  const RigidVector twist{{0.3, -0.2, 0.5}, {0.4, 0.1, -0.6}};
  Motions motions;
  for (const Vec3& v : blob_.vertices()) motions.a.push_back(twist.at(v));
  for (std::size_t k = 0; k < gear_.vertices().size(); ++k) motions.b.push_back(Vec3::Zero());
  const double scale = overlap_.sides[0].rigid.linear.norm();
  EXPECT_NEAR(volume_rate(overlap_.sides[0], twist),
              volume_rate(overlap_.sides[0], std::span<const Vec3>(motions.a)), 1e-4 * scale);
  // Rigid bodies rub at one point, soft ones each at its surface: the same for a slide.
  const RigidVector slide{twist.linear, Vec3::Zero()};
  for (Vec3& v : motions.a) v = slide.linear;
  Forces forces = no_forces();
  add_friction(overlap_, 5.0, motions.sides(), forces.sides());
  RigidVector on_a, on_b;
  add_friction(overlap_, 5.0, {slide, RigidVector{}}, {SideForce(&on_a), SideForce(&on_b)});
  Vec3 sum = Vec3::Zero();
  for (const Vec3& f : forces.a) sum += f;
  EXPECT_LT((sum - on_a.linear).norm(), 1e-4 * on_a.linear.norm());
  EXPECT_LT((on_a.linear + on_b.linear).norm(), 1e-13 * on_a.linear.norm());
  const Mat6 stiffness = rigid_stiffness(overlap_.sides[0], 2.0);
  Vec6 step;
  step << twist.linear, twist.angular;
  RigidVector product_a, product_b;
  add_stiffness_product(overlap_, 2.0, {twist, RigidVector{}},
                        {SideForce(&product_a), SideForce(&product_b)});
  EXPECT_LT((Vec3((stiffness * step).head<3>()) - product_a.linear).norm(), 1e-12);
  EXPECT_LT((Vec3((stiffness * step).tail<3>()) - product_a.angular).norm(), 1e-12);
}

TEST_F(BlobOnGear, V3_FrictionOfBodiesThatTurnAsOnePieceIsNone) {
  const RigidVector twist{{0.3, -0.2, 0.5}, {0.4, 0.1, -0.6}};
  std::vector<Vec3> soft_motion, soft_force(blob_.vertices().size(), Vec3::Zero());
  for (const Vec3& v : blob_.vertices()) soft_motion.push_back(twist.at(v));
  RigidVector on_a, on_b, beside_soft;
  add_friction(overlap_, 5.0, {twist, twist}, {SideForce(&on_a), SideForce(&on_b)});
  EXPECT_LT(on_a.linear.norm() + on_b.linear.norm(), 1e-12);
  EXPECT_LT(on_a.angular.norm() + on_b.angular.norm(), 1e-12);
  // Pixels lie within 2^-16 of a pixel of the triangle that they show.
  add_friction(overlap_, 5.0, {std::span<const Vec3>(soft_motion), twist},
               {SideForce(std::span<Vec3>(soft_force)), SideForce(&beside_soft)});
  EXPECT_LT(beside_soft.linear.norm(), 1e-5);
}

TEST_F(BlobOnGear, V3_FrictionMakesNeitherMomentumNorAngularMomentum) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> unit(-1.0, 1.0);
    const auto any = [&] { return Vec3(unit(random), unit(random), unit(random)); };
    const RigidVector a{any(), any()}, b{any(), any()};
    RigidVector on_a, on_b;
    add_friction(overlap_, 5.0, {a, b}, {SideForce(&on_a), SideForce(&on_b)});
    EXPECT_LT((on_a.linear + on_b.linear).norm(), 1e-12);
    EXPECT_LT((on_a.angular + on_b.angular).norm(), 1e-12);
    const double power = on_a.linear.dot(a.linear) + on_a.angular.dot(a.angular) +
                         on_b.linear.dot(b.linear) + on_b.angular.dot(b.angular);
    EXPECT_LT(power, 0.0);
  }
}

TEST(V3_Friction, OpposesSlidingAndNotPressing) {
  const DepthSurface cube(make_shape("box"));
  const DepthSurface half(make_shape("box", {{"x", 0.5}, {"y", 0.5}, {"z", 1.0}}));
  const OverlapVolume overlap =
      overlap_volume({cube, {}}, {half, {Mat3::Identity(), {0.0, 0.0, 0.9}}}, with_pixels(16));
  RigidVector on_a, on_b;
  add_friction(overlap, 2.0, {RigidVector{}, RigidVector{{1.0, 0.0, 3.0}, Vec3::Zero()}},
               {SideForce(&on_a), SideForce(&on_b)});
  // The faces that meet are a half by a half; both ends of the other columns are on b.
  EXPECT_NEAR(on_b.linear.x(), -0.5, 1e-12);
  EXPECT_NEAR(on_b.linear.y(), 0.0, 1e-12);
  EXPECT_NEAR(on_b.linear.z(), 0.0, 1e-12);
}

/// Force along x on a body that travels through a fixed box from left to right.
std::vector<double> force_curve(const TriangleMesh& mover, const TriangleMesh& obstacle) {
  const DepthSurface a(mover), b(obstacle);
  std::vector<double> forces;
  DepthImages images;
  for (int step = 0; step <= 120; ++step) {
    const Pose pose{Mat3::Identity(), {-1.5 + 3.0 * step / 120.0 + 1e-7, 0.0, 0.0}};
    const OverlapVolume overlap = overlap_volume({a, pose}, {b, {}}, with_pixels(64), &images);
    RigidVector force, other;
    add_pressure(overlap, 1.0, 0.0, {RigidVector{}, RigidVector{}},
                 {SideForce(&force), SideForce(&other)});
    forces.push_back(force.linear.x());
  }
  return forces;
}

TEST(V3_Figure6, ABallIsPushedBackThenNotThenOut) {
  const TriangleMesh ball = make_shape("icosphere", {{"triangles", 20480}, {"radius", 0.25}});
  const auto forces = force_curve(ball, make_shape("box", {{"x", 1.2}, {"y", 2}, {"z", 2}}));
  const auto at = [&](double x) {
    return forces[static_cast<std::size_t>(std::lround((x + 1.5) * 40))];
  };
  EXPECT_EQ(at(-0.9), 0.0);
  EXPECT_LT(at(-0.6), -1e-3) << "repelled on entering (O)";
  for (const double x : {-0.3, 0.0, 0.3}) EXPECT_NEAR(at(x), 0.0, 1e-12) << "plateau A to B";
  EXPECT_GT(at(0.6), 1e-3) << "pushed out on leaving (B)";
  EXPECT_EQ(at(0.9), 0.0);
  EXPECT_NEAR(at(-0.6), -at(0.6), 1e-6 + 1e-3 * at(0.6));
  double jump = 0.0, most = 0.0;
  for (std::size_t k = 1; k < forces.size(); ++k) {
    jump = std::max(jump, std::abs(forces[k] - forces[k - 1]));
    most = std::max(most, std::abs(forces[k]));
  }
  EXPECT_LT(jump, 0.35 * most) << "a step is a twentieth of the ball";
}

TEST(V3_Figure6, ACubesForceJumpsWhereFacesMatch) {
  const TriangleMesh cube = make_shape("box", {{"x", 0.5}, {"y", 0.5}, {"z", 0.5}});
  const auto at = [](const std::vector<double>& f, double x) {
    return f[static_cast<std::size_t>(std::lround((x + 1.5) * 40))];
  };
  const auto thick = force_curve(cube, make_shape("box", {{"x", 1.2}, {"y", 2}, {"z", 2}}));
  EXPECT_NEAR(at(thick, -0.375), -0.25 * 0.25 * 0.475, 1e-6) << "k V dV/dx, still entering";
  EXPECT_NEAR(at(thick, -0.325), 0.0, 1e-12) << "all in: the force is gone at once";
}

TEST(V3_Figure6, AThinWallPushesABallWithoutJumps) {
  const TriangleMesh ball = make_shape("icosphere", {{"triangles", 20480}, {"radius", 0.25}});
  const auto forces = force_curve(ball, make_shape("box", {{"x", 0.1}, {"y", 2}, {"z", 2}}));
  double jump = 0.0, most = 0.0;
  for (std::size_t k = 1; k < forces.size(); ++k) {
    jump = std::max(jump, std::abs(forces[k] - forces[k - 1]));
    most = std::max(most, std::abs(forces[k]));
    EXPECT_GE(forces[k] * (static_cast<double>(k) - 60.0), -1e-5) << "back, then out";
  }
  EXPECT_LT(jump, 0.5 * most) << "a step is a quarter of the wall";
  EXPECT_NEAR(forces[60], 0.0, 1e-5 + 0.01 * most);
}

}  // namespace
}  // namespace graze::test
