// SPDX-License-Identifier: MIT
// Word-wise multiply-xor mixing with a final avalanche.
#include "graze/base/hash.h"

#include <bit>

namespace graze {
namespace {
constexpr std::uint64_t kMultiplier = 0x9e3779b97f4a7c15u;

std::uint64_t mix(std::uint64_t state, std::uint64_t word) {
  state = (state ^ word) * kMultiplier;
  return state ^ (state >> 32);
}
}  // namespace

void Hasher::add(std::uint64_t number) { state_ = mix(state_, number); }

void Hasher::add(double number) { add(std::bit_cast<std::uint64_t>(number == 0.0 ? 0.0 : number)); }

void Hasher::add_bytes(std::span<const std::byte> bytes) {
  std::uint64_t word = 0;
  unsigned filled = 0;
  for (const std::byte b : bytes) {
    word |= static_cast<std::uint64_t>(b) << (8 * filled);
    if (++filled < 8) continue;
    add(word);
    word = 0;
    filled = 0;
  }
  add(word);
  add(static_cast<std::uint64_t>(bytes.size()));
}

void Hasher::add(std::string_view text) { add_bytes(std::as_bytes(std::span(text))); }

std::uint64_t Hasher::value() const {
  std::uint64_t h = state_;
  h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9u;
  h = (h ^ (h >> 27)) * 0x94d049bb133111ebu;
  return h ^ (h >> 31);
}

}  // namespace graze
