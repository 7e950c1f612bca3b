// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "graze/scene/scene.h"

namespace graze::scene_json {

/// A sentence for each body whose mesh comes from a file and is at least 100 times larger or
/// smaller than the bodies around it: its file is probably in another unit.
std::vector<std::string> notes_on_sizes(const Scene& scene);

}  // namespace graze::scene_json
