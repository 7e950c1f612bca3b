// SPDX-License-Identifier: MIT
// Numbers in binary files, in either byte order.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <string>

namespace graze::io {

/// The number stored at `bytes`, which need not be aligned.
template <typename Number>
Number load(const char* bytes, std::endian order = std::endian::little) {
  std::array<char, sizeof(Number)> raw;
  std::memcpy(raw.data(), bytes, sizeof(Number));
  if (order != std::endian::native) std::reverse(raw.begin(), raw.end());
  return std::bit_cast<Number>(raw);
}

template <typename Number>
void append_bytes(std::string& bytes, Number number, std::endian order = std::endian::little) {
  auto raw = std::bit_cast<std::array<char, sizeof(Number)>>(number);
  if (order != std::endian::native) std::reverse(raw.begin(), raw.end());
  bytes.append(raw.data(), raw.size());
}

}  // namespace graze::io
