// SPDX-License-Identifier: MIT
#pragma once
#include "graze/scene/scene.h"
#include "io/json/json_cursor.h"

namespace graze::scene_json {

/// The body that a file calls by its name. Throws InputError at the cursor's place, with the
/// nearest name.
BodyId body_named(const json::JsonCursor& cursor, const std::string& name, const Scene& scene);

}  // namespace graze::scene_json
