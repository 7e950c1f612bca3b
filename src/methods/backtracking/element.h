// SPDX-License-Identifier: MIT
// What is searched in time: a vertex against a face, or an edge against a surface.        [K5, K6]
#pragma once
#include <vector>

#include "methods/backtracking/surface_walk.h"

namespace graze::backtracking {

struct Element {
  enum class Kind : std::uint8_t { kVertexFace, kEdgeSurface };
  Kind kind = Kind::kVertexFace;
  Side side = Side::kA;       ///< whose vertex or edge
  std::uint32_t feature = 0;  ///< vertex or edge id
  TriangleId face;            ///< of the other body; for an edge: where it goes through, at the
                              ///< earliest time at which it is known to
  double threshold = 0.0;     ///< behind is deeper than this; > 0 for what touches at the start
  WayOut out = {};            ///< of an edge, at the latest time at which it is known to be free
};

/// Is the element behind the other body's surface at the placement's instant? Keeps for edges where
/// they go through, or how they are free.
bool is_behind(Element& element, Placement& placement);

/// How deep it is: below the face, or to the nearest way out; <= 0 in front.
double depth_of(const Element& element, Placement& placement);

}  // namespace graze::backtracking
