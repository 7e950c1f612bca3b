// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "graze/methods/analytic_printed.h"

namespace graze::tool {

/// A picture (SVG) of the 30 plane functions over time, contact intervals shaded.
std::string planes_picture(const std::string& title, const SampledPlanes& planes,
                           const BoxContacts& contacts);

}  // namespace graze::tool
