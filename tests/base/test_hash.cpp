// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "graze/base/hash.h"

namespace graze {
namespace {

std::uint64_t hash_of(std::string_view text) {
  Hasher hasher;
  hasher.add(text);
  return hasher.value();
}

std::uint64_t hash_of(double number) {
  Hasher hasher;
  hasher.add(number);
  return hasher.value();
}

// Stored once: a change of the function would silently part old answers from new ones.
TEST(Base_Hash, ValuesAreTheSameOnEveryMachine) {
  EXPECT_EQ(hash_of("graze"), 0x93f4269ecaa131d8u);
  EXPECT_EQ(hash_of(1.5), 0xf0bcba3b6727e943u);
}

TEST(Base_Hash, BothZerosAreOneNumber) { EXPECT_EQ(hash_of(0.0), hash_of(-0.0)); }

TEST(Base_Hash, EveryBitOfATextCounts) {
  const std::string text = "a text of more than eight bytes";
  std::set<std::uint64_t> seen{hash_of(text)};
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string changed = text;
      changed[i] = static_cast<char>(changed[i] ^ (1 << bit));
      seen.insert(hash_of(changed));
    }
  }
  EXPECT_EQ(seen.size(), 1 + 8 * text.size());
}

TEST(Base_Hash, TrailingZeroBytesCount) {
  EXPECT_NE(hash_of(std::string(3, '\0')), hash_of(std::string(4, '\0')));
}

}  // namespace
}  // namespace graze
