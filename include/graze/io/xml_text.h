// SPDX-License-Identifier: MIT
// Text inside XML.
#pragma once
#include <string>
#include <string_view>

namespace graze {

/// Fit for XML text and attributes: markup escaped; control characters, which XML cannot hold, as
/// '?'.
std::string xml_text(std::string_view text);

}  // namespace graze
