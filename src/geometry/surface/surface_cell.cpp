// SPDX-License-Identifier: MIT
#include "graze/geometry/surface_cell.h"

#include <algorithm>

#include "geometry/surface/rounded.h"

namespace graze {

// A bilinear patch is within a quarter of its twist of either pair of triangles.
double deviation(const SurfaceCell& cell) {
  if (cell.count != 4) return cell.slack;
  const auto& c = cell.corners;
  const IntervalVec3 twist = (IntervalVec3(c[0]) - c[1]) + (IntervalVec3(c[3]) - c[2]);
  return round_up_sum(cell.slack + round_up(0.25 * surface::longest(twist)));
}

double extent(const SurfaceCell& cell) {
  Vec3 middle = Vec3::Zero();
  for (int k = 0; k < cell.count; ++k) middle += cell.corners[static_cast<std::size_t>(k)];
  middle /= std::max(1, cell.count);
  double radius = 0.0;
  for (int k = 0; k < cell.count; ++k) {
    radius = std::max(radius, (cell.corners[static_cast<std::size_t>(k)] - middle).norm());
  }
  return round_up(radius * (1.0 + 0x1p-48));
}

}  // namespace graze
