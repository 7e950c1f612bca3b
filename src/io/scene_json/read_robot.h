// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>

#include "graze/scene/scene.h"
#include "io/json/json_cursor.h"

namespace graze::scene_json {

/// One entry of "robots": adds its bodies to the scene, on its trajectory if it has one. Returns
/// the span of that trajectory.
std::optional<Interval> read_robot(const json::JsonCursor& cursor,
                                   const std::filesystem::path& base_dir, Scene& scene);

}  // namespace graze::scene_json
