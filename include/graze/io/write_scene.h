// SPDX-License-Identifier: MIT
// A Scene as scene.json (docs/scene.md).                                                      [G3]
#pragma once
#include <graze/scene/scene.h>

#include <filesystem>
#include <string>

namespace graze {

/// The text of a self-contained scene: each mesh is written once, as coordinates. Reading it back
/// gives the same shapes and motions, bit for bit. Throws InputError for a motion that is known
/// only through functions.
std::string format_scene(const Scene& scene);

/// Writes the file completely or not at all. Throws InputError.
void write_scene(const std::filesystem::path& path, const Scene& scene);

}  // namespace graze
