// SPDX-License-Identifier: MIT
// A Scene as scene.json (docs/scene.md).                                                      [G3]
#pragma once
#include <graze/scene/scene.h>

#include <filesystem>
#include <string>

namespace graze {

/// The text of a self-contained scene: meshes are written as coordinates, each once. Read again, it
/// gives the same shapes bit by bit and the same motions (still, screw and six parameters bit by
/// bit, others to rounding). Throws InputError for a motion that is known only through functions.
std::string format_scene(const Scene& scene);

/// Writes it completely or not at all. Throws InputError.
void write_scene(const std::filesystem::path& path, const Scene& scene);

}  // namespace graze
