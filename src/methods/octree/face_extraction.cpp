// SPDX-License-Identifier: MIT
// Question   Which faces pass through an interfering node?                                    [O4]
// Source     Kitamura et al. 1994, section 3.2.3.
// Guarantee  meets_cube: never false for a face that touches the cube during the step.
// Changed    The cut polygon S and the face F lie in one plane and S is all of that plane in the
//            cube: S meets F where F, clipped by the cube, has something left. In the sound form
//            directions are asked at both ends of the step.
#include "methods/octree/face_extraction.h"

#include <vector>

#include "spatial/octree/face_cells.h"

namespace graze::octree {
namespace {
bool is_cut_by_plane(const Corners& t, const Aabb& box) {
  const Vec3 n = (t[1] - t[0]).cross(t[2] - t[0]);
  bool above = false, below = false;
  for (int k = 0; k < 8; ++k) {
    const Vec3 corner(k & 1 ? box.hi.x() : box.lo.x(), k & 2 ? box.hi.y() : box.lo.y(),
                      k & 4 ? box.hi.z() : box.lo.z());
    const double height = n.dot(corner - t[0]);
    above = above || height >= 0.0;
    below = below || height <= 0.0;
  }
  return above && below;
}

/// The part of a polygon where sign * (p[axis] - bound) <= 0.
std::vector<Vec3> clipped(const std::vector<Vec3>& polygon, int axis, double bound, double sign) {
  std::vector<Vec3> kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec3 &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
    const double from = sign * (p[axis] - bound), to = sign * (q[axis] - bound);
    if (from <= 0.0) kept.push_back(p);
    if ((from < 0.0 && to > 0.0) || (from > 0.0 && to < 0.0)) {
      kept.push_back(p + from / (from - to) * (q - p));
    }
  }
  return kept;
}
}  // namespace

bool meets_cube(const SweptFace& face, double margin, const OctreeCube& cube) {
  const double half = 0.5 * cube.side;
  const octree::SweptFaces faces({{face.begin, face.end, face.reach}}, margin);
  return faces.touches(0, cube.lo + Vec3::Constant(half), half);
}

bool meets_cube_as_printed(const SweptFace& face, const OctreeCube& cube) {
  const Aabb box = cube.bounds();
  if (!is_cut_by_plane(face.begin, box)) return false;
  std::vector<Vec3> polygon(face.begin.begin(), face.begin.end());
  for (int axis = 0; axis < 3; ++axis) {
    polygon = clipped(polygon, axis, box.hi[axis], 1.0);
    polygon = clipped(polygon, axis, box.lo[axis], -1.0);
  }
  return !polygon.empty();
}

}  // namespace graze::octree
