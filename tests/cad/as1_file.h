// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <optional>

namespace graze::test {

/// The assembly as1: the file that GRAZE_AS1 names, or that of Debian's gmsh-doc, unpacked.
std::optional<std::filesystem::path> as1_file();

}  // namespace graze::test
