// SPDX-License-Identifier: MIT
// Thousands of small steps of a cube on a finely tessellated floor: it slides, spins and lifts, and
// what presses is stopped. Positions go from step to step, so that any creep adds up.          [C9]
#include <gtest/gtest.h>

#include <algorithm>

#include "graze/geometry/shapes.h"
#include "graze/methods/certified.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze::test {
namespace {
constexpr double kTolerance = 1e-4;

WideObbTree tree_for_start(const TriangleMesh& mesh) {
  return WideObbTree(build_obb_tree(mesh, {.threads = 1}));
}

/// A grid of 2 * cells^2 triangles with uneven lines, top side up, at z = 0 over [-2, 2]^2.
TriangleMesh floor_mesh(std::uint32_t cells, bool with_wall) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> uneven(-0.3, 0.3);
  std::vector<double> lines;
  for (std::uint32_t k = 0; k <= cells; ++k) {
    const double shift = k == 0 || k == cells ? 0.0 : uneven(random);
    lines.push_back(-2.0 + 4.0 * (k + shift) / cells);
  }
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  for (const double y : lines)
    for (const double x : lines) vertices.emplace_back(x, y, 0.0);
  for (std::uint32_t j = 0; j < cells; ++j) {
    for (std::uint32_t i = 0; i < cells; ++i) {
      const std::uint32_t p = j * (cells + 1) + i, q = p + cells + 1;
      triangles.push_back({p, p + 1, q + 1});
      triangles.push_back({p, q + 1, q});
    }
  }
  if (with_wall) {  // at x = 1.5, seen from smaller x
    const auto first = static_cast<std::uint32_t>(vertices.size());
    for (const Vec3& v : {Vec3(1.5, -2, 0), Vec3(1.5, 2, 0), Vec3(1.5, 2, 1), Vec3(1.5, -2, 1)})
      vertices.push_back(v);
    triangles.push_back({first, first + 2, first + 1});
    triangles.push_back({first, first + 3, first + 2});
  }
  return {std::move(vertices), std::move(triangles)};
}

/// A cube of size 0.5 that goes as far as it may.
class Walker {
 public:
  explicit Walker(bool with_wall) : floor_(tree_for_start(floor_mesh(40, with_wall))) {}

  ContactReport step(const Pose& to) {
    const Motion way = Motion::between(here_, to);
    const ContactReport report = first_contact_certified({floor_, Motion::still({})}, {cube_, way},
                                                         {.tolerance = kTolerance});
    const double t = report.outcome == Outcome::kContact ? report.time.lo : 1.0;
    if (report.outcome != Outcome::kOverlapAtStart) here_ = pose_at(way, t);
    return report;
  }

  /// Smallest coordinate k of the corners, or largest.
  double lowest(int k) const { return corner(k, false); }
  double highest(int k) const { return corner(k, true); }
  const Pose& here() const { return here_; }

 private:
  double corner(int k, bool most) const {
    double value = most ? -1e300 : 1e300;
    for (const Vec3& v : cube_.mesh().vertices()) {
      const double x = (here_ * v)[k];
      value = most ? std::max(value, x) : std::min(value, x);
    }
    return value;
  }

  WideObbTree floor_;
  WideObbTree cube_ = tree_for_start(make_shape("box", {{"x", 0.5}, {"y", 0.5}, {"z", 0.5}}));
  Pose here_{Mat3::Identity(), {0.0, 0.0, 0.25}};
};

double uniform(std::mt19937_64& random, double lo, double hi) {
  return std::uniform_real_distribution<double>(lo, hi)(random);
}

