// SPDX-License-Identifier: MIT
// Scenes about one CAD file.                                                                 [C10]
#pragma once
#include <filesystem>
#include <string_view>

#include "graze/scene/cad_model.h"
#include "graze/scene/scene.h"

namespace graze::scene_json {

/// As parse_scene reads a scene beside the file; `model` is what the file holds, read with
/// kUsualDeviation, so that it need not be read again.
Scene parse_assembly(std::string_view text, const std::filesystem::path& file, CadModel model);

}  // namespace graze::scene_json
