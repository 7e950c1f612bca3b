// SPDX-License-Identifier: MIT
// First contact between two frames as JSON, there and back (docs/report.md).                  [C5]
#pragma once
#include <graze/contact/contact_report.h>

#include <string>
#include <string_view>

namespace graze {

/// The document of `graze deform`.
std::string deform_document(const ContactReport& report);

/// What it says. Points on the two bodies are not in it; of an edge or vertex, its triangle is not.
/// Throws InputError that names line and column, or the JSON path.
ContactReport parse_deform(std::string_view text, const std::string& place = "deform");

}  // namespace graze
