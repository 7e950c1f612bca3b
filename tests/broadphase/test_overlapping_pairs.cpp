// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "broadphase/grid_boxes.h"
#include "graze/broadphase/overlapping_pairs.h"
#include "support/random_doubles.h"
#include "support/trials.h"

namespace graze {
namespace {
using test::uniform;
using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
constexpr double kInfinite = std::numeric_limits<double>::infinity();

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

/// More than are swept at once: small ones in a room that is flat along some axes, far outliers,
/// planes without end.
std::vector<Aabb> many_boxes(std::mt19937_64& random) {
  std::vector<Aabb> boxes(700 + random() % 2500);
  const Vec3 room(random() % 2 ? 20.0 : 0.1, random() % 2 ? 20.0 : 0.1, 20.0);
  for (Aabb& box : boxes) {
    box.lo = Vec3(uniform(random, -1, 1), uniform(random, -1, 1), uniform(random, -1, 1));
    box.lo = box.lo.cwiseProduct(room);
    box.hi = box.lo + Vec3(uniform(random, 0, 1), uniform(random, 0, 1), uniform(random, 0, 1));
  }
  boxes[5].hi.x() = 1e9;
  boxes[6].lo.y() = boxes[6].hi.y() = -1e300;  // not even a float
  boxes[7] = {Vec3(-kInfinite, -kInfinite, 0.0), Vec3(kInfinite, kInfinite, 1.0)};
  boxes[8] = {Vec3::Constant(-kInfinite), Vec3::Constant(kInfinite)};
  return boxes;
}

TEST(C8_OverlappingPairs, AreExactlyThoseOfBruteForce) {
  const std::size_t count = test::trials(2000);
  for (std::size_t trial = 0; trial < count; ++trial) {
    auto random = test::generator(trial);
    const auto boxes = grid_boxes(random, random() % 120);
    ASSERT_EQ(overlapping_pairs(boxes), by_brute_force(boxes)) << "trial " << trial;
  }
}

TEST(C8_OverlappingPairs, OfManyBoxesAreExactlyThoseOfBruteForce) {
  const std::size_t count = test::trials(200);
  for (std::size_t trial = 0; trial < count; ++trial) {
    auto random = test::generator(trial);
    const auto boxes = random() % 4 ? many_boxes(random) : grid_boxes(random, 2000);
    ASSERT_EQ(overlapping_pairs(boxes), by_brute_force(boxes)) << "trial " << trial;
  }
}

TEST(C8_OverlappingPairs, BoxesApartByLessThanAFloatAreApart) {
  std::vector<Aabb> boxes(3, Aabb{Vec3::Zero(), Vec3::Ones()});
  boxes[1].lo.x() = 1.0;
  boxes[1].hi.x() = 2.0;
  boxes[2].lo.x() = std::nextafter(1.0, 2.0);
  boxes[2].hi.x() = 2.0;
  EXPECT_EQ(overlapping_pairs(boxes), (Pairs{{0, 1}, {1, 2}}));
}

TEST(C8_OverlappingPairs, ManyEqualBoxesAreNoTrouble) {
  const std::vector<Aabb> boxes(2000, Aabb{Vec3::Zero(), Vec3::Ones()});
  EXPECT_EQ(overlapping_pairs(boxes).size(), 2000u * 1999u / 2u);
}

TEST(C8_OverlappingPairs, NoBoxesNoPairs) {
  EXPECT_TRUE(overlapping_pairs(std::vector<Aabb>{}).empty());
  EXPECT_TRUE(overlapping_pairs(std::vector<Aabb>(4)).empty());
}

}  // namespace
}  // namespace graze
