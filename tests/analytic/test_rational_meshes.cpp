// SPDX-License-Identifier: MIT
// Meshes under rational motion through trees of boxes, against the certified method.          [B6]
#include <graze/geometry/shapes.h>
#include <graze/geometry/triangle_distance.h>
#include <graze/methods/analytic_meshes.h>
#include <graze/methods/certified.h>
#include <graze/motion/rational_motion.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <map>

#include "analytic/box_pairs.h"
#include "support/trials.h"

namespace graze::test {
namespace {
const ObbTree& tree_of(const char* shape, double triangles) {
  static std::map<std::string, ObbTree> trees;
  const std::string key = shape + std::to_string(triangles);
  if (!trees.count(key))
    trees.emplace(key, build_obb_tree(make_shape(shape, {{"triangles", triangles}})));
  return trees.at(key);
}

double exact_gap(const MovingMesh& a, const MovingMesh& b, double t) {
  const Pose pose_a = pose_at(a.world_from_mesh, t), pose_b = pose_at(b.world_from_mesh, t);
  double least = kInfinity;
  for (std::size_t i = 0; i < a.tree.mesh().triangles().size(); ++i)
    for (std::size_t j = 0; j < b.tree.mesh().triangles().size(); ++j) {
      auto p = a.tree.mesh().corners(i), q = b.tree.mesh().corners(j);
      for (Vec3& v : p) v = pose_a * v;
      for (Vec3& v : q) v = pose_b * v;
      least = std::min(least, triangle_distance(p, q).distance());
    }
  return least;
}
}  // namespace

TEST(B6_RationalMeshes, AnswersAsTheCertifiedMethodDoes) {
  const std::size_t count = trials(2000);
  const char* shapes[] = {"torus", "gear", "blob"};
  std::size_t contacts = 0, overlaps = 0, asked = 0;
  double farthest = 0.0;
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const RelativeBoxPair one = random_pair(random, int(random() % 3), 1 + int(random() % 2));
    MovingMesh a{tree_of(shapes[k % 3], 400), {}}, b{tree_of(shapes[k / 3 % 3], 500), {}};
    try {
      b.world_from_mesh = rational_motion(one.a_from_b, {0.0, 2.0});
      if (k % 4 == 0) a.world_from_mesh = rational_motion(random_pair(random, 1, 1).a_from_b);
    } catch (const std::exception&) {
      continue;
    }
    ++asked;
    const Interval span(0.25, 1.75);
    const ContactReport analytic = first_mesh_contact(a, b, {.span = span, .tolerance = 1e-7});
    CertifiedOptions options;
    options.span = span;
    options.tolerance = 1e-7;
    const ContactReport certified =
        first_contact_certified({WideObbTree(a.tree), a.world_from_mesh},
                                {WideObbTree(b.tree), b.world_from_mesh}, options);
    EXPECT_EQ(analytic.guarantee, Guarantee::kProved);
    ASSERT_EQ(analytic.outcome, certified.outcome) << "trial " << k << ' ' << explanation(analytic);
    overlaps += analytic.outcome == Outcome::kOverlapAtStart;
    if (analytic.outcome != Outcome::kContact) continue;
    ++contacts;
    ASSERT_LE(analytic.contacts[0].distance, 1e-7) << "trial " << k;
    // Both may end within rounding of touching.
    ASSERT_LE(certified.time.lo - analytic.time.hi, 1e-9) << "trial " << k;
    // The certified bracket ends where the distance is the tolerance: a little earlier.
    ASSERT_NEAR(analytic.time.lo, certified.time.hi, 1e-3) << "trial " << k;
    ASSERT_LT((analytic.contacts[0].point - certified.contacts[0].point).norm(), 1e-2)
        << "trial " << k;
    farthest = std::max(farthest, std::fabs(analytic.time.lo - certified.time.hi));
  }
  std::printf("%zu pairs of meshes: %zu contacts, %zu overlap at the start; times differ by %.1e\n",
              asked, contacts, overlaps, farthest);
  EXPECT_GT(contacts, asked / 10);
}

TEST(B6_RationalMeshes, NothingTouchesBeforeAndSomethingDoesAtTheContact) {
  const std::size_t count = trials(200);
  std::size_t contacts = 0;
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const RelativeBoxPair one = random_pair(random, 1 + int(random() % 2), 2);
    MovingMesh a{tree_of("torus", 100), {}}, b{tree_of("icosphere", 80), {}};
    try {
      b.world_from_mesh = rational_motion(one.a_from_b);
    } catch (const std::exception&) {
      continue;
    }
    const ContactReport report = first_mesh_contact(a, b);
    if (report.outcome == Outcome::kOverlapAtStart) continue;
    const double end = report.outcome == Outcome::kContact ? report.time.lo : 1.0;
    for (int i = 0; i < 4; ++i)
      ASSERT_GT(exact_gap(a, b, end * uniform(random, 0.0, 0.999)), 0.0) << "trial " << k;
    if (report.outcome != Outcome::kContact) continue;
    ++contacts;
    ASSERT_LT(exact_gap(a, b, report.time.hi), 1e-9) << "trial " << k;
  }
  EXPECT_GT(contacts, 0u);
}

TEST(B6_RationalMeshes, NeedlesAndPointsTouchLikeTriangles) {
  // A segment that slides onto a point, both triangles without area.
  const TriangleMesh point({Vec3(0, 0, 0)}, {{0, 0, 0}});
  const TriangleMesh needle({Vec3(-1, 0, 0), Vec3(1, 0, 0), Vec3(0, 0, 0)}, {{0, 1, 2}});
  RationalFormula f;
  f.translation = {Vec3(0.25, 2, 1), Vec3(0.25, -2, -1)};
  const MovingMesh a{build_obb_tree(needle), {}}, b{build_obb_tree(point), rational_motion(f)};
  const ContactReport touch = first_mesh_contact(a, b);
  ASSERT_EQ(touch.outcome, Outcome::kContact);
  EXPECT_NEAR(touch.time.lo, 0.5, 1e-9);
  f.translation = {Vec3(0.25, 2, 1), Vec3(0.25, -2, -0.875)};
  const MovingMesh beside{build_obb_tree(point), rational_motion(f)};
  EXPECT_EQ(first_mesh_contact(a, beside).outcome, Outcome::kSeparated);
}

TEST(B6_RationalMeshes, ABudgetEndsTheSearchWithWhatIsSure) {
  RationalFormula f;
  f.translation = {Vec3(4, 0.1, 0), Vec3(-4, 0.1, 0)};
  const MovingMesh a{tree_of("torus", 500), {}}, b{tree_of("gear", 500), rational_motion(f)};
  const ContactReport whole = first_mesh_contact(a, b);
  ASSERT_EQ(whole.outcome, Outcome::kContact);
  RationalMeshOptions few;
  few.budget.max_tests = 3;
  const ContactReport part = first_mesh_contact(a, b, few);
  EXPECT_EQ(part.outcome, Outcome::kUndecided);
  EXPECT_LE(part.time.lo, whole.time.lo);
}

}  // namespace graze::test
