// SPDX-License-Identifier: MIT
// Spheres, capsules, cylinders and planes: first contact against closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/query/clearance.h"
#include "graze/query/first_contact.h"
#include "support/trials.h"

namespace graze::test {
namespace {
Body body(const std::string& name, Shape shape, const Motion& motion) {
  Body made;
  made.name = name;
  made.shape = std::move(shape);
  made.motion = motion;
  return made;
}

Motion line(const Vec3& from, const Vec3& to) {
  return Motion::between({Mat3::Identity(), from}, {Mat3::Identity(), to}, {0.0, 1.0},
                         Interpolation::kSlerp);
}

Scene two(Shape a, const Motion& motion_a, Shape b, const Motion& motion_b) {
  Scene scene;
  add_body(scene, body("a", std::move(a), motion_a));
  add_body(scene, body("b", std::move(b), motion_b));
  scene.tolerance = 1e-9;
  return scene;
}

Vec3 random_vec(std::mt19937_64& random, double size) {
  std::uniform_real_distribution<double> any(-size, size);
  return {any(random), any(random), any(random)};
}

/// When |from + t way| first is r, in [0, 1]; -1 if never.
double first_time(const Vec3& from, const Vec3& way, double r) {
  const double a = way.squaredNorm(), b = from.dot(way), c = from.squaredNorm() - r * r;
  const double d = b * b - a * c;
  if (d < 0.0) return -1.0;
  const double t = (-b - std::sqrt(d)) / a;
  return t >= 0.0 && t <= 1.0 ? t : -1.0;
}
}  // namespace

TEST(G3_RoundShapes, SpheresMeetWhenTheirCentresSay) {
  const std::size_t count = trials(4000);
  std::size_t met = 0;
  for (std::size_t trial = 0; trial < count; ++trial) {
    std::mt19937_64 random = generator(trial);
    std::uniform_real_distribution<double> size(0.05, 0.5);
    const double ra = size(random), rb = size(random);
    const Vec3 a0 = random_vec(random, 2), a1 = random_vec(random, 2), b0 = random_vec(random, 2),
               b1 = random_vec(random, 2);
    if ((a0 - b0).norm() < ra + rb + 1e-3) continue;
    const Scene scene = two(Shape::from_sphere(Vec3::Zero(), ra), line(a0, a1),
                            Shape::from_sphere(Vec3::Zero(), rb), line(b0, b1));
    const ContactReport report = first_contact(scene).report;
    const double t = first_time(a0 - b0, (a1 - b1) - (a0 - b0), ra + rb);
    const double grazing = first_time(a0 - b0, (a1 - b1) - (a0 - b0), ra + rb + 2e-9);
    if (report.outcome == Outcome::kSeparated) {
      ASSERT_EQ(t, -1.0) << trial;
      continue;
    }
    ASSERT_EQ(report.outcome, Outcome::kContact) << trial;
    ASSERT_GE(grazing, 0.0) << trial;
    ++met;
    ASSERT_LE(report.time.lo, t < 0.0 ? 1.0 : t) << trial;
    ASSERT_GE(report.time.hi, grazing - 1e-9) << trial;
    // The point told lies on both spheres.
    const Vec3 centre = a0 + report.time.hi * (a1 - a0);
    ASSERT_NEAR((report.contacts[0].point_a - centre).norm(), ra, 1e-8) << trial;
  }
  EXPECT_GT(met, 0u);
}

TEST(G3_RoundShapes, ACapsuleFallsOntoAPlane) {
  const std::size_t count = trials(1000);
  for (std::size_t trial = 0; trial < count; ++trial) {
    std::mt19937_64 random = generator(trial);
    const Vec3 end = random_vec(random, 0.3);
    const double radius = 0.1, height = 2.0;
    const Scene scene =
        two(Shape::from_capsule(Vec3::Zero(), end, radius), line({0, 0, height}, {0, 0, -height}),
            Shape::from_half_space(Vec3::UnitZ(), 0.0), Motion());
    const ContactReport report = first_contact(scene).report;
    ASSERT_EQ(report.outcome, Outcome::kContact);
    const double t = (height + std::min(0.0, end.z()) - radius) / (2.0 * height);
    ASSERT_LE(report.time.lo, t);
    ASSERT_NEAR(report.time.hi, t, 1e-8) << trial;
  }
}

TEST(G3_RoundShapes, ACylinderIsContainedInItsPrism) {
  const Shape prism = Shape::from_cylinder(0.5, 2.0);
  EXPECT_LT(prism.outward_error(), 0.00054 * 0.5);
  std::mt19937_64 random = generator(3);
  std::uniform_real_distribution<double> angle(0.0, 6.283185307179586);
  for (int i = 0; i < 200; ++i) {
    // A small ball flies straight at the axis: it must be stopped at the cylinder or before, by no
    // more than the stated error.
    const double a = angle(random), radius = 0.01;
    const Vec3 out(std::cos(a), std::sin(a), 0.3);
    const Vec3 from(2.0 * out.x(), 2.0 * out.y(), 0.3);
    const Scene scene =
        two(Shape::from_sphere(Vec3::Zero(), radius), line(from, {0, 0, 0.3}), prism, Motion());
    const ContactReport report = first_contact(scene).report;
    ASSERT_EQ(report.outcome, Outcome::kContact);
    const double exact = (2.0 - 0.5 - radius) / 2.0;
    ASSERT_LE(report.time.hi, exact + 1e-9);
    ASSERT_GE(report.time.hi, exact - prism.outward_error() / 2.0 - 1e-9);
  }
}

TEST(G3_RoundShapes, ClearanceIsBetweenSurfaces) {
  const Scene scene = two(Shape::from_sphere(Vec3::Zero(), 0.25), Motion(),
                          Shape::from_capsule({1, 0, -1}, {1, 0, 1}, 0.125), Motion());
  const auto pairs = clearances_per_pair(scene);
  ASSERT_EQ(pairs.size(), 1u);
  EXPECT_NEAR(pairs[0].clearance.distance.hi, 0.625, 1e-8);
  EXPECT_NEAR(pairs[0].clearance.closest.point_a.x(), 0.25, 1e-8);
  EXPECT_NEAR(pairs[0].clearance.closest.point_b.x(), 0.875, 1e-8);
}

}  // namespace graze::test
