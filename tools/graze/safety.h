// SPDX-License-Identifier: MIT
// What holds for every verb: limits of what is read, and nothing left behind on any way out.
#pragma once

namespace CLI {
class App;
}

namespace graze::tool {

/// --root, --max-file-bytes, --max-line-bytes, --max-memory; and the default limit of memory.
void add_limits(CLI::App& app);

/// From now on signals that end the process first remove files that are not finished.
void clean_up_on_signals();
/// What SIGINT does if nothing else handles it.
void end_on_interrupt();

}  // namespace graze::tool
