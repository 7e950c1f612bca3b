// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "graze/base/error.h"
#include "graze/spatial/obb_tree.h"
#include "support/exact_box.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze::test {
namespace {
constexpr ObbSplit kSplits[] = {ObbSplit::kMinMax, ObbSplit::kMedian, ObbSplit::kMean,
                                ObbSplit::kSurface};

/// Triangle ids below a node.
std::vector<std::uint32_t> below(const ObbTree& tree, std::uint32_t index) {
  const ObbNode& node = tree.nodes()[index];
  if (node.is_leaf()) {
    const auto ids = tree.order().subspan(node.first, node.count);
    return {ids.begin(), ids.end()};
  }
  std::vector<std::uint32_t> ids = below(tree, node.first);
  const std::vector<std::uint32_t> more = below(tree, node.first + 1);
  ids.insert(ids.end(), more.begin(), more.end());
  return ids;
}

void expect_boxes_contain_exactly(const ObbTree& tree) {
  for (std::uint32_t i = 0; i < tree.nodes().size(); ++i) {
    for (const std::uint32_t id : below(tree, i)) {
      for (const Vec3& corner : tree.mesh().corners(id)) {
        ASSERT_TRUE(contains_exactly(tree.nodes()[i].box, corner)) << "node " << i << " id " << id;
        ASSERT_TRUE(surely_contains(tree.nodes()[i].box, corner)) << "node " << i << " id " << id;
      }
    }
  }
}

void expect_every_triangle_once(const ObbTree& tree, int leaf_triangles) {
  std::vector<std::uint32_t> ids = below(tree, 0);
  std::sort(ids.begin(), ids.end());
  std::vector<std::uint32_t> all(tree.mesh().triangles().size());
  std::iota(all.begin(), all.end(), 0u);
  EXPECT_EQ(ids, all);
  for (const ObbNode& node : tree.nodes()) {
    EXPECT_LE(node.count, static_cast<std::uint32_t>(leaf_triangles));
  }
}

TEST(C3_BuildObbTree, BoxesContainTheirTrianglesExactly) {
  const double scales[] = {1.0, 1e-6, 1e6, 1e-150, 1e90};
  const double offsets[] = {0.0, 0.0, 1e6, 1e3, 1e-3};
  for (std::size_t trial = 0, count = trials(400); trial < count; ++trial) {
    auto random = generator(trial);
    const double scale = scales[trial % 5];
    const SoupOptions soup{.triangles = 1 + random() % 40,
                           .scale = scale,
                           .offset = random_vector(random, offsets[random() % 5] * scale),
                           .triangle_size = trial % 3 == 0 ? 1e-7 : 0.2,
                           .odd_share = 0.4};
    const int leaf = 1 + static_cast<int>(random() % 4);
    const ObbTree tree = build_obb_tree(random_soup(random, soup),
                                        {.split = kSplits[trial % 4], .leaf_triangles = leaf});
    expect_boxes_contain_exactly(tree);
    expect_every_triangle_once(tree, leaf);
  }
}

TEST(C3_BuildObbTree, BoxesAreTight) {
  auto random = generator(0);
  const Mat3 rotation = random_rotation(random);
  const Vec3 half(3.0, 2.0, 0.5);
  std::vector<Vec3> vertices;
  for (int k = 0; k < 8; ++k) {
    const Vec3 sign(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1);
    vertices.push_back(rotation * half.cwiseProduct(sign));
  }
  const TriangleMesh box(vertices, {{0, 1, 2}, {3, 1, 2}, {4, 5, 6}, {7, 5, 6}});
  const ObbTree tree = build_obb_tree(box);
  Vec3 found = tree.nodes()[0].box.half_size;
  std::sort(found.begin(), found.end());
  EXPECT_NEAR((found - Vec3(0.5, 2.0, 3.0)).norm(), 0.0, 1e-12);
}

TEST(C3_BuildObbTree, ThreadsDoNotChangeTheTree) {
  const TriangleMesh mesh = bumpy_sphere(60, 120);
  for (const ObbSplit split : kSplits) {
    const ObbTree one = build_obb_tree(mesh, {.split = split, .threads = 1});
    for (const int threads : {0, 2, 7}) {
      const ObbTree many = build_obb_tree(mesh, {.split = split, .threads = threads});
      EXPECT_EQ(one.content_hash(), many.content_hash());
    }
  }
}

TEST(C3_BuildObbTree, CopiesOfOneTriangleStayShallow) {
  const std::vector<Triangle> copies(5000, Triangle{0, 1, 2});
  const TriangleMesh mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, copies);
  for (const ObbSplit split : kSplits) {
    const ObbTree tree = build_obb_tree(mesh, {.split = split, .leaf_triangles = 1});
    EXPECT_LE(tree.report().depth, 14);
    expect_every_triangle_once(tree, 1);
  }
}

