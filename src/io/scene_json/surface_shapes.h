// SPDX-License-Identifier: MIT
// Shapes of type "surface": curved faces in the words of docs/scene.md.                       [C10]
#pragma once
#include "graze/scene/shape.h"
#include "io/json/contact_json.h"

namespace graze::scene_json {

/// {"type": "surface", "faces": [{"type": "torus", "major": 3, "minor": 1}, …]}.
Shape read_surface(const json::JsonCursor& cursor);

/// The faces alone.
json::OrderedJson faces_json(const Surface& surface);

/// The whole shape; read again it is the same, bit by bit. Throws InputError for a function of the
/// user's own.
json::OrderedJson surface_json(const Shape& shape);

}  // namespace graze::scene_json
