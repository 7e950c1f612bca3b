// SPDX-License-Identifier: MIT
// SHA-256, for claims that rest on "the same content": nobody knows how to make two that collide.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace graze {

/// FIPS 180-4. Feed bytes in order, in parts of any size; then read the digest.
class Sha256 {
 public:
  using Digest = std::array<std::uint8_t, 32>;

  void add(std::span<const std::byte> bytes);
  void add(std::string_view text) { add(std::as_bytes(std::span(text))); }

  /// The digest of everything fed so far; more may follow.
  Digest digest() const;
  std::string hex() const;  ///< the digest as 64 lower-case digits

 private:
  void add_block(const std::uint8_t* block);

  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::uint8_t, 64> waiting_ = {};  ///< bytes of a block that is not full yet
  std::uint64_t size_ = 0;                     ///< bytes fed
};

/// The digest of `bytes` as 64 lower-case hex digits.
std::string sha256_hex(std::string_view bytes);

}  // namespace graze
