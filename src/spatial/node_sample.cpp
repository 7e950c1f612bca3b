// SPDX-License-Identifier: MIT
#include "spatial/node_sample.h"

#include <algorithm>

namespace graze {
CornerRows rows_of(std::span<const BuildTriangle> triangles) {
  constexpr std::size_t kStride = sizeof(BuildTriangle) / sizeof(double);
  static_assert(sizeof(BuildTriangle) == kStride * sizeof(double));
  return {triangles.front().corners[0].data(), triangles.size(), kStride};
}

double sample_scale(const Aabb& bounds) {
  const double size = bounds.diagonal();
  return size > 1e-280 ? 1.0 / size : 1.0;
}

NodeSample::NodeSample(std::span<const BuildTriangle> all, double scaled_by)
    : triangles(all), stride((all.size() + kMost - 1) / kMost), scale(scaled_by) {
  const Vec3& reference = triangles.front().corners[0];
  sample_kernels().gather(rows_of(triangles), stride, reference.data(), scale, *this);
  padded = (count + kLanes - 1) / kLanes * kLanes;
  for (std::size_t c = 0; c < 3; ++c) {
    for (std::size_t k = 0; k < 3; ++k) std::fill(at[c][k] + count, at[c][k] + padded, 0.0f);
  }
}

}  // namespace graze
