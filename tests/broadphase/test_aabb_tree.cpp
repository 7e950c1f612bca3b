// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "graze/broadphase/aabb_tree.h"
#include "support/trials.h"

namespace graze {
namespace {
using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

Pairs by_brute_force(const std::vector<Aabb>& boxes) {
  Pairs pairs;
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    for (std::uint32_t j = i + 1; j < boxes.size(); ++j) {
      if (!boxes[i].is_empty() && !boxes[j].is_empty() && boxes[i].overlaps(boxes[j])) {
        pairs.emplace_back(i, j);
      }
    }
  }
  return pairs;
}

/// Boxes on a coarse grid, so that many touch exactly and many have equal centres.
std::vector<Aabb> grid_boxes(std::mt19937_64& random, std::size_t count) {
  std::uniform_int_distribution<int> place(0, 12), size(0, 3);
  std::vector<Aabb> boxes(count);
  for (Aabb& box : boxes) {
    if (random() % 20 == 0) continue;  // empty
    box.lo = Vec3(place(random), place(random), place(random));
    box.hi = box.lo + Vec3(size(random), size(random), size(random));
  }
  return boxes;
}

TEST(C8_AabbTree, FindsExactlyThePairsOfBruteForce) {
  const std::size_t count = test::trials(2000);
  for (std::size_t trial = 0; trial < count; ++trial) {
    auto random = test::generator(trial);
    const auto boxes = grid_boxes(random, random() % 120);
    ASSERT_EQ(AabbTree(boxes).overlapping_pairs(), by_brute_force(boxes)) << "trial " << trial;
  }
}

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

TEST(C8_AabbTree, InfiniteBoxesOverlapAll) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  auto random = test::generator(0);
  auto boxes = grid_boxes(random, 50);
  boxes[3] = {Vec3::Constant(-kInfinity), Vec3::Constant(kInfinity)};
  boxes[9] = {Vec3(-kInfinity, 0.0, 0.0), Vec3(kInfinity, 1.0, 1.0)};
  EXPECT_EQ(AabbTree(boxes).overlapping_pairs(), by_brute_force(boxes));
}

TEST(C8_AabbTree, ManyEqualBoxesAreNoTrouble) {
  const std::vector<Aabb> boxes(300, Aabb{Vec3::Zero(), Vec3::Ones()});
  EXPECT_EQ(AabbTree(boxes).overlapping_pairs().size(), 300u * 299u / 2u);
}

TEST(C8_AabbTree, NoBoxesNoPairs) {
  EXPECT_TRUE(AabbTree(std::vector<Aabb>{}).overlapping_pairs().empty());
  EXPECT_TRUE(AabbTree(std::vector<Aabb>(4)).overlapping_pairs().empty());
}

}  // namespace
}  // namespace graze
