// SPDX-License-Identifier: MIT
#include "graze/spatial/swept_pose.h"

#include "spatial/octree/rounding_margin.h"

namespace graze {
namespace {
Vec3 corner(const Aabb& box, int k) {
  return {k & 1 ? box.hi.x() : box.lo.x(), k & 2 ? box.hi.y() : box.lo.y(),
          k & 4 ? box.hi.z() : box.lo.z()};
}

void add_placed(Aabb& bounds, const Pose& pose, const Aabb& box) {
  const Vec3 centre = pose * box.centre();
  const Vec3 reach = pose.rotation.cwiseAbs() * (0.5 * box.size());
  bounds.add(centre - reach);
  bounds.add(centre + reach);
}
}  // namespace

double SweptPose::bulge_of(const Aabb& box_body) const {
  double arm = 0.0;
  for (int k = 0; k < 8; ++k) arm = std::max(arm, (corner(box_body, k) - reference).norm());
  return bulge + bulge_per_length * arm;
}

Aabb bounds_during(const SweptPose& sweep, const Aabb& box_body, double margin) {
  Aabb bounds;
  if (box_body.is_empty()) return bounds;
  add_placed(bounds, sweep.begin, box_body);
  add_placed(bounds, sweep.end, box_body);
  const double size = bounds.lo.cwiseAbs().cwiseMax(bounds.hi.cwiseAbs()).maxCoeff() +
                      box_body.lo.cwiseAbs().cwiseMax(box_body.hi.cwiseAbs()).maxCoeff();
  const double reach = sweep.bulge_of(box_body) + margin + octree::rounding_margin(size);
  bounds.lo.array() -= reach;
  bounds.hi.array() += reach;
  return bounds;
}

}  // namespace graze
