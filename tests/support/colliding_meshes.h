// SPDX-License-Identifier: MIT
// Two cubes of different size with one 64-bit hash, as a stranger makes them: an unused vertex
// each.
#pragma once
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "graze/geometry/triangle_mesh.h"

namespace graze::test {

/// The state of the content hash after these coordinates: the mixing of base/hash.h, written anew.
inline std::uint64_t hash_state(const std::vector<double>& numbers) {
  std::uint64_t state = 0xcbf29ce484222325u;
  for (const double number : numbers) {
    const std::uint64_t mixed =
        (state ^ std::bit_cast<std::uint64_t>(number == 0.0 ? 0.0 : number)) * 0x9e3779b97f4a7c15u;
    state = mixed ^ (mixed >> 32);
  }
  return state;
}

inline TriangleMesh cube_with_unused(double half, const Vec3& unused) {
  std::vector<Vec3> vertices;
  for (int k = 0; k < 8; ++k) {
    vertices.push_back({(k & 4) ? half : -half, (k & 2) ? half : -half, (k & 1) ? half : -half});
  }
  vertices.push_back(unused);
  return {vertices,
          {{0, 1, 3},
           {0, 3, 2},
           {4, 6, 7},
           {4, 7, 5},
           {0, 4, 5},
           {0, 5, 1},
           {2, 3, 7},
           {2, 7, 6},
           {0, 2, 6},
           {0, 6, 4},
           {1, 5, 7},
           {1, 7, 3}}};
}

/// Cubes of half size 0.1 and 1. The last coordinate of the small one is what brings its state to
/// the other's; it is a usable number once in a few hundred tries.
inline std::pair<TriangleMesh, TriangleMesh> colliding_cubes() {
  const auto state_before_last = [](const TriangleMesh& mesh) {
    std::vector<double> numbers;
    for (const Vec3& v : mesh.vertices()) numbers.insert(numbers.end(), {v.x(), v.y(), v.z()});
    numbers.pop_back();
    return hash_state(numbers);
  };
  const TriangleMesh large = cube_with_unused(1.0, {0.25, 0.25, 0.5});
  const std::uint64_t wanted = state_before_last(large) ^ std::bit_cast<std::uint64_t>(0.5);
  for (double x = 0.01;; x += 1e-4) {
    const std::uint64_t state = state_before_last(cube_with_unused(0.1, {x, 0.05, 0.0}));
    const double z = std::bit_cast<double>(wanted ^ state);
    if (std::isfinite(z) && std::fabs(z) < 1e3 && std::fabs(z) > 1e-9) {
      return {cube_with_unused(0.1, {x, 0.05, z}), large};
    }
  }
}

}  // namespace graze::test
