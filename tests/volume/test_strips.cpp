// SPDX-License-Identifier: MIT
// Narrow triangles: eight pixels at a time are the pixels one by one, on any machine.        [V1]
#include <gtest/gtest.h>

#include <array>

#include "methods/volume/strip.h"
#include "support/random_doubles.h"
#include "support/trials.h"

namespace graze::test {
namespace {
using volume::StripEdges;
using Blocks = std::array<std::uint64_t, 8>;

std::int32_t whole(std::mt19937_64& random, int bits) {
  return static_cast<std::int32_t>(random() % (1ull << bits)) - (1 << (bits - 1));
}

/// Edges as large as triangle_setup.cpp lets them become.
StripEdges random_edges(std::mt19937_64& random) {
  StripEdges edges{};
  for (int k = 0; k < 3; ++k) {
    const int bits = 1 + static_cast<int>(random() % 23);
    edges.across[k] = whole(random, bits);
    edges.along[k] = whole(random, bits);
    edges.first[k] = random() % 4 == 0 ? 0 : whole(random, bits + 6);
  }
  edges.width = 1 + static_cast<int>(random() % 8);
  edges.length = 1 + static_cast<int>(random() % 64);
  return edges;
}

Blocks one_by_one(const StripEdges& e) {
  Blocks blocks{};
  for (int s = 0; s < e.length; ++s) {
    for (int k = 0; k < e.width; ++k) {
      bool is_inside = true;
      for (int edge = 0; edge < 3; ++edge) {
        const std::int64_t value = std::int64_t{e.first[edge]} + std::int64_t{e.across[edge]} * k +
                                   std::int64_t{e.along[edge]} * s;
        is_inside = is_inside && value >= 0;
      }
      if (is_inside) blocks[static_cast<std::size_t>(s / 8)] |= 1ull << (8 * (s % 8) + k);
    }
  }
  return blocks;
}

TEST(V1_Strips, AreTheirPixelsOneByOne) {
  const std::size_t all = trials(1'000'000, 50'000);
  std::size_t covered = 0;
  for (std::size_t trial = 0; trial < all; ++trial) {
    std::mt19937_64 random = generator(trial);
    const StripEdges edges = random_edges(random);
    const Blocks expected = one_by_one(edges);
    for (const auto cover : {volume::cover_strip(), volume::portable_cover_strip()}) {
      Blocks blocks{};
      const bool is_any = cover(edges, blocks.data());
      ASSERT_EQ(blocks, expected) << trial;
      ASSERT_EQ(is_any, expected != Blocks{}) << trial;
    }
    covered += expected != Blocks{} ? 1 : 0;
  }
  EXPECT_GT(covered, all / 4);
}

}  // namespace
}  // namespace graze::test
