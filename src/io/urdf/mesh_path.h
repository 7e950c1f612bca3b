// SPDX-License-Identifier: MIT
// Which file a URDF means.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace graze::urdf {

/// Where to look: the URDF's own folder, and folders that hold packages.
struct MeshPlaces {
  std::filesystem::path base_dir;
  std::vector<std::filesystem::path> package_dirs;
};

/// The file of a mesh's `filename`: package://, file://, absolute or relative. Throws InputError at
/// `place` that lists where it was sought if there is none.
std::filesystem::path find_mesh(const std::string& filename, const MeshPlaces& places,
                                const std::string& place);

}  // namespace graze::urdf
