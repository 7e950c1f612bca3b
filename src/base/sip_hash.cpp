// SPDX-License-Identifier: MIT
#include "graze/base/sip_hash.h"

#include <bit>
#include <cstring>
#include <utility>

namespace graze {
namespace {
std::uint64_t little_endian_word(const std::byte* bytes) {
  std::uint64_t word;
  std::memcpy(&word, bytes, sizeof word);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}
}  // namespace

SipHash::State SipHash::begin_of(const Key& key) {
  return {key[0] ^ 0x736f6d6570736575u, key[1] ^ 0x646f72616e646f6du, key[0] ^ 0x6c7967656e657261u,
          key[1] ^ 0x7465646279746573u};
}

SipHash::SipHash(const Key& key) : state_(begin_of(key)) {}

void SipHash::mix() {
  auto& [a, b, c, d] = state_;
  a += b;
  c += d;
  b = std::rotl(b, 13) ^ a;
  d = std::rotl(d, 16) ^ c;
  a = std::rotl(a, 32);
  c += b;
  a += d;
  b = std::rotl(b, 17) ^ c;
  d = std::rotl(d, 21) ^ a;
  c = std::rotl(c, 32);
}

void SipHash::add_word(std::uint64_t word) {
  state_[3] ^= word;
  mix();
  mix();
  state_[0] ^= word;
}

void SipHash::add(std::span<const std::byte> bytes) {
  std::size_t i = 0;
  for (; i < bytes.size() && size_ % 8 != 0; ++i) {
    waiting_ |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * (size_ % 8));
    if (++size_ % 8 == 0) add_word(std::exchange(waiting_, 0));
  }
  for (; i + 8 <= bytes.size(); i += 8, size_ += 8) add_word(little_endian_word(&bytes[i]));
  for (; i < bytes.size(); ++i, ++size_) {
    waiting_ |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * (size_ % 8));
  }
}

std::uint64_t SipHash::value() const {
  SipHash end = *this;
  end.add_word(end.waiting_ | end.size_ << 56);
  return end_of(end.state_);
}

std::uint64_t SipHash::end_of(const State& state) {
  SipHash end({});
  end.state_ = state;
  end.state_[2] ^= 0xff;
  for (int i = 0; i < 4; ++i) end.mix();
  return end.state_[0] ^ end.state_[1] ^ end.state_[2] ^ end.state_[3];
}

}  // namespace graze
