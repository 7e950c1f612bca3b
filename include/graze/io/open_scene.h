// SPDX-License-Identifier: MIT
// Any file that holds a scene, by its extension.                                          [G3, C10]
#pragma once
#include <graze/scene/scene.h>

#include <filesystem>

namespace graze {

/// A scene.json; a glTF file's animation (load_gltf says more about it); a STEP or BREP assembly,
/// each part a body of its own that stands where the file puts it, in mm. Throws InputError like
/// their readers.
Scene open_scene(const std::filesystem::path& path);

}  // namespace graze
