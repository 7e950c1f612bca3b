// SPDX-License-Identifier: MIT
// YAML text as the JSON document that it stands for.                                          [G3]
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "io/json/json_text.h"

namespace graze::yaml {

/// The first document of the text. Plain scalars that read as numbers, booleans or null are that;
/// quoted ones are text. Throws InputError with the line for bad syntax, keys that are not text or
/// stand twice, more than 64 levels, and more than 2 million values (aliases count each time).
json::Json parse_yaml(std::string_view text, const std::string& place);

/// Is the file YAML, by its ending?
bool is_yaml(const std::filesystem::path& path);

/// YAML or JSON, by the ending of `place`.
json::Json parse_document(std::string_view text, const std::string& place);

}  // namespace graze::yaml
