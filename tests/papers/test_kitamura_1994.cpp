// SPDX-License-Identifier: MIT
// Kitamura, Takemura, Ahuja, Kishino 1994: the experiments of section 4.
#include <gtest/gtest.h>

#include "graze/methods/octree_workspace.h"
#include "graze/query/first_contact.h"
#include "support/kitamura_scenes.h"

namespace graze {
namespace {
/// The first cycle of each phase; 999 if it never came.
struct Phases {
  int nodes = 999, faces = 999, collision = 999;
  std::size_t other_alarms = 0;  // of bodies beside A and B, and of cycles before the end
  WorkspaceReport last;
};

Phases run(const Scene& scene, int levels, const WorkspaceOptions& options = {}) {
  Phases phases;
  const Workspace workspace = test::kitamura_workspace(levels);
  const auto octrees = test::voxel_octrees(scene, workspace);
  for (int t = 0; t < 190 && phases.collision == 999; ++t) {
    const auto bodies = test::swept_bodies(scene, octrees, {double(t), double(t + 1)});
    phases.last = check_workspace(bodies, workspace, options);
    if (phases.last.interfering_cells > 0) phases.nodes = std::min(phases.nodes, t);
    if (phases.last.faces_found > 0) phases.faces = std::min(phases.faces, t);
    for (const WorkspaceAlarm& alarm : phases.last.alarms) {
      const bool is_ab = alarm.a == 0 && alarm.b == 1;
      if (is_ab) phases.collision = t;
      phases.other_alarms += !is_ab;
    }
  }
  return phases;
}

void print(const std::string& what, const Phases& phases) {
  std::printf(
      "%s: nodes from %d, faces from %d, collision at %d; last cycle %zu cells, %zu faces, "
      "%zu face pairs tested, %zu left\n",
      what.c_str(), phases.nodes, phases.faces, phases.collision, phases.last.interfering_cells,
      phases.last.faces_found, phases.last.face_pairs_tested,
      phases.last.alarms.empty() ? 0 : phases.last.alarms[0].faces.size());
}

TEST(O7_Kitamura, SpheresOf168FacesCollideAt116) {
  for (const OctreeUpdate update : {OctreeUpdate::kDisplaced, OctreeUpdate::kRebuilt}) {
    const Phases phases = run(test::kitamura_spheres(2, 168), 4, {.update = update});
    print(update == OctreeUpdate::kDisplaced ? "168, displaced" : "168, rebuilt", phases);
    EXPECT_GE(phases.collision, 113);
    EXPECT_LE(phases.collision, 119);
    // Rebuilt trees are tight: where nodes interfere, faces are found.
    const int rest = update == OctreeUpdate::kDisplaced ? 1 : 0;
    EXPECT_LE(phases.nodes + rest, phases.faces);
    EXPECT_LT(phases.faces, phases.collision);
  }
}

TEST(O7_Kitamura, ThePrintedMethodAlsoEndsAt116OnThisSlowMotion) {
  const Phases phases = run(test::kitamura_spheres(2, 168), 4, {.as_printed = true});
  print("168, as printed", phases);
  EXPECT_GE(phases.collision, 113);
  EXPECT_LE(phases.collision, 119);
}

TEST(O7_Kitamura, PhasesComeInOrderForAllSpheresAndLevels) {
  for (const int faces : {24, 80, 168}) {
    for (const int levels : {4, 5}) {
      const Scene scene = test::kitamura_spheres(2, faces);
      ASSERT_EQ(scene.bodies[0].shape.mesh().triangles().size(), std::size_t(faces));
      const Phases phases = run(scene, levels);
      print(std::to_string(faces) + " faces, " + std::to_string(levels) + " levels", phases);
      EXPECT_LE(phases.nodes, phases.faces);
      EXPECT_LE(phases.faces, phases.collision);
      EXPECT_LT(phases.collision, 190);
    }
  }
}

TEST(O7_Kitamura, OnlyAAndBOfTheEightCollide) {
  const Scene scene = test::kitamura_spheres(8, 168);
  const Phases phases = run(scene, 4);
  print("eight of 168", phases);
  EXPECT_EQ(phases.other_alarms, 0u);
  EXPECT_GE(phases.collision, 113);
  EXPECT_LE(phases.collision, 119);
  // The certified method says the same, and when exactly.
  const PairReport first = first_contact(scene);
  EXPECT_EQ(first.a, BodyId(0));
  EXPECT_EQ(first.b, BodyId(1));
  ASSERT_EQ(first.report.outcome, Outcome::kContact);
  std::printf("certified: %.6f to %.6f cycles\n", first.report.time.lo, first.report.time.hi);
  EXPECT_LE(phases.collision, first.report.time.hi);
  EXPECT_GE(phases.collision + 2, first.report.time.lo);
}

TEST(O7_Kitamura, IdealSpheresTouchAt115Point4) {
  // |(6, 4, 4) - t (0.03, 0.015, 0.02)| = 3.8
  const Vec3 d(6, 4, 4), v(0.03, 0.015, 0.02);
  const double a = v.squaredNorm(), b = d.dot(v), c = d.squaredNorm() - 3.8 * 3.8;
  EXPECT_NEAR((b - std::sqrt(b * b - a * c)) / a, 115.4, 0.05);
}

TEST(O7_Kitamura, OfTwoToFiveShuttlesOnlyAAndBCollide) {
  for (const int objects : {2, 5}) {
    const Scene scene = test::kitamura_shuttles(objects);
    ASSERT_EQ(scene.bodies[0].shape.mesh().triangles().size(), 528u);
    const Phases phases = run(scene, 5);
    print(std::to_string(objects) + " shuttles", phases);
    EXPECT_LT(phases.nodes, phases.collision);
    EXPECT_LE(phases.faces, phases.collision);
    EXPECT_NEAR(phases.collision, 123, 3);
    EXPECT_EQ(phases.other_alarms, 0u);
  }
}
}  // namespace
}  // namespace graze
