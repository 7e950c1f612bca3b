// SPDX-License-Identifier: MIT
#include "graze/geometry/shells.h"

#include "geometry/disjoint_sets.h"
#include "geometry/same_place.h"

namespace graze {

std::vector<Vec3> shell_points(const TriangleMesh& mesh) {
  DisjointSets parts(mesh.vertices().size());
  const std::vector<std::uint32_t> first = first_at_same_place(mesh.vertices());
  for (std::uint32_t v = 0; v < first.size(); ++v) parts.join(v, first[v]);
  for (const Triangle& t : mesh.triangles()) {
    parts.join(t[0], t[1]);
    parts.join(t[0], t[2]);
  }
  std::vector<Vec3> points;
  std::vector<char> is_known(mesh.vertices().size(), 0);
  for (const Triangle& t : mesh.triangles()) {
    char& known = is_known[parts.root(t[0])];
    if (known == 0) points.push_back(mesh.vertices()[t[0]]);
    known = 1;
  }
  return points;
}

}  // namespace graze
