// SPDX-License-Identifier: MIT
// The three worked examples of Albocher, Sarel, Choi, Elber and Wang, section V. [B5]
#include <graze/math/rotation.h>
#include <graze/methods/analytic_printed.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "graze/io/load_scene.h"

namespace graze::test {
namespace {
MovingBox still_box(const Vec3& half) { return {{Vec3::Zero(), Mat3::Identity(), half}, Motion()}; }

MovingBox box_of(const Scene& scene, std::size_t body) {
  return {*scene.bodies[body].shape.box(), scene.bodies[body].motion};
}

/// The printed matrix of section V-A is written for row vectors.
constexpr double kPrinted[3][3] = {
    {-0.88, -0.16, -0.46}, {0.07, -0.90, -0.43}, {0.48, 0.41, -0.78}};

/// What the paper tells of an example.
struct Told {
  std::size_t intervals;
  int outside, by_spheres;
};

PrintedBoxes ask(const std::string& file, const Told& told) {
  const Scene scene = load_scene("examples/scenes/" + file);
  const PrintedBoxes found = printed_box_contacts(box_of(scene, 0), box_of(scene, 1), {0.0, 1.0});
  EXPECT_EQ(found.homogeneous.size() + std::size_t(found.outside), told.intervals);
  EXPECT_EQ(found.outside, told.outside);
  EXPECT_EQ(found.eliminated, told.by_spheres);
  return found;
}
}  // namespace

TEST(B5_Paper, LinearExampleIsMisprintedAndRepaired) {
  const auto row = [](int i) { return Vec3(kPrinted[i][0], kPrinted[i][1], kPrinted[i][2]); };
  Mat3 printed;
  for (int i = 0; i < 3; ++i) printed.row(i) = row(i).transpose();
  EXPECT_NEAR(printed.determinant(), -0.96, 0.005);  // no rotation
  EXPECT_NEAR(row(0).dot(row(1)), 0.28, 0.005);      // rows 0 and 1 are far from orthogonal,
  EXPECT_NEAR(row(0).dot(row(2)), -0.13, 0.005);     // so are 0 and 2,
  EXPECT_NEAR(row(1).dot(row(2)), 0.0, 0.005);       // but 1 and 2 are: row 0 is misprinted.
  Mat3 repaired = printed;
  repaired(0, 0) = 0.88, repaired(0, 2) = 0.46;  // two signs
  EXPECT_NEAR(repaired.determinant(), 1.0, 0.02);
  EXPECT_LT(orthonormality_error(repaired), 0.03);                // to the two printed digits
  const Mat3 rotation = *nearest_rotation(repaired.transpose());  // for column vectors
  // p(t) = 28.68 - 60.68 t is face -y of the first box: 36.86 - 60.69 t less both half shadows on
  // y.
  const Vec3 half_a(12.0, 3.0, 12.0);  // a wide face, so that a vertex meets it
  const double share = rotation.row(1).cwiseAbs().sum();
  const double edge = (36.86 - 28.68 - half_a.y()) / share;
  EXPECT_NEAR(edge, 3.54, 0.01);
  const Motion motion =
      rational_motion({{quaternion_from_rotation(rotation)},
                       {Vec3(-28.35, -36.86, 0.0), Vec3(-28.35 + 45.11, -36.86 + 60.69, 0.0)},
                       {1.0}});
  const MovingBox a = still_box(half_a);
  const MovingBox b{{Vec3::Zero(), Mat3::Identity(), Vec3::Constant(edge)}, motion};
  const BoxContacts fast = box_contacts(a, b);
  const PrintedBoxes slow = printed_box_contacts(a, b, {0.0, 1.0});
  ASSERT_EQ(fast.intervals.size(), 1u);
  EXPECT_NEAR(fast.intervals[0].entry.lo, 0.47, 0.005);
  EXPECT_NEAR(fast.intervals[0].entry.lo, 28.68 / 60.68, 1e-4);
  EXPECT_EQ(fast.intervals[0].entry_features.a.kind(), FeatureKind::kFace);
  EXPECT_EQ(slow.homogeneous.size(), 1u);  // "only one homogeneous interval"
  EXPECT_EQ(slow.outside, 0);
  ASSERT_EQ(slow.contacts.size(), 2u);
  EXPECT_EQ(slow.contacts[0].pair.kind, PairKind::kFaceVertex);
  EXPECT_NEAR(slow.contacts[0].time.lo, fast.intervals[0].entry.lo, 1e-9);
  std::printf("linear: entry %.6f exit %.6f, %zu homogeneous interval\n",
              fast.intervals[0].entry.lo, fast.intervals[0].exit.lo, slow.homogeneous.size());
}

// The row that is misprinted does not matter for the face that is met first: as it stands, as an
// affine motion, the printed matrix has the printed time.
TEST(B5_Paper, LinearExampleAsPrintedIsAnAffineMotionWithThePrintedEntry) {
  PolynomialMatrix matrix;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) matrix.entry[i][j] = {kPrinted[j][i]};  // for column vectors
  matrix.entry[0][3] = {-28.35, 45.11};
  matrix.entry[1][3] = {-36.86, 60.69};
  const MovingAffineBox b{{Vec3::Zero(), Mat3::Identity(), Vec3::Constant(3.54)},
                          {{{{0.0, 1.0}, affine_from_matrix(matrix)}}}};
  const BoxContacts found = box_contacts(still_box({12.0, 3.0, 12.0}), b);
  ASSERT_EQ(found.intervals.size(), 1u);
  EXPECT_NEAR(found.intervals[0].entry.lo, 28.68 / 60.68, 1e-3);
  EXPECT_EQ(found.intervals[0].entry_features.a.kind(), FeatureKind::kFace);
  EXPECT_EQ(found.intervals[0].entry_features.b.kind(), FeatureKind::kVertex);
}

// The motion of figures 6 and 7 is not printed: the scene is another one with the same counts.
TEST(B5_Paper, SecondDegreeMotionHasTheToldCountsAndTimes) {
  const PrintedBoxes found = ask("paper_second_degree.json", {15, 3, 8});
  ASSERT_EQ(found.contacts.size(), 2u);
  EXPECT_NEAR(found.contacts[0].time.lo, 0.654, 5e-4);
  EXPECT_NEAR(found.contacts[1].time.lo, 0.889, 5e-4);
  for (const PlaneContact& c : found.contacts) EXPECT_EQ(c.pair.kind, PairKind::kEdgeEdge);
  const auto both = std::ranges::find(found.homogeneous, 2, &HomogeneousInterval::contacts);
  ASSERT_NE(both, found.homogeneous.end());
  EXPECT_NEAR(both->span.lo, 0.55, 0.005);
  EXPECT_NEAR(both->span.hi, 0.92, 0.005);
}

// Nor is that of figure 8.
TEST(B5_Paper, FourthDegreeMotionHasTheToldCountsAndNoContact) {
  EXPECT_TRUE(ask("paper_fourth_degree.json", {17, 2, 11}).contacts.empty());
}

}  // namespace graze::test
