// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>

#include "graze/base/error.h"
#include "graze/spatial/wide_obb_tree.h"
#include "support/exact_box.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze::test {
namespace {
void collect(const WideObbTree& tree, std::uint32_t node, int lane,
             std::vector<std::uint32_t>& ids) {
  const WideObbNode& wide = tree.nodes()[node];
  if (wide.is_leaf(lane)) {
    const auto leaf = tree.order().subspan(wide.child[lane], wide.triangles[lane]);
    ids.insert(ids.end(), leaf.begin(), leaf.end());
    return;
  }
  for (int k = 0; k < kWideLanes; ++k) {
    if (!tree.nodes()[wide.child[lane]].is_empty(k)) collect(tree, wide.child[lane], k, ids);
  }
}

bool lane_contains_exactly(const WideObbNode& wide, int lane, const Vec3& p) {
  ExactVec3 centre;
  ExactVec3 half;
  std::array<ExactVec3, 3> axes;
  for (std::size_t i = 0; i < 3; ++i) {
    centre[i] = mpq_class(wide.origin[i]) + mpq_class(wide.centre[i][lane]);
    half[i] = mpq_class(wide.half_size[i][lane]);
    for (std::size_t j = 0; j < 3; ++j) axes[j][i] = mpq_class(wide.axes[j][i][lane]);
  }
  ExactVec3 d = exact(p);
  mpq_class distance_sq = 0;
  for (std::size_t i = 0; i < 3; ++i) distance_sq += (d[i] - centre[i]) * (d[i] - centre[i]);
  const mpq_class radius(wide.radius[lane]);
  return contains_exactly(centre, axes, half, exact(p)) && distance_sq <= radius * radius;
}

TEST(C3_WideObbTree, FloatBoxesContainTheirTrianglesExactly) {
  const double scales[] = {1.0, 1e-6, 1e6, 1e-30, 1e14};
  for (std::size_t trial = 0, count = trials(300); trial < count; ++trial) {
    auto random = generator(trial);
    const double scale = scales[trial % 5];
    const double far = trial % 2 == 0 ? 0.0 : 1e6;
    const WideObbTree tree(
        build_obb_tree(random_soup(random, {.triangles = 1 + random() % 60,
                                            .scale = scale,
                                            .offset = random_vector(random, scale * far),
                                            .odd_share = 0.4})));
    for (std::uint32_t node = 0; node < tree.nodes().size(); ++node) {
      for (int lane = 0; lane < kWideLanes; ++lane) {
        if (tree.nodes()[node].is_empty(lane)) continue;
        std::vector<std::uint32_t> ids;
        collect(tree, node, lane, ids);
        for (const std::uint32_t id : ids) {
          for (const Vec3& corner : tree.mesh().corners(id)) {
            ASSERT_TRUE(lane_contains_exactly(tree.nodes()[node], lane, corner));
          }
        }
      }
    }
  }
}

bool is_right_handed(const WideObbNode& wide, int lane) {
  Mat3 axes;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i) axes(i, j) = wide.axes[j][i][lane];
  return axes.determinant() > 0.0;
}

// A stored tree may hold left-handed boxes: the same sets, told otherwise.
TEST(C3_WideObbTree, LeftHandedBoxesBecomeTheSameLanesAsRightHandedOnes) {
  for (std::size_t trial = 0, count = trials(200); trial < count; ++trial) {
    auto random = generator(trial);
    const ObbTree tree = build_obb_tree(random_soup(random, {.triangles = 1 + random() % 60}));
    std::vector<ObbNode> nodes(tree.nodes().begin(), tree.nodes().end());
    for (ObbNode& node : nodes) node.box.axes.col(2) *= -1.0;
    const WideObbTree right(tree);
    const WideObbTree left(
        obb_tree_from_parts(tree.mesh(), nodes, {tree.order().begin(), tree.order().end()}));
    ASSERT_EQ(left.nodes().size(), right.nodes().size());
    for (std::size_t i = 0; i < left.nodes().size(); ++i) {
      const WideObbNode &x = left.nodes()[i], &y = right.nodes()[i];
      EXPECT_EQ(std::memcmp(x.axes, y.axes, sizeof x.axes), 0) << trial;
      EXPECT_EQ(std::memcmp(x.half_size, y.half_size, sizeof x.half_size), 0) << trial;
      for (int lane = 0; lane < kWideLanes; ++lane) EXPECT_TRUE(is_right_handed(x, lane)) << trial;
    }
  }
}

TEST(C3_WideObbTree, HoldsEveryTriangleOnceAndFillsItsLanes) {
  const WideObbTree tree(build_obb_tree(bumpy_sphere(40, 80)));
  std::vector<std::uint32_t> ids;
  std::size_t used = 0;
  for (const WideObbNode& node : tree.nodes()) {
    for (int lane = 0; lane < kWideLanes; ++lane) {
      if (node.is_empty(lane)) continue;
      ++used;
      if (!node.is_leaf(lane)) continue;
      const auto leaf = tree.order().subspan(node.child[lane], node.triangles[lane]);
      ids.insert(ids.end(), leaf.begin(), leaf.end());
    }
  }
  std::sort(ids.begin(), ids.end());
  std::vector<std::uint32_t> all(tree.mesh().triangles().size());
  std::iota(all.begin(), all.end(), 0u);
  EXPECT_EQ(ids, all);
  EXPECT_GT(static_cast<double>(used),
            0.65 * kWideLanes * static_cast<double>(tree.nodes().size()));
}

