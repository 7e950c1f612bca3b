// SPDX-License-Identifier: MIT
// What a scene is, in 64 digits: equal exactly if every question has the same answer.
#pragma once
#include <graze/scene/scene.h>

#include <string>

namespace graze {

/// SHA-256 of names, shapes (each coordinate), motions, joints and rules, wherever they were read
/// from.
std::string scene_digest(const Scene& scene);

}  // namespace graze
