// SPDX-License-Identifier: MIT
// Question   Which box along these axes surely contains these triangles?                       [C3]
// Source     -
// Guarantee  Every corner is in the real set { centre + axes s : |s_k| <= half_size_k }.
// Changed    Half sizes cover all rounding (below).
#include "spatial/obb_fit.h"

#include "graze/spatial/obb_tree.h"
#include "spatial/choose_frame.h"
#include "spatial/frame.h"

namespace graze {
// Rounding. Let y = axes' (p - r) for a reference corner r, u the unit of rounding, A = axes with
// A'A = I + E, |E| <= 36u (is_orthonormal), R >= |p - r|. The differences p - r carry a relative u
// each and the three-term products at most 3u more: the computed y is within 8uR of A'(p - r), and
// inv(A)(p - r) = inv(I + E) A'(p - r) is within 37uR of A'(p - r). The centre is r + A m rounded,
// off by e <= 8u(|r| + R); so the true s = inv(A)(p - centre) is within 45uR + 1.1e of y - m, where
// |y - m| <= h. Twice that is added, so that surely_contains, which repeats the computation about
// the centre with its own rounding, accepts every corner as well.
Box fit_box_along(std::span<const BuildTriangle> triangles, const Mat3& axes) {
  const Vec3 reference = triangles.front().corners[0];
  Vec3 lo;
  Vec3 hi;
  sample_kernels().bounds(rows_of(triangles), reference.data(), axes.data(), lo.data(), hi.data());
  const Vec3 middle = 0.5 * (lo + hi);
  const double reach = lo.cwiseAbs().cwiseMax(hi.cwiseAbs()).sum();  // >= |p - r| up to rounding
  const double slack = kRounding * (128.0 * reach + 24.0 * reference.cwiseAbs().sum()) + 1e-290;
  Box box;
  box.centre = reference + axes * middle;
  box.axes = axes;
  box.half_size = (hi - middle).cwiseMax(middle - lo) + Vec3::Constant(slack);
  return box;
}

Box fit_box(std::span<const BuildTriangle> triangles, double scale, const Mat3& parent_axes) {
  return fit_box_along(triangles, triangles.size() == 1
                                      ? frame_of_triangle(triangles.front(), parent_axes)
                                      : choose_frame(NodeSample(triangles, scale), parent_axes));
}

// |computed y - inv(A)(p - centre)| <= 45u |p - centre|, as above; |p - centre| <= the sum of its
// coordinates' absolute values.
bool surely_contains(const Box& box, const Vec3& p) {
  const Vec3 offset = p - box.centre;
  const Vec3 y = box.axes.transpose() * offset;
  const double error = 46.0 * kRounding * offset.cwiseAbs().sum() + 1e-300;
  return ((y.cwiseAbs() + Vec3::Constant(error)).array() <= box.half_size.array()).all() &&
         is_orthonormal(box.axes);
}

double surface_of(const Box& box) {
  const Vec3& h = box.half_size;
  return 8.0 * (h.x() * h.y() + h.y() * h.z() + h.z() * h.x());
}

}  // namespace graze
