// SPDX-License-Identifier: MIT
// Question   Which oriented box with a small surface surely contains these triangles?          [C3]
// Source     Gottschalk, Lin, Manocha 1996 (area-weighted principal axes); frames from extreme
//            points after Larsson and Kallberg 2011 (DiTO).
// Guarantee  Every corner is in the real set { centre + axes s : |s_k| <= half_size_k }.
// Changed    Several frames compete by surface; half sizes cover all rounding (below).
#include "spatial/obb_fit.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "graze/spatial/obb_tree.h"
#include "spatial/frame.h"
#include "spatial/frame_extents.h"

namespace graze {
namespace {
constexpr std::size_t kPointSample = 40;  // triangles that frames are found and compared on
constexpr std::size_t kFewTriangles = 4;  // up to here each triangle gives frames of its own
constexpr std::size_t kLanes = 4;

/// Points relative to a reference, coordinate by coordinate, padded by copies of the first to whole
/// groups of lanes.
struct SamplePoints {
  alignas(32) std::array<std::array<double, 3 * kPointSample + kLanes>, 3> at;
  std::size_t triangles = 0;  // points 3k, 3k + 1, 3k + 2 are one
  std::size_t count = 0;      // of points, with padding

  SamplePoints(std::span<const BuildTriangle> all, const Vec3& reference) {
    const std::size_t stride = (all.size() + kPointSample - 1) / kPointSample;
    for (std::size_t i = 0; i < all.size(); i += stride, ++triangles) {
      for (const Vec3& corner : all[i].corners) add(corner - reference);
    }
    while (count % kLanes != 0) add(point(0));
  }
  void add(const Vec3& p) {
    for (std::size_t k = 0; k < 3; ++k) at[k][count] = p[static_cast<int>(k)];
    ++count;
  }
  Vec3 point(std::size_t i) const { return {at[0][i], at[1][i], at[2][i]}; }
  PointColumns columns() const { return {{at[0].data(), at[1].data(), at[2].data()}, count}; }
};

/// Keeps the frame in which the sample's box has the least surface. Candidates may be orthonormal
/// to a few digits only; the winner is made so to rounding, or the first frame stands.
class BestFrame {
 public:
  BestFrame(const SamplePoints& points, const Mat3& first)
      : points_(points), first_(first), axes_(first), surface_(surface_in(first)) {}
  void consider(const Mat3& axes) {
    const double surface = surface_in(axes);
    if (!(surface < surface_)) return;  // also refuses NaN
    surface_ = surface;
    axes_ = axes;
  }
  Mat3 axes() const { return frame_along(axes_.col(0), axes_.col(1)).value_or(first_); }

 private:
  double surface_in(const Mat3& axes) const {
    double size[3];
    frame_extents().extents(points_.columns(), axes.data(), size);
    return size[0] * size[1] + size[1] * size[2] + size[2] * size[0];
  }

  const SamplePoints& points_;
  Mat3 first_;
  Mat3 axes_;
  double surface_;
};

/// A symmetric matrix as xx, xy, xz, yy, yz, zz, and a vector, summed with weights.
struct Moments {
  double square[6] = {};
  Vec3 sum = Vec3::Zero();
  double weight = 0.0;

