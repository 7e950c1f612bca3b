// SPDX-License-Identifier: MIT
// Lossless compression of bytes, by zlib.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace graze::io {

enum class DeflateForm {
  kZlib,  ///< with a checksum, for our own files
  kGzip,  ///< as browsers and gzip read it
};

/// `level` from 1 (fast) to 9 (small).
std::string deflated(std::string_view bytes, DeflateForm form, int level);

/// The bytes that were deflated as kZlib, if they are exactly `size`; none for anything else.
std::optional<std::string> inflated(std::string_view packed, std::size_t size);

}  // namespace graze::io
