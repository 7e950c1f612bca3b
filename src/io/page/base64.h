// SPDX-License-Identifier: MIT
// Numbers as base64 of their little-endian bytes.
#pragma once
#include <bit>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace graze::io {

static_assert(std::endian::native == std::endian::little, "files are written as memory is");

std::string base64(std::span<const std::byte> bytes);

template <typename Number>
std::string base64_of(std::span<const Number> numbers) {
  return base64(std::as_bytes(numbers));
}

/// The bytes that a base64 text stands for, up to the first character that is not base64.
std::string bytes_of_base64(std::string_view text);

}  // namespace graze::io
