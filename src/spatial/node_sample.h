// SPDX-License-Identifier: MIT
// What building looks at of a node's triangles: all of a small node, some of a large one, in
// floats.                                                                                      [C3]
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "graze/geometry/aabb.h"
#include "spatial/sample_kernels.h"

namespace graze {

/// A triangle as building sees it: corners beside each other, so that passes stream.
struct BuildTriangle {
  Vec3 corners[3];
  double id = 0.0;  ///< a whole number; a double because kernels load four at a time

  Vec3 centroid_times_3() const { return corners[0] + corners[1] + corners[2]; }
};

/// As kernels take them; not empty.
CornerRows rows_of(std::span<const BuildTriangle> triangles);

/// What coordinates are multiplied by: floats then neither overflow nor, as a rule, vanish.
double sample_scale(const Aabb& bounds);

/// Every stride-th triangle, relative to the first corner of all and scaled. Frames and planes are
/// chosen on these; boxes are fitted to the doubles.
struct NodeSample : SampleTriangles {
  NodeSample(std::span<const BuildTriangle> all, double scaled_by);

  std::span<const BuildTriangle> triangles;
  std::size_t stride;
  double scale;

  bool is_all() const { return stride == 1; }
  /// In doubles; `index` is 3 * triangle + corner, as kernels return it.
  Vec3 point(std::size_t index) const {
    if (index >= 3 * count) return Vec3::Zero();
    return (triangles[index / 3 * stride].corners[index % 3] - triangles[0].corners[0]) * scale;
  }
};

}  // namespace graze
