// SPDX-License-Identifier: MIT
// What every verb says and returns where there was no pair to ask about.                      [G1]
#pragma once
#include <string>

#include "graze/query/check_scene.h"
#include "graze/scene/pair_count.h"

namespace CLI {
class App;
}

namespace graze::tool {

/// --allow-empty.
void add_allow_empty(CLI::App& verb, bool& allow_empty);

/// Why no pair of a scene is checked.
std::string why_no_pair(const Scene& scene, bool is_robot = false);

/// kNothing, with a warning on standard error that says why; kFine if that is allowed.
int nothing_checked(const std::string& why, bool is_allowed);

}  // namespace graze::tool
