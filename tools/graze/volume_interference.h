// SPDX-License-Identifier: MIT
// The verb `interference`: volumes of a whole assembly, deepest first, and what fits.
#pragma once

namespace CLI {
class App;
}

namespace graze::tool {
void add_interference_verb(CLI::App& app, int& exit_code);
}  // namespace graze::tool
