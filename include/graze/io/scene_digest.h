// SPDX-License-Identifier: MIT
// A scene's contents as 64 hexadecimal digits. Scenes with equal digests give the same answer to
// every question.
#pragma once
#include <graze/scene/scene.h>

#include <string>

namespace graze {

/// SHA-256 of names, shapes (each coordinate), motions, joints and rules, wherever they were read
/// from.
std::string scene_digest(const Scene& scene);

}  // namespace graze
