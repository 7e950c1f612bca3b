// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "graze/scene/shape.h"
#include "io/json/json_cursor.h"

namespace graze::scene_json {

/// "sphere", "stick" or "plane": shapes that are exact without a mesh of many triangles.
bool is_exact_form(const std::string& type);
Shape read_exact_form(const json::JsonCursor& cursor, const std::string& type);

}  // namespace graze::scene_json
