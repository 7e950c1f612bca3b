// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "broadphase/grid_boxes.h"
#include "graze/broadphase/aabb_tree.h"
#include "support/trials.h"

namespace graze {
namespace {
TEST(C8_AabbTree, FindsExactlyTheBoxesThatOverlapOne) {
  const std::size_t count = test::trials(2000);
  for (std::size_t trial = 0; trial < count; ++trial) {
    auto random = test::generator(trial);
    const auto boxes = grid_boxes(random, 60);
    const Aabb asked = grid_boxes(random, 30)[7];
    std::vector<std::uint32_t> expected;
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
      if (!boxes[i].is_empty() && boxes[i].overlaps(asked)) expected.push_back(i);
    }
    ASSERT_EQ(AabbTree(boxes).overlapping(asked), expected);
  }
}

TEST(C8_AabbTree, DeepTreesFindAllAndBoxesApartByLessThanAFloatAreApart) {
  const std::size_t count = test::trials(60);
  for (std::size_t trial = 0; trial < count; ++trial) {
    auto random = test::generator(trial);
    auto boxes = grid_boxes(random, 1 + random() % 5000);
    for (Aabb& box : boxes) box.hi.array() -= random() % 2 == 0 ? 1e-12 : 0.0;
    const AabbTree tree(boxes);
    for (std::size_t asked = 0; asked < boxes.size(); asked += 97) {
      std::vector<std::uint32_t> expected;
      for (std::uint32_t i = 0; i < boxes.size(); ++i) {
        if (!boxes[i].is_empty() && boxes[i].overlaps(boxes[asked])) expected.push_back(i);
      }
      ASSERT_EQ(tree.overlapping(boxes[asked]), expected) << "trial " << trial;
    }
  }
}

TEST(C8_AabbTree, InfiniteBoxesOverlapAll) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  auto random = test::generator(0);
  auto boxes = grid_boxes(random, 50);
  boxes[3] = {Vec3::Constant(-kInfinity), Vec3::Constant(kInfinity)};
  const AabbTree tree(boxes);
  for (const Aabb& box : boxes) {
    if (box.is_empty()) continue;
    const auto found = tree.overlapping(box);
    ASSERT_EQ(std::count(found.begin(), found.end(), 3u), 1);
  }
}

TEST(C8_AabbTree, NoBoxesOverlapNothing) {
  const Aabb all{Vec3::Constant(-1e300), Vec3::Constant(1e300)};
  EXPECT_TRUE(AabbTree(std::vector<Aabb>{}).overlapping(all).empty());
  EXPECT_TRUE(AabbTree(std::vector<Aabb>(4)).overlapping(all).empty());
}

}  // namespace
}  // namespace graze