/// A small step from here: a slide, a spin, a lift or a press, towards the middle when far out.
Pose random_step(std::mt19937_64& random, const Pose& here) {
  Pose to = here;
  const Vec3 back = -0.02 * Vec3(here.translation.x(), here.translation.y(), 0.0);
  to.translation += back + Vec3(uniform(random, -0.05, 0.05), uniform(random, -0.05, 0.05), 0.0);
  const auto kind = random() % 6;
  if (kind == 1) to.translation.z() += uniform(random, 0.0, 1e-4);
  if (kind >= 2 && kind <= 4) to.translation.z() -= uniform(random, 0.0, 1e-3);
  if (kind == 5) {
    const double angle = uniform(random, -0.2, 0.2);
    to.rotation = Eigen::AngleAxisd(angle, Vec3::UnitZ()).toRotationMatrix() * to.rotation;
  }
  return to;
}

TEST(C9_StartInContact, ACubeWalksOverATessellatedFloorWithoutSinkingIn) {
  Walker walker(false);
  std::mt19937_64 random = generator(0);
  double travelled = 0.0, deepest = 0.0;
  const std::size_t steps = trials(20'000, 1000);
  for (std::size_t k = 0; k < steps; ++k) {
    const Vec3 before = walker.here().translation;
    const ContactReport report = walker.step(random_step(random, walker.here()));
    ASSERT_NE(report.outcome, Outcome::kUndecided) << k << " " << explanation(report);
    ASSERT_NE(report.outcome, Outcome::kOverlapAtStart) << k;
    deepest = std::max(deepest, -walker.lowest(2));
    ASSERT_LE(deepest, kTolerance) << k;
    travelled += (walker.here().translation - before).norm();
  }
  std::printf("[ walk     ] %zu steps, deepest %.3g of the tolerance, travelled %.1f\n", steps,
              deepest / kTolerance, travelled);
  EXPECT_GT(travelled, 0.005 * static_cast<double>(steps)) << "it got stuck";
}

TEST(C9_StartInContact, PressingAgainAndAgainDoesNotCreep) {
  Walker walker(false);
  const std::size_t steps = trials(10'000, 1000);
  for (std::size_t k = 0; k < steps; ++k) {
    Pose to = walker.here();
    to.translation += Vec3(k % 2 == 0 ? 1e-3 : -1e-3, 0.0, -1e-2);
    walker.step(to);
    ASSERT_LE(-walker.lowest(2), kTolerance) << k;
  }
}

TEST(C9_StartInContact, SlidingIntoAWallIsStoppedThereAndMaySlideAlongIt) {
  Walker walker(true);
  for (int k = 0; k < 200; ++k) {
    Pose to = walker.here();
    to.translation.x() += 0.05;
    walker.step(to);
    ASSERT_LE(walker.highest(0), 1.5 + kTolerance) << k;
    ASSERT_LE(-walker.lowest(2), kTolerance) << k;
  }
  EXPECT_NEAR(walker.highest(0), 1.5, 2.0 * kTolerance);
  Pose along = walker.here();
  along.translation.y() += 0.5;
  EXPECT_EQ(walker.step(along).outcome, Outcome::kSeparated);
  Pose away = walker.here();
  away.translation.x() -= 1.0;
  EXPECT_EQ(walker.step(away).outcome, Outcome::kSeparated);
}

TEST(C9_StartInContact, OverlapAtTheStartIsReportedWithItsPairs) {
  const WideObbTree floor = tree_for_start(floor_mesh(40, false));
  const WideObbTree cube = tree_for_start(make_shape("box", {{"x", 0.5}, {"y", 0.5}, {"z", 0.5}}));
  const Pose deep{Mat3::Identity(), {0.0, 0.0, 0.2}}, up{Mat3::Identity(), {0.0, 0.0, 1.0}};
  const ContactReport report = first_contact_certified(
      {floor, Motion::still({})}, {cube, Motion::between(deep, up)}, {.tolerance = kTolerance});
  EXPECT_EQ(report.outcome, Outcome::kOverlapAtStart);
  EXPECT_FALSE(report.contacts.empty());
  EXPECT_EQ(report.time.hi, 0.0);
}
}  // namespace
}  // namespace graze::test
