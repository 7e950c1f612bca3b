// SPDX-License-Identifier: MIT
// Text inside XML.
#pragma once
#include <string>
#include <string_view>

namespace graze {

/// Makes text fit for XML and its attributes: markup is escaped, and control characters, which XML
/// cannot hold, become '?'.
std::string xml_text(std::string_view text);

}  // namespace graze
