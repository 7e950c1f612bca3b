// SPDX-License-Identifier: MIT
#pragma once
#include <span>

#include "graze/io/scene_fits.h"
#include "io/json/contact_json.h"

namespace graze::scene_json {

using json::OrderedJson;

/// A scene that stands alone, as format_scene writes it.
OrderedJson scene_document(const Scene& scene, std::span<const SceneFit> fits = {});

}  // namespace graze::scene_json
