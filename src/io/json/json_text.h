// SPDX-License-Identifier: MIT
// Parses JSON text, with line and column in every error.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace graze::json {

using Json = nlohmann::json;

/// Parses strict JSON. Throws InputError for bad syntax, a duplicate key in an object, numbers that
/// overflow, and more than 64 levels; `place` names the text.
Json parse_json(std::string_view text, const std::string& place);

/// Throws InputError if the text nests deeper than that. Use it before another parser, which may
/// recurse for every level. The text need not be valid JSON.
void check_nesting(std::string_view text, const std::string& place);

}  // namespace graze::json
