// SPDX-License-Identifier: MIT
// How a format is recognised by its first bytes.
#pragma once
#include <string_view>

namespace graze::io {

bool is_binary_stl(std::string_view bytes);  ///< the size fits the number of triangles
bool is_ascii_stl(std::string_view bytes);   ///< starts with "solid" and is text
bool is_ply(std::string_view bytes);         ///< first line is "ply"
bool is_off(std::string_view bytes);         ///< first word is OFF, COFF, NOFF, …

}  // namespace graze::io
