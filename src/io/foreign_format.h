// SPDX-License-Identifier: MIT
// Files that people have and that no reader here takes: what they are, and what to do.        [G3]
#pragma once
#include <filesystem>
#include <string>

namespace graze::io {

enum class Wanted { kScene, kRobot, kMesh, kTrajectory, kWorld };

/// Throws InputError if the file's name says that it is of another kind than the wanted one: a mesh
/// where a scene is wanted, a format that no reader takes. By its ending; nothing is opened.
void refuse_foreign_format(const std::filesystem::path& path, Wanted wanted);

/// In lower case, with the point.
std::string lower_extension(const std::filesystem::path& path);

}  // namespace graze::io
