// SPDX-License-Identifier: MIT
#include "graze/geometry/equal_meshes.h"

#include <algorithm>

namespace graze {

bool are_equal(const TriangleMesh& a, const TriangleMesh& b) {
  const auto same_list = [](const auto& x, const auto& y) {
    return x.size() == y.size() &&
           (x.data() == y.data() || std::equal(x.begin(), x.end(), y.begin()));
  };
  return same_list(a.triangles(), b.triangles()) && same_list(a.vertices(), b.vertices());
}

std::pair<std::size_t, bool> MeshNumbers::add(const TriangleMesh& mesh) {
  const auto [begin, end] = by_hash_.equal_range(mesh.content_hash());
  for (auto known = begin; known != end; ++known) {
    if (are_equal(meshes_[known->second], mesh)) return {known->second, false};
  }
  by_hash_.emplace(mesh.content_hash(), meshes_.size());
  meshes_.push_back(mesh);
  return {meshes_.size() - 1, true};
}

}  // namespace graze
