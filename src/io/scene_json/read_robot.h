// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>

#include "graze/scene/joint_trajectory.h"
#include "io/json/json_cursor.h"

namespace graze::scene_json {

/// The trajectory of one entry of "robots"; none: it has no such key.
std::optional<JointTrajectory> read_trajectory(const json::JsonCursor& cursor,
                                               const std::filesystem::path& base_dir);

/// One entry of "robots": adds its bodies to the scene, on that trajectory if there is one.
void read_robot(const json::JsonCursor& cursor, const std::filesystem::path& base_dir,
                const std::optional<JointTrajectory>& trajectory, Scene& scene);

}  // namespace graze::scene_json
