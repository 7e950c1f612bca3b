// SPDX-License-Identifier: MIT
// A shape as triangles to look at.                                                            [G3]
#pragma once
#include "graze/scene/scene.h"

namespace graze::io {

/// Round shapes as they look, not as the core that is grown: balls about its vertices, tubes about
/// its edges, its triangles moved to either side. For the eye only: balls and tubes have flat
/// sides, inside of the shape by at most 2 % of its rounding, and reach into one another. Cores of
/// more than kShownCore triangles are shown as they are.
TriangleMesh shown_mesh(const Shape& shape);
inline constexpr std::size_t kShownCore = 2000;

/// The scene with half-spaces as squares that reach as far as the other bodies get.
Scene shown_scene(const Scene& scene);

/// Diagonal of the shape's box, rounding included.
double shown_diagonal(const Shape& shape);

}  // namespace graze::io
