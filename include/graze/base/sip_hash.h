// SPDX-License-Identifier: MIT
// SipHash-2-4: a quick hash that nobody can predict or forge without its key.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace graze {

/// Aumasson, Bernstein 2012. Feed bytes in order, in parts of any size; then read the value.
class SipHash {
 public:
  using Key = std::array<std::uint64_t, 2>;

  explicit SipHash(const Key& key);
  void add(std::span<const std::byte> bytes);
  std::uint64_t value() const;  ///< of all that was fed so far; more may follow

 private:
  void add_word(std::uint64_t word);
  void mix();

  std::array<std::uint64_t, 4> state_;
  std::uint64_t waiting_ = 0;  ///< bytes of a word that is not full yet
  std::uint64_t size_ = 0;     ///< bytes fed
};

}  // namespace graze
