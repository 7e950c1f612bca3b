// SPDX-License-Identifier: MIT
// Public robots, scenes and animations that lie beside the project, if they do.
#pragma once
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace graze::test {

/// GRAZE_DATA, else ../shared/data from the project's root.
inline std::filesystem::path data_dir() {
  const char* variable = std::getenv("GRAZE_DATA");
  return variable != nullptr ? variable : "../shared/data";
}

/// All files with that extension below a folder of the data, sorted; none if it is not there.
inline std::vector<std::filesystem::path> data_files(const std::string& folder,
                                                     const std::string& extension) {
  std::vector<std::filesystem::path> files;
  const auto dir = data_dir() / folder;
  if (!std::filesystem::exists(dir)) return files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(dir)) {
    if (entry.path().extension() == extension) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace graze::test
