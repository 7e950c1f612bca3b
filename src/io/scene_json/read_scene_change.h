// SPDX-License-Identifier: MIT
#pragma once
#include "graze/scene/scene_change.h"
#include "io/json/json_cursor.h"

namespace graze::scene_json {

using json::JsonCursor;

/// {"motions": {"body": motion}, "joints": {"body": [from, to]}, "span": [begin, end]}.
SceneChange read_scene_change(const JsonCursor& cursor, const Scene& scene);

}  // namespace graze::scene_json