/// Half of how far the triangles below a lane reach along its axes.
Vec3 half_reach(const WideObbTree& tree, std::uint32_t node, int lane) {
  Mat3 axes;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i) axes(i, j) = tree.nodes()[node].axes[j][i][lane];
  std::vector<std::uint32_t> ids;
  collect(tree, node, lane, ids);
  const Vec3 reference = tree.mesh().corners(ids[0])[0];
  Vec3 lo = Vec3::Zero(), hi = Vec3::Zero();
  for (const std::uint32_t id : ids) {
    for (const Vec3& corner : tree.mesh().corners(id)) {
      const Vec3 y = axes.transpose() * (corner - reference);
      lo = lo.cwiseMin(y);
      hi = hi.cwiseMax(y);
    }
  }
  return 0.5 * (hi - lo);
}

TEST(C3_WideObbTree, FarFromTheOriginFloatBoxesStayTight) {
  auto random = generator(0);
  const WideObbTree tree = build_wide_obb_tree(
      random_soup(random, {.triangles = 2000, .offset = {1e6, -1e6, 1e6}, .odd_share = 0.0}));
  for (std::uint32_t node = 0; node < tree.nodes().size(); ++node) {
    for (int lane = 0; lane < kWideLanes; ++lane) {
      if (tree.nodes()[node].is_empty(lane)) continue;
      const Vec3 half = half_reach(tree, node, lane);
      for (int k = 0; k < 3; ++k) {
        EXPECT_LE(static_cast<double>(tree.nodes()[node].half_size[k][lane]),
                  half[k] + 1e-6);  // of a soup of size 2
      }
    }
  }
}

void expect_same(const WideObbTree& a, const WideObbTree& b) {
  ASSERT_EQ(a.nodes().size(), b.nodes().size());
  EXPECT_TRUE(std::ranges::equal(a.order(), b.order()));
  EXPECT_EQ(a.crown().content_hash(), b.crown().content_hash());
  for (std::size_t i = 0; i < a.nodes().size(); ++i) {
    const WideObbNode &x = a.nodes()[i], &y = b.nodes()[i];
    ASSERT_EQ(std::memcmp(x.centre, y.centre, sizeof x.centre), 0) << i;
    ASSERT_EQ(std::memcmp(x.axes, y.axes, sizeof x.axes), 0) << i;
    ASSERT_EQ(std::memcmp(x.half_size, y.half_size, sizeof x.half_size), 0) << i;
    ASSERT_EQ(std::memcmp(x.child, y.child, sizeof x.child), 0) << i;
    ASSERT_EQ(std::memcmp(x.triangles, y.triangles, sizeof x.triangles), 0) << i;
  }
}

// Blocks have up to 4,096 triangles: meshes below, at and above.
TEST(C3_WideObbTree, BuiltAtOnceItIsTheOneMadeOfTheBinaryTree) {
  for (const int rings : {1, 2, 32, 33, 70}) {
    const TriangleMesh mesh = bumpy_sphere(rings, 64);
    const WideObbTree from_binary(build_obb_tree(mesh));
    expect_same(build_wide_obb_tree(mesh), from_binary);
    expect_same(build_wide_obb_tree(mesh, {.threads = 1}), from_binary);
  }
}

TEST(C3_WideObbTree, TheCrownHoldsEveryTriangleOnceInBoxesThatContainIt) {
  const WideObbTree tree = build_wide_obb_tree(bumpy_sphere(80, 160));
  std::vector<int> seen(tree.mesh().triangles().size(), 0);
  for (const ObbNode& node : tree.crown().nodes()) {
    for (std::uint32_t i = 0; i < node.count; ++i) {
      const std::uint32_t id = tree.order()[node.first + i];
      ++seen[id];
      for (const Vec3& corner : tree.mesh().corners(id)) {
        EXPECT_TRUE(surely_contains(node.box, corner));
      }
    }
  }
  EXPECT_EQ(std::ranges::count(seen, 1), static_cast<std::ptrdiff_t>(seen.size()));
  EXPECT_LT(tree.bytes(), 200 * seen.size());
}

TEST(C3_WideObbTree, RefusesWhatFloatCannotHold) {
  const TriangleMesh mesh({{0, 0, 0}, {1e20, 0, 0}, {0, 1, 0}}, {{0, 1, 2}});
  EXPECT_THROW(WideObbTree(build_obb_tree(mesh)), InputError);
}

TEST(C3_WideObbTree, EmptyAndSingleTriangle) {
  EXPECT_TRUE(WideObbTree().nodes().empty());
  const TriangleMesh mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}});
  const WideObbTree tree(build_obb_tree(mesh));
  ASSERT_EQ(tree.nodes().size(), 1u);
  EXPECT_TRUE(tree.nodes()[0].is_leaf(0));
  EXPECT_TRUE(tree.nodes()[0].is_empty(1));
  EXPECT_LT(tree.nodes()[0].half_size[0][1], 0.0f);
}
}  // namespace
}  // namespace graze::test