  void add(double w, const Vec3& p) {
    square[0] += w * p.x() * p.x();
    square[1] += w * p.x() * p.y();
    square[2] += w * p.x() * p.z();
    square[3] += w * p.y() * p.y();
    square[4] += w * p.y() * p.z();
    square[5] += w * p.z() * p.z();
    sum += w * p;
    weight += w;
  }
  Mat3 covariance() const {
    Mat3 m;
    m << square[0], square[1], square[2], square[1], square[3], square[4], square[2], square[4],
        square[5];
    return m - sum * sum.transpose() / weight;
  }
};

/// Second moments of the surface about its mean (Gottschalk): for a triangle of area a they are
/// those of its corners with weight a / 12 each and of its centroid with 9 a / 12. Of the corners
/// alone if there is no area.
Mat3 covariance(const SamplePoints& points) {
  Moments surface;
  Moments corners;
  for (std::size_t i = 0; i < 3 * points.triangles; i += 3) {
    const Vec3 p = points.point(i);
    const Vec3 q = points.point(i + 1);
    const Vec3 r = points.point(i + 2);
    const double area = (q - p).cross(r - p).norm();
    for (const Vec3& corner : {p, q, r}) surface.add(area / 12.0, corner);
    surface.add(0.75 * area, (p + q + r) / 3.0);
  }
  if (surface.weight > 0.0) return surface.covariance();
  for (std::size_t i = 0; i < 3 * points.triangles; ++i) corners.add(1.0, points.point(i));
  return corners.covariance();
}

/// The pair of sample points that is farthest apart along one of seven directions.
std::pair<Vec3, Vec3> farthest_pair(const SamplePoints& points) {
  static const Vec3 kDirections[] = {{1, 0, 0},  {0, 1, 0},  {0, 0, 1},  {1, 1, 1},
                                     {1, 1, -1}, {1, -1, 1}, {1, -1, -1}};
  std::pair<Vec3, Vec3> best{points.point(0), points.point(0)};
  double best_sq = -1.0;
  for (const Vec3& direction : kDirections) {
    std::size_t low = 0;
    std::size_t high = 0;
    double low_value = 1e300;
    double high_value = -1e300;
    for (std::size_t i = 0; i < points.count; ++i) {
      const double y = points.at[0][i] * direction.x() + points.at[1][i] * direction.y() +
                       points.at[2][i] * direction.z();
      if (y < low_value) low_value = y, low = i;
      if (y > high_value) high_value = y, high = i;
    }
    const double sq = (points.point(low) - points.point(high)).squaredNorm();
    if (sq <= best_sq) continue;
    best_sq = sq;
    best = {points.point(low), points.point(high)};
  }
  return best;
}

Vec3 farthest_from_line(const SamplePoints& points, const Vec3& on_line, const Vec3& direction) {
  Vec3 best = points.point(0);
  double best_sq = -1.0;
  for (std::size_t i = 0; i < points.count; ++i) {
    const double sq = (points.point(i) - on_line).cross(direction).squaredNorm();
    if (sq > best_sq) best_sq = sq, best = points.point(i);
  }
  return best;
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

void consider_extremes(BestFrame& best, const SamplePoints& points) {
  const auto [p, q] = farthest_pair(points);
  consider_triangle(best, p, q, farthest_from_line(points, p, q - p));
}

Mat3 choose_axes(std::span<const BuildTriangle> triangles, const Mat3& parent_axes) {
  const Vec3 reference = triangles.front().corners[0];
  const SamplePoints points(triangles, reference);
  BestFrame best(points, parent_axes);
  if (triangles.size() > kFewTriangles) {
    best.consider(principal_axes(covariance(points)));
    consider_extremes(best, points);
    return best.axes();
  }
  for (const BuildTriangle& t : triangles) {
    consider_triangle(best, t.corners[0], t.corners[1], t.corners[2]);
  }
  return best.axes();
}

CornerRows rows_of(std::span<const BuildTriangle> triangles) {
  constexpr std::size_t kStride = sizeof(BuildTriangle) / sizeof(double);
  static_assert(sizeof(BuildTriangle) == kStride * sizeof(double));
  return {triangles.front().corners[0].data(), triangles.size(), kStride};
}

// Rounding. Let y = axes' (p - r) for a reference corner r, u the unit of rounding, A = axes with
// A'A = I + E, |E| <= 36u (is_orthonormal), R >= |p - r|. The differences p - r carry a relative u
// each and the three-term products at most 3u more: the computed y is within 8uR of A'(p - r), and
// inv(A)(p - r) = inv(I + E) A'(p - r) is within 37uR of A'(p - r). The centre is r + A m rounded,
// off by e <= 8u(|r| + R); so the true s = inv(A)(p - centre) is within 45uR + 1.1e of y - m, where
// |y - m| <= h. Twice that is added, so that surely_contains, which repeats the computation about
// the centre with its own rounding, accepts every corner as well.
Box box_along(std::span<const BuildTriangle> triangles, const Mat3& axes) {
  const Vec3 reference = triangles.front().corners[0];
  Vec3 lo;
  Vec3 hi;
  frame_extents().bounds(rows_of(triangles), reference.data(), axes.data(), lo.data(), hi.data());
  const Vec3 middle = 0.5 * (lo + hi);
  const double reach = lo.cwiseAbs().cwiseMax(hi.cwiseAbs()).sum();  // >= |p - r| up to rounding
  const double slack = kRounding * (128.0 * reach + 24.0 * reference.cwiseAbs().sum()) + 1e-290;
  Box box;
  box.centre = reference + axes * middle;
  box.axes = axes;
  box.half_size = (hi - middle).cwiseMax(middle - lo) + Vec3::Constant(slack);
  return box;
}
}  // namespace

std::vector<BuildTriangle> build_triangles(const TriangleMesh& mesh) {
  std::vector<BuildTriangle> triangles(mesh.triangles().size());
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const auto corners = mesh.corners(i);
    for (std::size_t k = 0; k < 3; ++k) triangles[i].corners[k] = corners[k];
    triangles[i].id = static_cast<std::uint32_t>(i);
  }
  return triangles;
}

Box fit_box(std::span<const BuildTriangle> triangles, const Mat3& parent_axes) {
  return box_along(triangles, choose_axes(triangles, parent_axes));
}

// All boxes with a side along an edge have the same surface: twice the triangle's. Along the
// longest edge none is longer than it must.
Box fit_box(const BuildTriangle& triangle) {
  const auto& [p, q, r] = triangle.corners;
  const Vec3 edges[] = {q - p, r - q, p - r};
  int longest = 0;
  for (int k = 1; k < 3; ++k) {
    if (edges[k].squaredNorm() > edges[longest].squaredNorm()) longest = k;
  }
  const Vec3& along = edges[longest];
  const Vec3& other = edges[(longest + 1) % 3];
  Mat3 axes;
  axes.col(0) = along / std::sqrt(along.squaredNorm());
  axes.col(1) = along.cross(other);
  axes.col(1) /= std::sqrt(axes.col(1).squaredNorm());
  axes.col(2) = axes.col(0).cross(axes.col(1));
  const std::span<const BuildTriangle> only(&triangle, 1);
  if (is_orthonormal(axes)) return box_along(only, axes);  // false for NaN
  const Mat3 fallback = frame_along(along, along.unitOrthogonal()).value_or(Mat3::Identity());
  return box_along(only, frame_along(along, other).value_or(fallback));
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
