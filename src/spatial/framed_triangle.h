// SPDX-License-Identifier: MIT
// A triangle in the frame of a node, and the part of a node that it belongs to.              [C3]
#pragma once
#include <cstddef>

#include "graze/geometry/aabb.h"
#include "spatial/obb_fit.h"

namespace graze {

/// Half of it.
inline double surface_of_part(const Aabb& box) {
  const Vec3 s = box.size();
  return s.x() * s.y() + s.y() * s.z() + s.z() * s.x();
}

/// A triangle in the frame of the node; places are three times the centroid.
struct FramedTriangle {
  Aabb box;
  Vec3 place;
};

inline FramedTriangle framed(const BuildTriangle& triangle, const Mat3& axes,
                             const Vec3& reference) {
  FramedTriangle f;
  f.place = Vec3::Zero();
  for (const Vec3& corner : triangle.corners) {
    const Vec3 y = transpose_times(axes, corner - reference);
    f.box.add(y);
    f.place += y;
  }
  return f;
}

/// A range of triangles, and what it would be worth to divide it.
struct OpenPart {
  std::size_t begin = 0, end = 0;
  double surface = 0.0;

  std::size_t size() const { return end - begin; }
};

}  // namespace graze
