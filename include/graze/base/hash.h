// SPDX-License-Identifier: MIT
// A 64-bit content hash, equal on every machine: identifies meshes, trees and sets of answers.
// Not cryptographic.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace graze {

/// Feed bytes or numbers in order, then read value(). Doubles are hashed by their bits, -0 as +0.
class Hasher {
 public:
  void add_bytes(std::span<const std::byte> bytes);
  void add(std::string_view text);
  void add(double number) { add(std::bit_cast<std::uint64_t>(number == 0.0 ? 0.0 : number)); }
  void add(std::uint64_t number) {
    const std::uint64_t mixed = (state_ ^ number) * 0x9e3779b97f4a7c15u;
    state_ = mixed ^ (mixed >> 32);
  }
  std::uint64_t value() const;

 private:
  std::uint64_t state_ = 0xcbf29ce484222325u;
};

}  // namespace graze
