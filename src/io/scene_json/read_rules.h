// SPDX-License-Identifier: MIT
// The rules of `may_touch`: pairs of names with wildcards, some with an allowed depth.        [G3]
#pragma once
#include "graze/scene/scene.h"
#include "io/json/json_cursor.h"

namespace graze::scene_json {

using json::JsonCursor;

/// Adds the pairs to scene.may_touch, and those with a depth also to scene.fits. Call it after all
/// bodies have been added.
void read_rules(const JsonCursor& rules, Scene& scene);

}  // namespace graze::scene_json
