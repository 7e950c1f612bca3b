// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <vector>

#include "graze/base/sip_hash.h"

namespace graze::test {
namespace {
constexpr SipHash::Key kKey{0x0706050403020100u, 0x0f0e0d0c0b0a0908u};

std::vector<std::byte> counting(std::size_t count) {
  std::vector<std::byte> bytes(count);
  for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::byte>(i);
  return bytes;
}

// The example of the paper's appendix, and the first of the authors' test vectors.
TEST(C3_SipHash, GivesThePublishedValues) {
  SipHash hash(kKey);
  EXPECT_EQ(hash.value(), 0x726fdb47dd0e0e31u);
  hash.add(counting(15));
  EXPECT_EQ(hash.value(), 0xa129ca6149be45e5u);
}

TEST(C3_SipHash, PartsDoNotMatterKeyAndBytesDo) {
  const std::vector<std::byte> bytes = counting(100);
  SipHash whole(kKey);
  whole.add(bytes);
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    SipHash parts(kKey);
    parts.add(std::span(bytes).first(cut));
    parts.add(std::span(bytes).subspan(cut));
    EXPECT_EQ(parts.value(), whole.value()) << cut;
    if (cut == bytes.size()) continue;
    std::vector<std::byte> changed = bytes;
    changed[cut] ^= std::byte{1};
    SipHash other(kKey);
    other.add(changed);
    EXPECT_NE(other.value(), whole.value()) << cut;
  }
  SipHash other({kKey[0], kKey[1] ^ 1});
  other.add(bytes);
  EXPECT_NE(other.value(), whole.value());
}
}  // namespace
}  // namespace graze::test
