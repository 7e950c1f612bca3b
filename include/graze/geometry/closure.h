// SPDX-License-Identifier: MIT
// Does a surface enclose a volume?                                                        [K5, G1]
#pragma once
#include <graze/geometry/triangle_mesh.h>

#include <cstddef>

namespace graze {

enum class Closure {
  kEmpty,      ///< no triangles
  kOpen,       ///< some edges have nothing on one side
  kFlat,       ///< closed, but its volume is not distinguishable from 0
  kInsideOut,  ///< closed, its volume is negative: most of it faces inward
  kClosed,     ///< closed and outward
};

struct ClosureReport {
  Closure closure = Closure::kEmpty;
  std::size_t open_edges = 0;  ///< that triangles run along more often one way than the other
};

/// A surface is closed if its triangles run along each edge equally often both ways. Vertices at
/// equal coordinates count as one. That is what a winding number needs: it is then constant in a
/// region that the surface does not cross. There may be many shells, nested, crossing, or joined at
/// edges and corners; degenerate triangles do no harm. Decided on indices and stored coordinates,
/// without a tolerance; the sign of the volume is proved, else kFlat. O(n), O(n log n) if vertices
/// repeat.
ClosureReport closure_of(const TriangleMesh& mesh);

}  // namespace graze
