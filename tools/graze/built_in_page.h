// SPDX-License-Identifier: MIT
// The page that page/ builds, inside the binary.
#pragma once
#include <string_view>

namespace graze::tool {

/// Empty if the binary was built without it.
std::string_view built_in_page();

}  // namespace graze::tool
