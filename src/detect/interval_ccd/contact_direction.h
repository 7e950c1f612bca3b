// SPDX-License-Identifier: MIT
// The direction along which two near triangles are separated most, or overlap least.          [C9]
#pragma once
#include <limits>

#include "detect/interval_ccd/triangle_pair.h"

namespace graze::interval_ccd {

struct ContactDirection {
  Vec3 n = Vec3::Zero();   ///< unit, from a to b, work frame; zero if there is none
  bool fixed_to_a = true;  ///< the body whose features define it
  double separation = -std::numeric_limits<double>::infinity();  ///< negative: depth of overlap
};

/// Out of the 17 candidate axes of two triangles and the direction between their closest points.
/// Front sides decide (outside is where a normal points) unless some direction separates by more
/// than `evident`: then the side is clear, whatever the normals of a soup say.
ContactDirection contact_direction(const PlacedTriangles& placed, const TriangleDistance& near,
                                   double evident);

/// The same out of more axes and in more digits: for when the plain answer is an overlap that may
/// be nothing but the rounding of an axis of thin triangles or nearly parallel edges.
ContactDirection fine_contact_direction(const PlacedTriangles& placed, const TriangleDistance& near,
                                        double evident);

}  // namespace graze::interval_ccd
