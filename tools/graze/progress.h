// SPDX-License-Identifier: MIT
// A line on stderr that shows how far a long question has got; only if stderr is a terminal.
#pragma once
#include <filesystem>
#include <functional>

namespace graze::tool {

/// For ContactOptions::progress; empty where stderr is not a terminal. Shows after half a second.
std::function<void(double)> progress_on_terminal();

/// For watch_cad_files; the same, and the line is removed when a file is read.
std::function<void(const std::filesystem::path&, double)> reading_on_terminal();

/// Removes the line again.
void clear_progress();

}  // namespace graze::tool
