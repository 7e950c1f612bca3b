// SPDX-License-Identifier: MIT
#include "verbs.h"

#include <CLI/CLI.hpp>

namespace graze::tool {

void add_verbs(CLI::App&, int&) {}

}  // namespace graze::tool
