// SPDX-License-Identifier: MIT
#pragma once
#include "graze/scene/scene.h"
#include "io/json/contact_json.h"

namespace graze::scene_json {

using json::OrderedJson;

/// A scene that stands alone, as format_scene writes it.
OrderedJson scene_document(const Scene& scene);

}  // namespace graze::scene_json
