// SPDX-License-Identifier: MIT
#include "spatial/node_sample.h"

#include <cstring>

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
  const std::size_t wanted = (all.size() + stride - 1) / stride;
  padded = (wanted + kLanes - 1) / kLanes * kLanes;
  for (auto& corner : at) {  // the last group, before its lanes are filled
    for (auto& coordinate : corner)
      std::memset(coordinate + padded - kLanes, 0, kLanes * sizeof(float));
  }
  const Vec3& reference = triangles.front().corners[0];
  sample_kernels().gather(rows_of(triangles), stride, reference.data(), scale, *this);
}

}  // namespace graze
