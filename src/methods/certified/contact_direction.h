// SPDX-License-Identifier: MIT
// The direction along which two near triangles are separated most, or overlap least.          [C9]
#pragma once
#include <limits>

#include "methods/certified/triangle_pair.h"

namespace graze::certified {

/// A face defines a direction by itself; corners and edges do so with one of the other body.
enum class FeaturesOf { kA, kB, kBoth };

struct ContactDirection {
  Vec3 n = Vec3::Zero();              ///< unit, from a to b, work frame; zero if there is none
  FeaturesOf of = FeaturesOf::kBoth;  ///< the bodies whose features define it
  double separation = -std::numeric_limits<double>::infinity();  ///< negative: depth of overlap
};

/// Out of the 17 candidate axes of two triangles and the direction between their closest points.
/// Front sides decide (outside is where a normal points) unless some direction separates by more
/// than `evident`: then the side is clear, whatever the normals of a soup say.
ContactDirection contact_direction(const PlacedTriangles& placed, const TriangleDistance& near,
                                   double evident);

/// Directions that a search may return.
enum class Outside {
  kInFront,    ///< of both faces: outside is where their normals point
  kNotBehind,  ///< not straight into the back of a face; its edges may be as sharp as they like
  kAnywhere,   ///< whatever the normals say
};

/// The best of these directions, in more digits and out of more axes where an overlap may be
/// nothing but the rounding of an axis of thin triangles or nearly parallel edges. Triangles that
/// are apart are never deeper in each other kAnywhere than 16 `placed.distance_error`.
ContactDirection widest_direction(const PlacedTriangles& placed, const TriangleDistance& near,
                                  Outside outside);

}  // namespace graze::certified
