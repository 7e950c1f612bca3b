// SPDX-License-Identifier: MIT
// Files that a user names one by one or by folder.
#pragma once
#include <algorithm>
#include <filesystem>
#include <vector>

namespace graze {

/// The place itself if it is not a folder; else every wanted file below it, in order of names.
template <typename IsWanted>
std::vector<std::filesystem::path> files_below(const std::filesystem::path& place,
                                               const IsWanted& is_wanted) {
  namespace fs = std::filesystem;
  if (!fs::is_directory(place)) return {place};
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(place)) {
    if (is_wanted(entry)) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace graze
