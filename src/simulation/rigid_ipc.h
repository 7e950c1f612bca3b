// SPDX-License-Identifier: MIT
// Scenes of rigid-ipc (https://github.com/ipc-sim/rigid-ipc), the JSON of its fixtures.
#pragma once
#include <filesystem>

#include "graze/simulation/world_scene.h"
#include "io/json/json_cursor.h"

namespace graze::simulation {

/// Lengths are metres, angles degrees. Meshes are sought beside the file and in a folder "meshes"
/// of each folder above it. Settings of solvers are ignored. Throws InputError for what the
/// world cannot have: two dimensions, meshes without triangles, parts that are split.
WorldScene read_rigid_ipc(const json::JsonCursor& root, const std::filesystem::path& base_dir);

}  // namespace graze::simulation