TEST(C3_BuildObbTree, GeometricSpacingStaysWithinTheDepthLimit) {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  for (std::uint32_t i = 0; i < 400; ++i) {  // each triangle 1.5 times as far as the one before
    const double x = std::pow(1.5, static_cast<double>(i) - 300.0);
    vertices.insert(vertices.end(), {{x, 0, 0}, {x, x, 0}, {x, 0, x}});
    triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  const TriangleMesh mesh(vertices, triangles);
  for (const ObbSplit split : kSplits) {
    const ObbTree tree = build_obb_tree(mesh, {.split = split, .leaf_triangles = 1});
    EXPECT_LE(tree.report().depth, kMaxObbTreeDepth);
    expect_boxes_contain_exactly(tree);
  }
}

TEST(C3_BuildObbTree, ReportTellsWhatWasBuilt) {
  const TriangleMesh mesh = bumpy_sphere(20, 40);
  const ObbTreeReport report = build_obb_tree(mesh, {.leaf_triangles = 1}).report();
  EXPECT_EQ(report.triangles, 1600u);
  EXPECT_EQ(report.nodes, 3199u);
  EXPECT_GE(report.depth, 11);
  EXPECT_GT(report.tightness, 0.3);
  EXPECT_LT(report.tightness, 1.3);
  EXPECT_EQ(report.bytes, 3199u * sizeof(ObbNode) + 1600u * 4u);
}

TEST(C3_BuildObbTree, EmptyMeshHasNoNodes) {
  EXPECT_TRUE(build_obb_tree(TriangleMesh()).nodes().empty());
  EXPECT_TRUE(ObbTree().nodes().empty());
  EXPECT_TRUE(ObbTree().mesh().is_empty());
}

TEST(C3_BuildObbTree, RefusesOptionsOutOfRange) {
  const TriangleMesh mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}});
  EXPECT_THROW(build_obb_tree(mesh, {.leaf_triangles = 0}), InputError);
  EXPECT_THROW(build_obb_tree(mesh, {.leaf_triangles = 17}), InputError);
  EXPECT_THROW(build_obb_tree(mesh, {.threads = -1}), InputError);
  const TriangleMesh huge({{1e200, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}});
  EXPECT_THROW(build_obb_tree(huge), InputError);
}

TEST(C3_SurelyContains, AcceptsUpToRoundingAndNeverAPointOutside) {
  std::size_t accepted = 0;
  std::size_t outside = 0;
  for (std::size_t trial = 0, count = trials(20'000); trial < count; ++trial) {
    auto random = generator(trial);
    const Vec3 half = random_vector(random).cwiseAbs();
    const Box box{random_vector(random, trial % 2 ? 1.0 : 1e3), random_rotation(random), half};
    const double stretch = 1.0 + (trial % 2 ? 4e-14 : 1e-12) * random_vector(random).x();
    const Vec3 s(half.x() * stretch, half.y() * random_vector(random).x(), half.z() * 0.5);
    const Vec3 p = box.centre + box.axes * s;
    const bool inside = contains_exactly(box, p);
    outside += inside ? 0 : 1;
    if (!surely_contains(box, p)) continue;
    ++accepted;
    EXPECT_TRUE(inside);
  }
  EXPECT_GT(accepted, 0u);
  EXPECT_GT(outside, 0u);
}
}  // namespace
}  // namespace graze::test
