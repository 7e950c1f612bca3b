// SPDX-License-Identifier: MIT
#include "io/urdf/mesh_path.h"

#include <cstdlib>
#include <sstream>

#include "graze/base/error.h"
#include "io/opened_file.h"

namespace graze::urdf {
namespace {
namespace fs = std::filesystem;
constexpr std::string_view kPackage = "package://";
constexpr std::string_view kFile = "file://";

std::vector<fs::path> package_path_of_environment() {
  std::vector<fs::path> dirs;
  const char* variable = std::getenv("ROS_PACKAGE_PATH");
  std::istringstream parts(variable == nullptr ? "" : variable);
  for (std::string part; std::getline(parts, part, ':');) {
    if (!part.empty()) dirs.emplace_back(part);
  }
  return dirs;
}

/// The URDF's folder and those above it: a package's own root is often among them.
std::vector<fs::path> folders_above(const fs::path& base_dir) {
  std::vector<fs::path> dirs;
  std::error_code ignored;
  fs::path dir = fs::absolute(base_dir.empty() ? "." : base_dir, ignored).lexically_normal();
  for (int level = 0; level < 6 && !dir.empty(); ++level) {
    dirs.push_back(dir);
    if (!dir.has_parent_path() || dir.parent_path() == dir) break;
    dir = dir.parent_path();
  }
  return dirs;
}

/// Candidates in the order in which they are tried.
std::vector<fs::path> candidates_in_package(const std::string& rest, const MeshPlaces& places) {
  const auto slash = rest.find('/');
  const std::string package = rest.substr(0, slash);
  const fs::path inside =
      slash == std::string::npos ? fs::path() : fs::path(rest.substr(slash + 1));
  std::vector<fs::path> dirs = places.package_dirs;
  const auto add = [&](std::vector<fs::path> more) {
    dirs.insert(dirs.end(), more.begin(), more.end());
  };
  add(folders_above(places.base_dir));
  add(package_path_of_environment());
  std::vector<fs::path> candidates;
  for (const fs::path& dir : dirs) {
    candidates.push_back(dir / package / inside);
    const bool is_package =
        (dir.has_filename() ? dir.filename() : dir.parent_path().filename()) == package;
    if (is_package) candidates.push_back(dir / inside);
  }
  // A package that was unpacked under another name: its folders beside or above the URDF.
  for (const fs::path& dir : folders_above(places.base_dir)) candidates.push_back(dir / inside);
  return candidates;
}

std::vector<fs::path> candidates_of(const std::string& filename, const MeshPlaces& places) {
  if (filename.starts_with(kPackage)) {
    return candidates_in_package(filename.substr(kPackage.size()), places);
  }
  const fs::path path = filename.starts_with(kFile) ? filename.substr(kFile.size()) : filename;
  return {path.is_absolute() ? path : places.base_dir / path};
}
}  // namespace

fs::path find_mesh(const std::string& filename, const MeshPlaces& places,
                   const std::string& place) {
  if (filename.find('\0') != std::string::npos || filename.size() > 4096) {
    throw InputError({place, "a file name of " + std::to_string(filename.size()) + " letters",
                      "the path of a mesh", ""});
  }
  const std::vector<fs::path> candidates = candidates_of(filename, places);
  for (const fs::path& candidate : candidates) {
    if (io::is_file(candidate)) return candidate;
  }
  if (filename.find('$') != std::string::npos) {
    throw InputError({place, "the mesh '" + filename + "'", "a path without macros",
                      "expand it first: xacro robot.xacro > robot.urdf"});
  }
  const bool is_package = filename.starts_with(kPackage);
  throw InputError({place, "the mesh '" + filename + "', which is not there",
                    is_package ? "a file in that package" : "the file " + candidates[0].string(),
                    is_package ? "name the folder that holds the package with --package-dir" : ""});
}

}  // namespace graze::urdf
