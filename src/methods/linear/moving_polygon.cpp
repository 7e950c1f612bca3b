// SPDX-License-Identifier: MIT
// Question   Which polygon meets the origin exactly when the two moving things touch?         [C5]
// Source     Minkowski difference; see docs/methods/linear.md.
// Guarantee  dot_error bounds every later rounding in n . c_k(t); derivation below.
// Changed    -
#include "methods/linear/moving_polygon.h"

#include <algorithm>

namespace graze::linear {
namespace {
/// Points whose difference is corner k: {subtracted, minuend}.
constexpr int kTriangleCorners[4][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 3}};
constexpr int kParallelogramCorners[4][2] = {{0, 2}, {0, 3}, {1, 3}, {1, 2}};

template <typename Real>
Corners<Real> difference_corners(bool is_triangle, const std::array<Vec3, 4>& p) {
  const auto& table = is_triangle ? kTriangleCorners : kParallelogramCorners;
  Corners<Real> corners;
  for (int k = 0; k < 4; ++k) corners.set(k, difference<Real>(p[table[k][1]], p[table[k][0]]));
  return corners;
}

template <typename Real>
void set_edges(bool is_triangle, const std::array<Vec3, 4>& p, Vector<Real>* edges) {
  edges[0] = is_triangle ? difference<Real>(p[2], p[1]) : difference<Real>(p[3], p[2]);
  edges[1] = is_triangle ? difference<Real>(p[3], p[1]) : difference<Real>(p[0], p[1]);
}

template <typename Real>
double largest(const Corners<Real>& corners) {
  double size = 0.0;
  for (int k = 0; k < 4; ++k) size = std::max(size, largest_coordinate(corners.at(k)));
  return size;
}
}  // namespace

// Rounding of n . c_k(t), with W = size: the difference costs u W, s = 1 - t one u, each product
// one, the sum one: 4u W a coordinate (s + t = 1). The dot product adds 3u W |n|_1, so
// 7u W |n|_1 (1 + 8u) in all. |n|_1 <= sqrt(3) |n|, so 12.2u W for a unit n; 16 leaves room for a
// length of 1.2, and for one rounding when the error is subtracted from the dot product. An
// uncertain corner moves by `uncertainty` a coordinate: 1.74 of it in the dot product.
template <typename Real>
MovingPolygon<Real> difference_polygon(const LinearQuery& query) {
  MovingPolygon<Real> polygon;
  polygon.is_triangle = query.kind == LinearKind::kVertexFace;
  polygon.start = difference_corners<Real>(polygon.is_triangle, query.start);
  polygon.end = difference_corners<Real>(polygon.is_triangle, query.end);
  set_edges(polygon.is_triangle, query.start, polygon.edge_start);
  set_edges(polygon.is_triangle, query.end, polygon.edge_end);
  polygon.size = std::max(largest(polygon.start), largest(polygon.end));
  polygon.uncertainty = 2.0 * query.uncertainty;
  constexpr double kUnderflow = 1e-200;  // more than products below the normal range can lose
  polygon.dot_error =
      16.0 * kRoundoff<Real> * polygon.size + 2.0 * polygon.uncertainty + kUnderflow;
  return polygon;
}

template MovingPolygon<double> difference_polygon(const LinearQuery&);
template MovingPolygon<DoubleDouble> difference_polygon(const LinearQuery&);

}  // namespace graze::linear
