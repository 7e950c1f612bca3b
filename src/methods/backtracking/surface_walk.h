// SPDX-License-Identifier: MIT
// Does an edge still go through a surface near a triangle, and if not, how did it leave?      [K6]
#pragma once
#include <optional>

#include "methods/backtracking/placement.h"

namespace graze::backtracking {

/// How an edge is free of the surface it went through.
struct WayOut {
  enum class Kind : std::uint8_t {
    kEnd,   ///< an end of the edge came in front of the face: a vertex/face matter
    kSide,  ///< it left the flat polygon across one of its true edges
    kRear,  ///< it is wholly behind: the face was met from the rear, which does not count
  };
  Kind kind = Kind::kRear;
  int end = 0;           ///< for kEnd: 0 or 1
  EdgeId side = {};      ///< for kSide: an edge of the other body
  TriangleId face = {};  ///< the triangle that was left
};

/// Where the edge goes through the surface, or how it left.
struct Walk {
  std::optional<TriangleId> face;  ///< set if it goes through this triangle
  WayOut out;                      ///< else
};

/// Starts at `from`, a triangle of the other body, and follows the point where the edge's line
/// meets its plane: across interior edges within the polygon, then over true edges to neighbours.
Walk walk_surface(Placement& placement, Side side, EdgeId edge, TriangleId from);

}  // namespace graze::backtracking
