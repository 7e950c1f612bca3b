// SPDX-License-Identifier: MIT
#include "cad/as1_file.h"

#include <cstdlib>
#include <string>

namespace graze::test {
namespace fs = std::filesystem;

std::optional<fs::path> as1_file() {
  if (const char* named = std::getenv("GRAZE_AS1"); named != nullptr && fs::exists(named))
    return fs::path(named);
  const fs::path packed = "/usr/share/doc/gmsh-doc/doc/gmsh/demos/api/as1-tu-203.stp.gz";
  const fs::path path = fs::temp_directory_path() / "graze_as1.stp";
  if (!fs::exists(packed)) return std::nullopt;
  const std::string unpack = "gzip -dc '" + packed.string() + "' > '" + path.string() + "'";
  return std::system(unpack.c_str()) == 0 ? std::optional(path) : std::nullopt;
}

}  // namespace graze::test
