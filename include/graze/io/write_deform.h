// SPDX-License-Identifier: MIT
// First contact between two frames, written and read as JSON (docs/report.md).                 [C5]
#pragma once
#include <graze/contact/contact_report.h>

#include <string>
#include <string_view>

namespace graze {

/// The document of `graze deform`.
std::string deform_document(const ContactReport& report);

/// The report that deform_document wrote, without the points on the two bodies and without the
/// triangles of edges and vertices. Throws InputError with line and column, or with the JSON path.
ContactReport parse_deform(std::string_view text, const std::string& place = "deform");

}  // namespace graze
