// SPDX-License-Identifier: MIT
// Question   Which of the eight children of a cell may a face touch?                      [O1, O2]
// Source     Separating axes of triangle and cube (Akenine-Moller 2001); for faces that move the
//            same direction is asked at both ends of the step.
// Guarantee  Never says apart for a face that touches. Any direction is sound, rounded as it may
//            be, since cube and all corners are projected on the same one; the projections' own
//            rounding is covered by the margin on the cube.
// Changed    All corners are projected for every axis, so that slivers and points need no care.
#include "spatial/octree/face_cells.h"

#include <algorithm>
#include <cmath>

namespace graze::octree {
namespace {
Vec3 child_centre(const Vec3& centre, double half, int k) {
  const double q = 0.5 * half;
  return centre + Vec3(k & 1 ? q : -q, k & 2 ? q : -q, k & 4 ? q : -q);
}

template <typename Faces>
std::uint8_t touched_children(const Faces& faces, std::uint32_t face, const Vec3& centre,
                              double half) {
  unsigned mask = 0;
  for (int k = 0; k < 8; ++k) {
    if (faces.touches(face, child_centre(centre, half, k), 0.5 * half)) mask |= 1u << k;
  }
  return static_cast<std::uint8_t>(mask);
}

struct Shadow {
  double lo, hi;
};

Shadow shadow_of(const Corners& corners, const Vec3& centre, const Vec3& n) {
  const double p = n.dot(corners[0] - centre), q = n.dot(corners[1] - centre),
               r = n.dot(corners[2] - centre);
  return {std::min({p, q, r}), std::max({p, q, r})};
}

bool separates(const Corners& corners, const Vec3& centre, double half, const Vec3& n) {
  const Shadow shadow = shadow_of(corners, centre, n);
  const double reach = half * n.cwiseAbs().sum();
  return shadow.lo > reach || shadow.hi < -reach;
}

Vec3 normal_of(const Corners& t) { return (t[1] - t[0]).cross(t[2] - t[0]); }
}  // namespace

StillFaces::StillFaces(const TriangleMesh& mesh, double margin) : margin_(margin) {
  faces_.reserve(mesh.triangles().size());
  for (std::size_t i = 0; i < mesh.triangles().size(); ++i) {
    const Corners t = mesh.corners(i);
    faces_.push_back({t, t[0].cwiseMin(t[1]).cwiseMin(t[2]), t[0].cwiseMax(t[1]).cwiseMax(t[2])});
  }
}

bool StillFaces::is_apart(const Face& face, const Vec3& centre, double half) const {
  const Corners& t = face.corners;
  if (separates(t, centre, half, normal_of(t))) return true;
  for (int edge = 0; edge < 3; ++edge) {
    const Vec3 e = t[static_cast<std::size_t>((edge + 1) % 3)] - t[static_cast<std::size_t>(edge)];
    if (separates(t, centre, half, Vec3(0.0, -e.z(), e.y()))) return true;
    if (separates(t, centre, half, Vec3(e.z(), 0.0, -e.x()))) return true;
    if (separates(t, centre, half, Vec3(-e.y(), e.x(), 0.0))) return true;
  }
  return false;
}

bool StillFaces::touches(std::uint32_t id, const Vec3& centre, double cell_half) const {
  const Face& face = faces_[id];
  const double half = cell_half + margin_;
  if (((face.lo - centre).array() > half).any() || ((centre - face.hi).array() > half).any()) {
    return false;
  }
  return !is_apart(face, centre, half);
}

std::uint8_t StillFaces::operator()(std::uint32_t face, const Vec3& centre, double half) const {
  return touched_children(*this, face, centre, half);
}

SweptFaces::SweptFaces(std::vector<Face> faces, double margin)
    : faces_(std::move(faces)), margin_(margin) {
  normals_.reserve(faces_.size());
  for (const Face& face : faces_) normals_.push_back({normal_of(face.begin), normal_of(face.end)});
}

bool SweptFaces::touches(std::uint32_t id, const Vec3& centre, double cell_half) const {
  const Face& face = faces_[id];
  // The reach is a ball's: a cube that contains it is a little larger, which is safe.
  const double half = cell_half + margin_ + face.reach;
  const auto keeps_apart = [&](const Vec3& n) {
    const double reach = half * n.cwiseAbs().sum();
    const Shadow begin = shadow_of(face.begin, centre, n), end = shadow_of(face.end, centre, n);
    return (begin.lo > reach && end.lo > reach) || (begin.hi < -reach && end.hi < -reach);
  };
  return !keeps_apart(Vec3::UnitX()) && !keeps_apart(Vec3::UnitY()) &&
         !keeps_apart(Vec3::UnitZ()) && !keeps_apart(normals_[id][0]) &&
         !keeps_apart(normals_[id][1]);
}

std::uint8_t SweptFaces::operator()(std::uint32_t face, const Vec3& centre, double half) const {
  return touched_children(*this, face, centre, half);
}

}  // namespace graze::octree
