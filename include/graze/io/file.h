// SPDX-License-Identifier: MIT
// Whole files in and out. A file is written completely or not at all.
#pragma once
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace graze {

/// The bytes of a regular file. Throws InputError if it is missing, a directory, not readable or
/// larger than `max_bytes`.
std::string read_file(const std::filesystem::path& path,
                      std::size_t max_bytes = std::size_t{1} << 32);

/// Writes beside `path` and renames: readers see the old file or the new one, never a part. Throws
/// InputError if that is not possible; nothing is left behind then.
void write_file(const std::filesystem::path& path, std::string_view bytes);

}  // namespace graze
