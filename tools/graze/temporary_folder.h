// SPDX-License-Identifier: MIT
// A folder of our own that is gone afterwards, with all that is in it.
#pragma once
#include <cstdlib>
#include <filesystem>
#include <string>

#include "graze/base/error.h"

namespace graze::tool {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "graze-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
      throw InputError({name, "a place that cannot be written to", "a temporary folder", ""});
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace graze::tool
