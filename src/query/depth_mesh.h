// SPDX-License-Identifier: MIT
// Which closed mesh a shape's depth images are drawn from.                                    [V1]
#pragma once
#include <optional>

#include "graze/scene/scene.h"

namespace graze::query {

/// A sphere and a capsule as 20,000 triangles, 0.1 % of their volume too small; any other shape as
/// its mesh. None for a mesh with a rounding, which depth images cannot show.
std::optional<TriangleMesh> depth_mesh(const Shape& shape);

}  // namespace graze::query
