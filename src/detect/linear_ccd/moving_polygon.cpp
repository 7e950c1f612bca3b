// SPDX-License-Identifier: MIT
// Question   Which polygon meets the origin exactly when the two moving things touch?         [C5]
// Source     Minkowski difference; see docs/methods/linear_ccd.md.
// Guarantee  dot_error bounds every later rounding in n . c_k(t); derivation below.
// Changed    -
#include "detect/linear_ccd/moving_polygon.h"

#include <algorithm>
#include <cmath>

namespace graze::linear_ccd {
namespace {
Corners difference_corners(LinearKind kind, const std::array<Vec3, 4>& p) {
  Corners corners;
  if (kind == LinearKind::kVertexFace) {
    corners.set(0, p[1] - p[0]);
    corners.set(1, p[2] - p[0]);
    corners.set(2, p[3] - p[0]);
    corners.set(3, p[3] - p[0]);
  } else {
    corners.set(0, p[2] - p[0]);
    corners.set(1, p[3] - p[0]);
    corners.set(2, p[3] - p[1]);
    corners.set(3, p[2] - p[1]);
  }
  return corners;
}

void set_edges(LinearKind kind, const std::array<Vec3, 4>& p, Vec3* edges) {
  const bool triangle = kind == LinearKind::kVertexFace;
  edges[0] = triangle ? Vec3(p[2] - p[1]) : Vec3(p[3] - p[2]);
  edges[1] = triangle ? Vec3(p[3] - p[1]) : Vec3(p[0] - p[1]);
}

double largest(const Corners& corners) {
  double size = 0.0;
  for (int k = 0; k < 4; ++k) {
    size =
        std::max({size, std::fabs(corners.x[k]), std::fabs(corners.y[k]), std::fabs(corners.z[k])});
  }
  return size;
}
}  // namespace

// Rounding of n . c_k(t), with u = 2^-53 and W = size: the difference costs u W, s = 1 - t one u,
// each product one, the sum one: 4u W a coordinate (s + t = 1). The dot product adds 3u W |n|_1,
// so 7u W |n|_1 (1 + 8u) in all, and |n|_1 <= sqrt(3) |n| < 1.74: less than 12.3u W. We take 16.
// An uncertain corner moves by `uncertainty` a coordinate: 1.74 of it in the dot product.
MovingPolygon difference_polygon(const LinearQuery& query) {
  MovingPolygon polygon;
  polygon.is_triangle = query.kind == LinearKind::kVertexFace;
  polygon.start = difference_corners(query.kind, query.start);
  polygon.end = difference_corners(query.kind, query.end);
  set_edges(query.kind, query.start, polygon.edge_start);
  set_edges(query.kind, query.end, polygon.edge_end);
  polygon.size = std::max(largest(polygon.start), largest(polygon.end));
  polygon.uncertainty = 2.0 * query.uncertainty;
  constexpr double kUnderflow = 1e-300;  // products below the normal range
  polygon.dot_error = 16.0 * kRoundoff * polygon.size + 2.0 * polygon.uncertainty + kUnderflow;
  return polygon;
}

}  // namespace graze::linear_ccd
