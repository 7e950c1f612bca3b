// SPDX-License-Identifier: MIT
// Question   Along which axes is the box of these triangles smallest?                         [C3]
// Source     Gottschalk, Lin, Manocha 1996 (area-weighted principal axes); frames from extreme
//            points after Larsson and Kallberg 2011 (DiTO).
// Guarantee  The result is orthonormal up to rounding; how good it is is not proved.
// Changed    Several frames compete by the surface of a sample's box.
#include "spatial/choose_frame.h"

#include <array>
#include <cmath>

#include "spatial/frame.h"

namespace graze {
namespace {

using Narrow = std::array<float, 9>;
Narrow narrow(const Mat3& axes) {
  Narrow narrow;
  for (std::size_t k = 0; k < 9; ++k) narrow[k] = static_cast<float>(axes.data()[k]);
  return narrow;
}

/// Keeps the frame in which the sample's box has the least surface. Candidates may be orthonormal
/// to a few digits only; the winner is made so to rounding, or the first frame stands.
class BestFrame {
 public:
  BestFrame(const SampleTriangles& sample, const Mat3& first)
      : sample_(sample), first_(first), axes_(first), surface_(surface_in(first)) {}
  void consider(const Mat3& axes) {
    const float surface = surface_in(axes);
    if (!(surface < surface_)) return;  // also refuses NaN
    surface_ = surface;
    axes_ = axes;
    is_first_ = false;
  }
  Mat3 axes() const {
    return is_first_ ? first_ : frame_along(axes_.col(0), axes_.col(1)).value_or(first_);
  }

 private:
  float surface_in(const Mat3& axes) const {
    float size[3];
    sample_kernels().extents(sample_, narrow(axes).data(), size);
    return size[0] * size[1] + size[1] * size[2] + size[2] * size[0];
  }

  const SampleTriangles& sample_;
  const Mat3& first_;
  Mat3 axes_;
  float surface_;
  bool is_first_ = true;
};

/// Second moments of the surface about its mean, of the corners alone if there is no area.
Mat3 covariance(const SampleTriangles& sample) {
  SampleMoments sums;
  sample_kernels().moments(sample, false, sums);
  if (!(sums.weight > 0.0f)) sample_kernels().moments(sample, true, sums);
  const Vec3 first(sums.first[0], sums.first[1], sums.first[2]);
  Mat3 m;
  m << sums.second[0], sums.second[1], sums.second[2], sums.second[1], sums.second[3],
      sums.second[4], sums.second[2], sums.second[4], sums.second[5];
  return m - first * first.transpose() / static_cast<double>(sums.weight);
}

/// Frames with one axis along an edge of the triangle and one along its normal.
void consider_triangle(BestFrame& best, const Vec3& p, const Vec3& q, const Vec3& r) {
  const Vec3 edges[] = {q - p, r - q, p - r};
  const Vec3 normal = edges[0].cross(edges[1]);
  const double length = normal.norm();
  if (!(length > 1e-290)) return;
  for (const Vec3& edge : edges) {
    Mat3 axes;
    axes.col(0) = edge / edge.norm();
    axes.col(1) = normal / length;
    axes.col(2) = axes.col(0).cross(axes.col(1));
    best.consider(axes);
  }
}

void consider_extremes(BestFrame& best, const NodeSample& sample) {
  std::size_t ends[2] = {0, 0};
  sample_kernels().farthest_pair(sample, ends);
  const Vec3 p = sample.point(ends[0]), q = sample.point(ends[1]);
  const Eigen::Vector3f on = p.cast<float>(), along = (q - p).cast<float>();
  const std::size_t third = sample_kernels().farthest_from_line(sample, on.data(), along.data());
  consider_triangle(best, p, q, sample.point(third));
}

/// Of few triangles: along an edge of one of them and its normal.
Mat3 best_edge_frame(const NodeSample& sample, const Mat3& parent_axes) {
  const std::size_t best = sample_kernels().best_edge(sample, narrow(parent_axes).data());
  if (best == 0) return parent_axes;
  const std::size_t first = (best - 1) / 3 * 3, corner = (best - 1) % 3;
  const Vec3 p = sample.point(first + corner);
  const Vec3 edge = sample.point(first + (corner + 1) % 3) - p;
  const Vec3 other = sample.point(first + (corner + 2) % 3) - p;
  return frame_across(edge, edge.cross(other)).value_or(parent_axes);
}
}  // namespace

Mat3 choose_frame(const NodeSample& sample, const Mat3& parent_axes) {
  if (sample.count <= SampleTriangles::kFewestFrames) return best_edge_frame(sample, parent_axes);
  BestFrame best(sample, parent_axes);
  best.consider(principal_axes(covariance(sample)));
  consider_extremes(best, sample);
  return best.axes();
}

// All three edges of an acute triangle give a box of twice its area. The one that lies best along
// the parent's axes then overlaps the boxes of its neighbours least: 5 % of the tests of triangles.
Mat3 frame_of_triangle(const BuildTriangle& triangle, const Mat3& parent_axes) {
  constexpr double kMoreArea = 0.05;
  const auto& [p, q, r] = triangle.corners;
  const Vec3 edges[] = {q - p, r - q, p - r};
  const Vec3 normal = edges[0].cross(edges[1]);
  const Vec3* best = nullptr;
  double best_alignment = -1e300;
  for (int k = 0; k < 3; ++k) {
    const Vec3& edge = edges[k];
    const double length_sq = edge.squaredNorm();
    const double foot = -edge.dot(edges[(k + 2) % 3]);  // of the altitude, times the edge's length
    const double outside = std::max(-foot, foot - length_sq);
    const bool is_small = outside <= kMoreArea * length_sq;
    const double alignment =
        is_small ? (parent_axes.transpose() * edge).cwiseAbs2().maxCoeff() / length_sq
                 : -outside / length_sq;
    if (alignment > best_alignment) best_alignment = alignment, best = &edge;
  }
  if (best == nullptr) return parent_axes;
  return frame_across(*best, normal).value_or(parent_axes);
}

}  // namespace graze
