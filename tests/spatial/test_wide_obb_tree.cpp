// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
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

TEST(C3_WideObbTree, IsTheSameForAnyNumberOfThreads) {
  const TriangleMesh mesh = bumpy_sphere(80, 160);
  const std::uint64_t one = WideObbTree(mesh, 1).content_hash();
  EXPECT_EQ(WideObbTree(mesh, 2).content_hash(), one);
  EXPECT_EQ(WideObbTree(mesh, 3).content_hash(), one);
}

// What is below a lane is one range of the order, lane by lane: shapes are cut that way.
TEST(C3_WideObbTree, LanesFollowEachOtherInTheOrder) {
  const WideObbTree tree(bumpy_sphere(40, 80));
  std::vector<std::uint32_t> ids;
  for (int lane = 0; lane < kWideLanes && !tree.nodes()[0].is_empty(lane); ++lane) {
    collect(tree, 0, lane, ids);
  }
  EXPECT_TRUE(std::equal(ids.begin(), ids.end(), tree.order().begin(), tree.order().end()));
}

TEST(C3_WideObbTree, DegenerateAndEqualTrianglesAreDivided) {
  std::vector<Triangle> same(1000, Triangle{0, 1, 2});
  const WideObbTree equal(TriangleMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, same));
  const WideObbTree points(TriangleMesh({{1, 2, 3}}, std::vector<Triangle>(500, {0, 0, 0})));
  for (const WideObbTree& tree : {equal, points}) {
    std::vector<std::uint32_t> ids(tree.order().begin(), tree.order().end());
    std::sort(ids.begin(), ids.end());
    for (std::uint32_t i = 0; i < ids.size(); ++i) ASSERT_EQ(ids[i], i);
    EXPECT_LT(tree.nodes().size(), tree.order().size() / 3);
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
            0.875 * kWideLanes * static_cast<double>(tree.nodes().size()));
}

TEST(C3_WideObbTree, FarFromTheOriginFloatBoxesStayTight) {
  auto random = generator(0);
  const WideObbTree tree(build_obb_tree(
      random_soup(random, {.triangles = 2000, .offset = {1e6, -1e6, 1e6}, .odd_share = 0.0})));
  for (std::uint32_t node = 0; node < tree.nodes().size(); ++node) {
    for (int lane = 0; lane < kWideLanes; ++lane) {
      if (tree.nodes()[node].is_empty(lane)) continue;
      if (!tree.nodes()[node].is_leaf(lane)) continue;
      const auto corners = tree.mesh().corners(tree.order()[tree.nodes()[node].child[lane]]);
      const double reach =
          std::max({(corners[0] - corners[1]).norm(), (corners[1] - corners[2]).norm(),
                    (corners[2] - corners[0]).norm()});
      EXPECT_LE(static_cast<double>(tree.nodes()[node].radius[lane]),
                reach / std::sqrt(2.0) + 2e-6);  // of a soup of size 2
    }
  }
}

TEST(C3_WideObbTree, RefusesWhatFloatCannotHold) {
  const TriangleMesh mesh({{0, 0, 0}, {1e20, 0, 0}, {0, 1, 0}}, {{0, 1, 2}});
  EXPECT_THROW(WideObbTree(mesh, 1), InputError);
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
