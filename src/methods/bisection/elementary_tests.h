// SPDX-License-Identifier: MIT
// Vertex/face, face/vertex and edge/edge tests of two moving triangles.                       [C5]
#pragma once
#include <array>
#include <cstdint>

#include "graze/geometry/exact_predicates.h"
#include "methods/bisection/relative_enclosure.h"

namespace graze::bisection {

/// Two triangles, each about its body's reference point, with what does not change while they move.
struct TrianglePair {
  Corners a, b;
  Vec3 normal_a, normal_b;  ///< (q - p) x (r - p), rounded

  TrianglePair(const Corners& corners_a, const Corners& corners_b);
};

/// b's corners in a's frame during a time interval, middle and radius.
struct MovingCorners {
  Corners middle;
  Corners radius;
  double size =
      0.0;  ///< at least the sum of all magnitudes involved: rounding errors scale with it

  MovingCorners(const TrianglePair& pair, const RelativeEnclosure& motion);
  double largest_radius() const;  ///< no corner is farther from its middle
};

/// The 15 elementary tests of a pair, one bit each: three of a vertex of b and a's face, three of a
/// vertex of a and b's face, nine of edges.
using ElementaryTests = std::uint32_t;
inline constexpr ElementaryTests kAllElementaryTests = 0x7fff;

/// Those of `tests` that may have a root during the interval: the coplanarity function (9) or (10)
/// may vanish and the features' boxes meet. If none is left, triangles that are disjoint at the
/// beginning of the interval stay so until its end.
ElementaryTests with_possible_roots(ElementaryTests tests, const TrianglePair& pair,
                                    const MovingCorners& corners, const RelativeEnclosure& motion);

/// True only if direction n keeps the triangles farther apart than `clearance` in the interval.
bool separates(const Vec3& n, const TrianglePair& pair, const MovingCorners& corners,
               double clearance);

}  // namespace graze::bisection
