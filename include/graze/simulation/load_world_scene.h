// SPDX-License-Identifier: MIT
// Worlds in files: scene.json with "dynamics" (docs/scene.md), scenes of rigid-ipc, robots as URDF.
//                                                                                        [C11, G3]
#pragma once
#include <graze/simulation/world_scene.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace graze {

/// Reads a world and the meshes that it names. A JSON file with "rigid_body_problem" is a scene of
/// rigid-ipc, a .urdf file is a robot whose links hang on its joints and whose root stands still.
/// Throws InputError with the place in the file, what was found and what was expected.
WorldScene load_world_scene(const std::filesystem::path& path);

/// The same for JSON text in memory; `place` names it, meshes are looked up in `base_dir`.
WorldScene parse_world_scene(std::string_view text, const std::string& place = "scene.json",
                             const std::filesystem::path& base_dir = ".");

/// The text of a self-contained scene.json. Read again, it gives the same world, bit by bit.
/// Throws InputError for a motion that is known only through functions.
std::string format_world_scene(const WorldScene& scene);

}  // namespace graze
