// SPDX-License-Identifier: MIT
// Meshes and valid files for the tests of readers and writers.
#pragma once
#include <cmath>
#include <filesystem>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "graze/geometry/triangle_mesh.h"
#include "graze/io/mesh_io.h"

namespace graze::test {

inline constexpr MeshFormat kAllFormats[] = {MeshFormat::kObj,
                                             MeshFormat::kStlAscii,
                                             MeshFormat::kStlBinary,
                                             MeshFormat::kPlyAscii,
                                             MeshFormat::kPlyBinaryLittleEndian,
                                             MeshFormat::kPlyBinaryBigEndian,
                                             MeshFormat::kOff};

/// A closed torus of 2 * around * across triangles with coordinates of all digits.
inline TriangleMesh torus(std::uint32_t around, std::uint32_t across) {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  for (std::uint32_t i = 0; i < around; ++i) {
    const double u = 2 * std::numbers::pi * i / around;
    for (std::uint32_t k = 0; k < across; ++k) {
      const double v = 2 * std::numbers::pi * k / across;
      const double r = 2 + std::cos(v);
      vertices.emplace_back(r * std::cos(u), r * std::sin(u), std::sin(v));
      const std::uint32_t a = i * across + k;
      const std::uint32_t b = i * across + (k + 1) % across;
      const std::uint32_t c = ((i + 1) % around) * across + k;
      const std::uint32_t d = ((i + 1) % around) * across + (k + 1) % across;
      triangles.push_back({a, c, b});
      triangles.push_back({b, c, d});
    }
  }
  return TriangleMesh(std::move(vertices), std::move(triangles));
}

/// A directory that is removed at the end of the test.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "graze_test_XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() { std::filesystem::remove_all(path_); }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace graze::test
