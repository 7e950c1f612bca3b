// SPDX-License-Identifier: MIT
// Question   Which voxels of the workspace does a moving body touch during a step?            [O2]
// Source     Kitamura et al. 1994, section 3.2.1 after Weng, Ahuja 1987: displaced cubes; and the
//            rebuild from the moved polyhedron that section 5 asks for.
// Guarantee  Supersets at every instant of the step.
// Changed    The whole step is covered, not an instant. Cubes of the surface hand their faces on
//            and stay gray; the paper colours all voxels black, which counts the same.
#include "graze/spatial/octree_update.h"

#include <algorithm>
#include <cmath>

#include "graze/geometry/point_inclusion.h"
#include "spatial/octree/check_cube.h"
#include "spatial/octree/displaced_cubes.h"
#include "spatial/octree/face_cells.h"
#include "spatial/octree/paint.h"
#include "spatial/octree/rounding_margin.h"

namespace graze {
namespace {
/// Of the vertices themselves: a turned box would reach out of workspaces that the body fits in.
Aabb tight_bounds(const TriangleMesh& mesh, const SweptPose& sweep) {
  Aabb bounds;
  double bulge = 0.0;
  for (const Triangle& triangle : mesh.triangles()) {
    for (const std::uint32_t v : triangle) {
      const Vec3& p = mesh.vertices()[v];
      bounds.add(sweep.begin * p);
      bounds.add(sweep.end * p);
      bulge = std::max(bulge, sweep.bulge_at(p));
    }
  }
  bounds.lo.array() -= bulge;
  bounds.hi.array() += bulge;
  return bounds;
}

Octree::Data head_of(const Octree& body, const SweptPose& sweep, const Workspace& workspace) {
  octree::check_cube(workspace.cube, workspace.depth, tight_bounds(body.mesh(), sweep));
  Octree::Data data;
  data.root = workspace.cube;
  data.depth = workspace.depth;
  data.is_solid = body.is_solid();
  data.mesh = body.mesh();
  data.shells.assign(body.shells().begin(), body.shells().end());
  return data;
}

double margin_of(const Octree& body, const Workspace& workspace) {
  return octree::rounding_margin(octree::size_of(workspace.cube) + octree::size_of(body.root()));
}

octree::SweptFaces moved_faces(const Octree& body, const SweptPose& sweep, double margin) {
  const TriangleMesh& mesh = body.mesh();
  std::vector<octree::SweptFaces::Face> faces;
  faces.reserve(mesh.triangles().size());
  for (std::size_t i = 0; i < mesh.triangles().size(); ++i) {
    octree::SweptFaces::Face face;
    const Corners corners = mesh.corners(i);
    for (std::size_t k = 0; k < 3; ++k) {
      face.begin[k] = sweep.begin * corners[k];
      face.end[k] = sweep.end * corners[k];
      face.reach = std::max(face.reach, sweep.bulge_at(corners[k]));
    }
    faces.push_back(face);
  }
  return {std::move(faces), margin};
}

/// From lists of cubes to colours and lists of faces.
void inherit(const octree::Growth& growth, const octree::DisplacedCubes& cubes, const Octree& body,
             Octree::Data& data) {
  data.nodes = growth.nodes;
  std::vector<std::uint32_t> faces;
  for (OctreeNode& node : data.nodes) {
    if (!node.is_leaf() || node.face_count() == 0) continue;
    faces.clear();
    for (std::uint32_t i = node.first(); i < node.first() + node.face_count(); ++i) {
      const auto mine = body.faces_of(cubes.node(growth.items[i]));
      faces.insert(faces.end(), mine.begin(), mine.end());
    }
    std::sort(faces.begin(), faces.end());
    faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
    node = faces.empty() ? OctreeNode::leaf(CellColour::kBlack)
                         : OctreeNode::gray_leaf(static_cast<std::uint32_t>(data.faces.size()),
                                                 static_cast<std::uint32_t>(faces.size()));
    data.faces.insert(data.faces.end(), faces.begin(), faces.end());
  }
}
}  // namespace

Octree displaced_octree(const Octree& body, const SweptPose& sweep, const Workspace& workspace,
                        int threads) {
  Octree::Data data = head_of(body, sweep, workspace);
  const octree::DisplacedCubes cubes(body, sweep, margin_of(body, workspace));
  const auto is_done = [&](std::span<const std::uint32_t> items, const Vec3& centre, double half) {
    return cubes.fill(items, centre, half);
  };
  const auto growth = octree::grow(data.root, data.depth, cubes.size(), cubes, is_done, threads);
  inherit(growth, cubes, body, data);
  return Octree(std::move(data));
}

Octree rebuilt_octree(const Octree& body, const SweptPose& sweep, const Workspace& workspace,
                      int threads) {
  Octree::Data data = head_of(body, sweep, workspace);
  const octree::SweptFaces faces = moved_faces(body, sweep, margin_of(body, workspace));
  auto growth =
      octree::grow(data.root, data.depth, faces.size(), faces, octree::ToTheDepth{}, threads);
  // No face enters a cell without faces during the step, so its side at the start is its side
  // throughout; its centre is half a cell from any face, so the rounding of the pose is harmless.
  const Pose body_from_world = inverse(sweep.begin);
  octree::paint(growth, data.root, [&](const Vec3& p) {
    return data.is_solid && is_inside(body_from_world * p, data.mesh);
  });
  data.nodes = std::move(growth.nodes);
  data.faces = std::move(growth.items);
  return Octree(std::move(data));
}

KeptOctree keep_octree(const Octree& body, const Pose& pose, const Workspace& workspace,
                       double slack) {
  return {rebuilt_octree(body, grown(held(pose), slack), workspace), pose, slack};
}

bool covers(const KeptOctree& kept, const SweptPose& sweep) {
  const Aabb& box = kept.octree.mesh().bounds();
  if (box.is_empty()) return true;
  double moved = 0.0;
  for (int k = 0; k < 8; ++k) {  // displacement is convex in the point: a corner has the largest
    const Vec3 p(k & 1 ? box.hi.x() : box.lo.x(), k & 2 ? box.hi.y() : box.lo.y(),
                 k & 4 ? box.hi.z() : box.lo.z());
    const Vec3 was = kept.built_at * p;
    moved = std::max({moved, (sweep.begin * p - was).norm(), (sweep.end * p - was).norm()});
  }
  const double margin = octree::rounding_margin(octree::size_of(kept.octree.root()));
  return moved + sweep.bulge_of(box) + margin <= kept.slack;
}

}  // namespace graze
