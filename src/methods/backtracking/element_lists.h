// SPDX-License-Identifier: MIT
// The two lists of the end of the step: edges with the faces they go through, and the vertices that
// are behind, each with the faces it may have come through.                                [K3, K5]
#pragma once
#include <span>
#include <vector>

#include "methods/backtracking/crossings.h"
#include "methods/backtracking/element.h"

namespace graze::backtracking {

/// A vertex inside the other body.
struct InsideVertex {
  Side side = Side::kA;
  std::uint32_t vertex = 0;
};

/// Ends of crossing edges that are inside, and all vertices that hang on them by edges that cross
/// nothing.
std::vector<InsideVertex> inside_vertices(const Placement& placement,
                                          std::span<const Crossing> crossings);

/// Where a vertex is in the other body's frame at the start, in the middle and at the end.
struct RelativePoses {
  Pose a_from_b[3];
};

/// Faces of the other body whose plane the vertex may cross from the front and whose box its way
/// comes near to.
void add_vertex_elements(const Placement& placement, const RelativePoses& poses,
                         const InsideVertex& vertex, double slack, std::vector<Element>& elements);

}  // namespace graze::backtracking
