// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "graze/scene/shape.h"
#include "io/json/json_cursor.h"

namespace graze::scene_json {

/// Exact forms (shape_form.h) that need no file, and older names for them.
const std::vector<std::string_view>& form_names();
/// True for one of these names, unless a mesh is requested.
bool is_form(const json::JsonCursor& cursor, const std::string& type);
Shape read_form(const json::JsonCursor& cursor, const std::string& type);
/// A note about a deprecated name; empty for the others.
std::string note_on_name(const std::string& type);

}  // namespace graze::scene_json
