// SPDX-License-Identifier: MIT
// Word-wise multiply-xor mixing with a final avalanche.
#include "graze/base/hash.h"

namespace graze {

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
