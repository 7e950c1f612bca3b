// SPDX-License-Identifier: MIT
// How far bodies get, for shapes without bounds: a half-space is replaced by a box that reaches
// farther than everything that may meet it.                                                    [G3]
#pragma once
#include <graze/scene/scene.h>

namespace graze {

/// Contains the body's mesh in the body frame at every instant of the span, however it deforms.
Aabb mesh_bounds(const Shape& shape, const Deformation& deformation, const Interval& span);

/// No point of the other's box is ever farther from the origin of `frame_from_first` during the
/// span.
double farthest_point(const Motion& frame_from_first, const Aabb& box_other,
                      const Motion& frame_from_other, const Interval& span);

/// The same for all other bodies of a scene that have bounds, with all that they are grown by.
double farthest_of_others(const Scene& scene, std::span<const Motion> world_motions, BodyId first,
                          const Interval& span);

/// Every body's shape as all others see it during the span; only half-spaces change.
std::vector<Shape> shapes_during(const Scene& scene, const Interval& span);

}  // namespace graze
