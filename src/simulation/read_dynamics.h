// SPDX-License-Identifier: MIT
// The key "dynamics" of a scene.json and of its bodies.
#pragma once
#include <filesystem>

#include "graze/simulation/world_scene.h"
#include "io/json/json_cursor.h"

namespace graze::simulation {

using json::JsonCursor;

/// What a body's "dynamics" says; its shape and motion are there already. Files are sought from
/// `base_dir` on.
void read_body_dynamics(const JsonCursor& cursor, WorldScene& world, std::size_t body,
                        const std::filesystem::path& base_dir);

/// What the root's "dynamics" says but its joints: gravity, step, skin, materials.
void read_world_dynamics(const JsonCursor& cursor, WorldScene& world);

/// One of its "joints".
WorldJoint read_world_joint(const JsonCursor& cursor, const Scene& scene);

/// Names of directions and of joints, as files write them.
std::string_view locked_name(std::size_t direction);
std::string_view link_name(LinkKind kind);
std::string_view role_name(Role role);
std::string_view contact_name(ContactMode mode);

}  // namespace graze::simulation
