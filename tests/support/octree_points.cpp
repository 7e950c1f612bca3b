// SPDX-License-Identifier: MIT
#include "support/octree_points.h"

#include <algorithm>

#include "support/soups.h"

namespace graze::test {
namespace {
bool holds(const OctreeCube& cube, const Vec3& p, double slack) {
  return ((p - cube.lo).array() >= -slack).all() &&
         ((p - cube.lo).array() <= cube.side + slack).all();
}
}  // namespace

std::vector<std::uint32_t> leaves_at(const Octree& octree, const Vec3& p, double slack) {
  std::vector<std::uint32_t> found;
  std::vector<std::pair<std::uint32_t, OctreeCell>> open{{0, {}}};
  while (!open.empty()) {
    const auto [node, cell] = open.back();
    open.pop_back();
    if (!holds(cube_of(octree.root(), cell), p, slack)) continue;
    const OctreeNode& here = octree.nodes()[node];
    if (here.is_leaf()) {
      found.push_back(node);
      continue;
    }
    for (std::uint32_t k = 0; k < 8; ++k) open.emplace_back(here.first() + k, cell.child(k));
  }
  return found;
}

bool lists_face(const Octree& octree, const Vec3& p, std::uint32_t face, double slack) {
  for (const std::uint32_t leaf : leaves_at(octree, p, slack)) {
    const auto faces = octree.faces_of(octree.nodes()[leaf]);
    if (std::find(faces.begin(), faces.end(), face) != faces.end()) return true;
  }
  return false;
}

SurfacePoint random_surface_point(const TriangleMesh& mesh, std::mt19937_64& random) {
  const auto face = static_cast<std::uint32_t>(random() % mesh.triangles().size());
  const auto t = mesh.corners(face);
  std::uniform_real_distribution<double> share(0.0, 1.0);
  double u = share(random), v = share(random);
  if (u + v > 1.0) u = 1.0 - u, v = 1.0 - v;
  return {face, t[0] + u * (t[1] - t[0]) + v * (t[2] - t[0])};
}

}  // namespace graze::test
