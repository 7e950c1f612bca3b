// SPDX-License-Identifier: MIT
// Which meshes are the same: by their contents. A hash only says where to look.
#pragma once
#include <graze/geometry/triangle_mesh.h>

#include <cstddef>
#include <unordered_map>
#include <utility>
#include <vector>

namespace graze {

/// The same coordinates and indices in the same order. O(1) for copies of one mesh.
bool are_equal(const TriangleMesh& a, const TriangleMesh& b);

/// Numbers meshes 0, 1, … as they come; equal ones get one number. Meshes with equal hashes but
/// different contents get different numbers: such pairs are easy to make on purpose.
class MeshNumbers {
 public:
  /// The mesh's number, and whether it is a new one.
  std::pair<std::size_t, bool> add(const TriangleMesh& mesh);
  std::size_t size() const { return meshes_.size(); }

 private:
  std::vector<TriangleMesh> meshes_;
  std::unordered_multimap<std::uint64_t, std::size_t> by_hash_;
};

}  // namespace graze
