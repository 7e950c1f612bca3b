// SPDX-License-Identifier: MIT
// Question   How far from a frame's origin do the points of a body get?                        [G3]
// Source     Swept boxes of both; a turn of the frame changes no distance from its origin.
// Guarantee  An upper bound at every instant of the span, rounding included.
// Changed    -
#include "graze/scene/reach.h"

#include <algorithm>

#include "graze/motion/swept_bounds.h"

namespace graze {
namespace {
constexpr double kMore = 1.0 + 0x1p-40;  // more than the sums here round

Box box_of(const Aabb& bounds) {
  return {bounds.centre(), Mat3::Identity(),
          0.5 * kMore * bounds.size() + 0x1p-40 * bounds.centre().cwiseAbs()};
}
}  // namespace

Aabb mesh_bounds(const Shape& shape, const Deformation& deformation, const Interval& span) {
  return deformation.is_none() ? shape.mesh().bounds() : deformation.bounds_during(span);
}

double farthest_point(const Motion& frame_from_first, const Aabb& box_other,
                      const Motion& frame_from_other, const Interval& span) {
  if (box_other.is_empty()) return 0.0;
  const Aabb origin = swept_bounds(frame_from_first, span, {});
  const Aabb points = swept_bounds(frame_from_other, span, box_of(box_other));
  const Vec3 most = (points.hi - origin.lo).cwiseAbs().cwiseMax((points.lo - origin.hi).cwiseAbs());
  return kMore * most.norm();
}

double farthest_of_others(const Scene& scene, std::span<const Motion> world_motions, BodyId first,
                          const Interval& span) {
  double farthest = 0.0;
  for (std::size_t k = 0; k < scene.bodies.size(); ++k) {
    const Body& other = scene.bodies[k];
    if (other.shape.is_unbounded()) continue;
    const double here =
        farthest_point(world_motions[first.index()],
                       mesh_bounds(other.shape, other.deformation, span), world_motions[k], span);
    farthest = std::max(farthest, here + other.growth());
  }
  return farthest;
}

std::vector<Shape> shapes_during(const Scene& scene, const Interval& span) {
  std::vector<Shape> shapes;
  for (const Body& body : scene.bodies) shapes.push_back(body.shape);
  if (std::ranges::none_of(shapes, &Shape::is_unbounded)) return shapes;
  const std::vector<Motion> motions = world_motions(scene);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (shapes[i].is_unbounded())
      shapes[i] = shapes[i].reaching(2.0 * farthest_of_others(scene, motions, BodyId(i), span));
  }
  return shapes;
}

}  // namespace graze
