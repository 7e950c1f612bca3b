// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "base/sip_streams.h"
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

/// What SipHashStreams says it is, one stream after the other: SipHash itself, but for its last
/// word, cannot be had without a length, so a stream is written out here.
std::uint64_t value_of_stream(std::span<const std::byte> bytes, std::size_t stream) {
  SipHash::State v = SipHash::begin_of(kKey);
  const auto add = [&](std::uint64_t word) {
    v[3] ^= word;
    for (int round = 0; round < 2; ++round) {
      v[0] += v[1], v[1] = std::rotl(v[1], 13) ^ v[0], v[0] = std::rotl(v[0], 32);
      v[2] += v[3], v[3] = std::rotl(v[3], 16) ^ v[2];
      v[0] += v[3], v[3] = std::rotl(v[3], 21) ^ v[0];
      v[2] += v[1], v[1] = std::rotl(v[1], 17) ^ v[2], v[2] = std::rotl(v[2], 32);
    }
    v[0] ^= word;
  };
  add(stream);
  for (std::size_t block = 0; block < bytes.size(); block += SipHashStreams::kBlock) {
    std::uint64_t word = 0;
    for (std::size_t i = 8; i-- > 0;) {
      const std::size_t at = block + 8 * stream + i;
      word = word << 8 | (at < bytes.size() ? std::to_integer<std::uint64_t>(bytes[at]) : 0);
    }
    add(word);
  }
  return SipHash::end_of(v);
}

TEST(C3_SipHashStreams, IsTheSipHashOfItsStreamsValuesWhateverThePartsAre) {
  for (std::size_t size = 0; size < 300; ++size) {
    const std::vector<std::byte> bytes = counting(size);
    std::vector<std::uint64_t> words{8, size};
    for (std::size_t k = 0; k < 8; ++k) words.push_back(value_of_stream(bytes, k));
    SipHash expected(kKey);
    expected.add(std::as_bytes(std::span(words)));
    for (std::size_t part = 1; part <= size + 1; part += part < 9 ? 1 : 23) {
      SipHashStreams hash(kKey);
      for (std::size_t i = 0; i < size; i += part) {
        hash.add(std::span(bytes).subspan(i, std::min(part, size - i)));
      }
      ASSERT_EQ(hash.value(), expected.value()) << size << " in parts of " << part;
    }
  }
}

TEST(C3_SipHashStreams, EveryInstructionSetGivesTheSameStates) {
  const std::vector<std::byte> bytes = counting(64 * 37);
  SipHashStreams::States states[2];
  for (auto& state : states) {
    for (std::size_t i = 0; i < 32; ++i) state[i / 8][i % 8] = 0x9e3779b97f4a7c15u * (i + 1);
  }
  add_sip_blocks()(bytes.data(), 37, states[0]);
  portable_add_sip_blocks()(bytes.data(), 37, states[1]);
  EXPECT_EQ(states[0], states[1]);
}

TEST(C3_SipHashStreams, EveryBitOfBytesSizeAndKeyCounts) {
  const std::vector<std::byte> bytes = counting(200);
  const auto value = [](std::span<const std::byte> of, const SipHash::Key& key = kKey) {
    SipHashStreams hash(key);
    hash.add(of);
    return hash.value();
  };
  const std::uint64_t whole = value(bytes);
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::vector<std::byte> changed = bytes;
    changed[bit / 8] ^= std::byte{1} << (bit % 8);
    EXPECT_NE(value(changed), whole) << bit;
  }
  for (std::size_t bit = 0; bit < 128; ++bit) {
    SipHash::Key key = kKey;
    key[bit / 64] ^= std::uint64_t{1} << (bit % 64);
    EXPECT_NE(value(bytes, key), whole) << bit;
  }
  std::vector<std::byte> longer = bytes;
  longer.push_back(std::byte{0});
  EXPECT_NE(value(longer), whole);
}
}  // namespace
}  // namespace graze::test
