// SPDX-License-Identifier: MIT
// Question   Which cubes are free, full or cut by the surface of a mesh?                      [O1]
// Source     Kitamura et al. 1994, section 2.3; nodes that know their faces: section 5, [9].
// Guarantee  Gray cells are a superset of the cells that a face touches; the other colours are
//            exact for a closed mesh.
// Changed    Surface cells first, level by level; then flood fill instead of inclusion tests.
#include <cmath>

#include "graze/base/error.h"
#include "graze/geometry/closed_polyhedron.h"
#include "graze/geometry/point_inclusion.h"
#include "graze/spatial/octree.h"
#include "spatial/octree/check_cube.h"
#include "spatial/octree/face_cells.h"
#include "spatial/octree/paint.h"
#include "spatial/octree/rounding_margin.h"

namespace graze {
namespace {
bool is_solid(const TriangleMesh& mesh, const OctreeOptions& options) {
  const ClosednessReport report = diagnose(mesh);
  if (report.is_closed()) return true;
  if (options.open_mesh == OpenMesh::kSurface) return false;
  throw InputError({"mesh", report.summary(), "a closed mesh for a solid octree",
                    "weld() or repair it, or ask for OpenMesh::kSurface"});
}

Octree finish(octree::Growth growth, Octree::Data data) {
  const TriangleMesh& mesh = data.mesh;
  octree::paint(growth, data.root,
                [&](const Vec3& p) { return data.is_solid && is_inside(p, mesh); });
  data.nodes = std::move(growth.nodes);
  data.faces = std::move(growth.items);
  return Octree(std::move(data));
}

Octree::Data head_of(const TriangleMesh& mesh, const Aabb& bounds, const OctreeOptions& options) {
  Octree::Data data;
  data.root = options.cube.value_or(cube_around(bounds));
  octree::check_cube(data.root, options.depth, bounds);
  data.depth = options.depth;
  data.is_solid = is_solid(mesh, options);
  data.mesh = mesh;
  return data;
}

void check_ends(const TriangleMesh& begin, const TriangleMesh& end) {
  const auto a = begin.triangles(), b = end.triangles();
  if (begin.vertices().size() == end.vertices().size() &&
      std::equal(a.begin(), a.end(), b.begin(), b.end())) {
    return;
  }
  throw InputError({"end mesh", "other triangles", "the triangles of the mesh at the start", ""});
}
}  // namespace

Octree build_octree(const TriangleMesh& mesh, const OctreeOptions& options) {
  Octree::Data data = head_of(mesh, mesh.bounds(), options);
  const octree::StillFaces faces(mesh, octree::rounding_margin(octree::size_of(data.root)));
  auto growth =
      octree::grow(data.root, options.depth, static_cast<std::uint32_t>(mesh.triangles().size()),
                   faces, octree::ToTheDepth{}, options.threads);
  return finish(std::move(growth), std::move(data));
}

Octree build_octree(const TriangleMesh& begin, const TriangleMesh& end,
                    const OctreeOptions& options) {
  check_ends(begin, end);
  Aabb bounds = begin.bounds();
  bounds.add(end.bounds());
  Octree::Data data = head_of(begin, bounds, options);
  std::vector<octree::SweptFaces::Face> swept;
  swept.reserve(begin.triangles().size());
  for (std::size_t i = 0; i < begin.triangles().size(); ++i) {
    swept.push_back({begin.corners(i), end.corners(i), 0.0});
  }
  const octree::SweptFaces faces(std::move(swept),
                                 octree::rounding_margin(octree::size_of(data.root)));
  auto growth = octree::grow(data.root, options.depth, faces.size(), faces, octree::ToTheDepth{},
                             options.threads);
  return finish(std::move(growth), std::move(data));
}

}  // namespace graze
