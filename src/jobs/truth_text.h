// SPDX-License-Identifier: MIT
// Questions of a truth set as text.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "graze/motion/motion.h"

namespace graze::jobs {

/// As scene.json says it.
nlohmann::ordered_json motion_json(const Motion& motion);

std::string hex_of(std::string_view bytes);
/// Throws InputError for text that is not hexadecimal.
std::string bytes_of_hex(std::string_view hex, const std::string& place);

}  // namespace graze::jobs
