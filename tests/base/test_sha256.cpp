// SPDX-License-Identifier: MIT
// SHA-256 against the published examples, and fed in parts of every size.
#include <gtest/gtest.h>

#include "graze/base/sha256.h"

namespace graze {
namespace {
TEST(G1_Sha256, GivesThePublishedDigests) {  // FIPS 180-4 examples; a million times 'a'
  EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256_hex(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(G1_Sha256, DoesNotDependOnThePartsNorOnLookingInBetween) {
  std::string text;
  for (int i = 0; i < 300; ++i) text += static_cast<char>(i * 37);
  for (std::size_t length = 0; length <= text.size(); ++length) {
    const std::string whole = sha256_hex(text.substr(0, length));
    for (const std::size_t part : {1u, 3u, 63u, 64u, 65u}) {
      Sha256 hash;
      for (std::size_t at = 0; at < length; at += part) {
        hash.add(std::string_view(text).substr(at, std::min(part, length - at)));
        hash.digest();
      }
      ASSERT_EQ(hash.hex(), whole) << length << " bytes in parts of " << part;
    }
  }
}
}  // namespace
}  // namespace graze
