// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>

namespace graze::io {

/// The bytes as a gzip file, in base64. A browser undoes both by itself.
std::string gzip_base64(std::string_view bytes);

}  // namespace graze::io
