// SPDX-License-Identifier: MIT
// A recording in a few lines, and as JSON.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "graze/simulation/recording.h"

namespace graze::tool {

std::string recording_text(const std::string& path, const Recording& recording);
nlohmann::ordered_json recording_json(const std::string& path, const Recording& recording);

}  // namespace graze::tool
