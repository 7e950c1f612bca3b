// SPDX-License-Identifier: MIT
// The plane that divides many triangles.                                                     [C3]
#pragma once
#include <span>

#include "graze/math/interval.h"
#include "spatial/obb_fit.h"

namespace graze {

/// Triangles whose centroid, times three, is below `offset` along the axis come first.
struct PartPlane {
  Vec3 axis = Vec3::UnitX();
  double offset = 0.0;
  double extent = 0.0;  ///< of the part's centroids, times three
  double cost = kInfinity;
  double surface_below = 0.0, surface_above = 0.0;

  double height_of(const BuildTriangle& t) const {
    const Vec3 c = t.centroid_times_3();
    return (axis.x() * c.x() + axis.y() * c.y()) + axis.z() * c.z() - offset;
  }
};

/// By surfaces, judged on some of the triangles and between bins; cost infinite: none divides them.
PartPlane cheapest_part_plane(std::span<const BuildTriangle> triangles, const Mat3& axes);

/// Puts those below the plane in front, and moves the triangles nearest to the plane to the other
/// side until the first part has a round size, unless they are far from the plane. How many.
std::size_t divide_at(std::span<BuildTriangle> triangles, const PartPlane& plane);

}  // namespace graze
