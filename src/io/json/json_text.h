// SPDX-License-Identifier: MIT
// JSON text to a document, with line and column in every error.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace graze::json {

using Json = nlohmann::json;

/// Strict JSON. Throws InputError for bad syntax, a key that stands twice in one object, numbers
/// that overflow and more than 64 levels; `place` names the text.
Json parse_json(std::string_view text, const std::string& place);

/// Throws InputError if the text nests deeper than that: for texts that go to another parser, which
/// may call itself for every level. Needs no valid JSON.
void check_nesting(std::string_view text, const std::string& place);

}  // namespace graze::json
