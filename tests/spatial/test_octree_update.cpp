// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "graze/base/error.h"
#include "graze/geometry/point_inclusion.h"
#include "graze/geometry/shapes.h"
#include "graze/math/rotation.h"
#include "graze/spatial/octree_update.h"
#include "support/octree_points.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze {
namespace {
/// A turn about a fixed axis while the origin goes straight: exact poses at every share, and the
/// bulge that the turn asks for.
struct TurningStep {
  Pose begin;
  Vec3 way, turn;

  Pose at(double s) const {
    return {times(rotation_from_vector(s * turn), begin.rotation), begin.translation + s * way};
  }
  SweptPose sweep() const {
    return {begin, at(1.0), Vec3::Zero(), 1e-12, 0.125 * turn.squaredNorm() + 1e-12};
  }
};

TurningStep random_step(std::mt19937_64& random) {
  return {test::random_pose(random, 1.0), test::random_vector(random, 0.3),
          test::random_vector(random, 0.5)};
}

const Workspace kWorkspace{{Vec3::Constant(-4.0), 8.0}, 5};

/// Every point of the solid, at every instant asked, is in a cell that is not white; every point
/// of a face in one that lists it.
void expect_superset(const Octree& tree, const TriangleMesh& mesh, const TurningStep& step,
                     std::mt19937_64& random) {
  for (const double s : {0.0, 0.31, 0.5, 0.83, 1.0}) {
    const Pose pose = step.at(s);
    for (int i = 0; i < 20; ++i) {
      const auto [face, p] = test::random_surface_point(mesh, random);
      ASSERT_TRUE(test::lists_face(tree, pose * p, face));
      const Vec3 q = mesh.bounds().centre() +
                     test::random_vector(random, 0.5).cwiseProduct(mesh.bounds().size());
      if (!is_inside(q, mesh)) continue;
      ASSERT_NE(colour_at(tree, pose * q), CellColour::kWhite);
    }
  }
}

TEST(O2_OctreeUpdate, DisplacedAndRebuiltTreesAreSupersetsDuringTheWholeStep) {
  for (const char* name : {"gear", "torus", "l_bracket"}) {
    const Octree body = build_octree(make_shape(name), {.depth = 4});
    for (std::size_t i = 0, n = test::trials(200) / 3; i < n; ++i) {
      auto random = test::generator(i);
      const TurningStep step = random_step(random);
      expect_superset(displaced_octree(body, step.sweep(), kWorkspace), body.mesh(), step, random);
      expect_superset(rebuilt_octree(body, step.sweep(), kWorkspace), body.mesh(), step, random);
    }
  }
}

TEST(O2_OctreeUpdate, RebuiltTreesAreTighterThanDisplacedOnes) {
  const Octree body = build_octree(make_shape("torus", {{"triangles", 500}}), {.depth = 4});
  double displaced = 0.0, rebuilt = 0.0;
  for (std::size_t i = 0; i < 10; ++i) {
    auto random = test::generator(i);
    const SweptPose sweep = held(test::random_pose(random, 1.0));
    displaced += volume_bounds(displaced_octree(body, sweep, kWorkspace)).hi;
    rebuilt += volume_bounds(rebuilt_octree(body, sweep, kWorkspace)).hi;
  }
  EXPECT_LT(rebuilt, displaced);
}

TEST(O2_OctreeUpdate, TheHullOfBothEndsWouldLoseATurningBar) {
  // Half a turn about z: begin and end cover the same cells, the way between them does not.
  const Octree bar = build_octree(make_shape("box", {{"x", 4.0}, {"y", 0.2}, {"z", 0.2}}));
  const TurningStep step{Pose{}, Vec3::Zero(), Vec3(0, 0, std::numbers::pi)};
  const SweptPose printed{step.begin, step.at(1.0), Vec3::Zero(), 0.0, 0.0};
  const Vec3 tip = step.at(0.5) * Vec3(1.9, 0, 0);
  EXPECT_EQ(colour_at(rebuilt_octree(bar, printed, kWorkspace), tip), CellColour::kWhite);
  EXPECT_NE(colour_at(rebuilt_octree(bar, step.sweep(), {{Vec3::Constant(-8), 16}, 5}), tip),
            CellColour::kWhite);
}

TEST(O2_OctreeUpdate, AKeptTreeIsASupersetAsLongAsItSaysSo) {
  const Octree body = build_octree(make_shape("gear"), {.depth = 4});
  std::size_t kept_steps = 0;
  for (std::size_t i = 0, n = test::trials(200); i < n; ++i) {
    auto random = test::generator(i);
    const Pose start = test::random_pose(random, 1.0);
    const KeptOctree kept = keep_octree(body, start, kWorkspace, 0.2);
    const TurningStep step{start, test::random_vector(random, 0.1),
                           test::random_vector(random, 0.05)};
    if (!covers(kept, step.sweep())) continue;
    ++kept_steps;
    expect_superset(kept.octree, body.mesh(), step, random);
  }
  EXPECT_GT(kept_steps, 5u);
}

TEST(O2_OctreeUpdate, ABodyThatLeavesTheWorkspaceIsRefused) {
  const Octree body = build_octree(make_shape("torus"));
  const SweptPose away = held({Mat3::Identity(), Vec3(3.9, 0, 0)});
  EXPECT_THROW(displaced_octree(body, away, kWorkspace), InputError);
  EXPECT_THROW(rebuilt_octree(body, away, kWorkspace), InputError);
}

TEST(O8_Octree, CellsOfADeformingMeshAreRightDuringTheStep) {
  const TriangleMesh begin = make_shape("icosphere", {{"triangles", 320}});
  auto random = test::generator(5);
  std::vector<Vec3> moved(begin.vertices().begin(), begin.vertices().end());
  for (Vec3& v : moved) v += test::random_vector(random, 0.15);
  const TriangleMesh end(moved, {begin.triangles().begin(), begin.triangles().end()});
  const Octree octree = build_octree(begin, end, {.depth = 4, .open_mesh = OpenMesh::kSurface});
  for (std::size_t i = 0, n = test::trials(4000); i < n; ++i) {
    const std::uint32_t face = static_cast<std::uint32_t>(random() % begin.triangles().size());
    const auto a = begin.corners(face), b = end.corners(face);
    const double s = double(random() % 1000) / 999.0;
    const Vec3 p = ((1 - s) * (a[0] + a[1] + a[2]) + s * (b[0] + b[1] + b[2])) / 3.0;
    ASSERT_TRUE(test::lists_face(octree, p, face, 1e-12));
  }
}
}  // namespace
}  // namespace graze
