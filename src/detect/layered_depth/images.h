// SPDX-License-Identifier: MIT
// What DepthImages keeps: three views, each with its triangles, layers and contacts.        [V1]
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "graze/detect/layered_depth.h"

namespace graze::layered_depth {

using View = DepthImages::View;

/// A triangle in the frame of the images.
struct FrameTriangle {
  std::array<Vec3, 3> corners;
  std::uint32_t id = 0;  ///< in its mesh
};
using Candidates = std::vector<FrameTriangle>;

/// Which part of a body's column is complete, so that counting can begin somewhere.
struct BodyInView {
  double keep_lo = 0.0, keep_hi = 0.0;  ///< every crossing between these is among the fragments
  bool is_complete_below = true;  ///< no crossing is missing below keep_lo; else: above keep_hi
  bool is_outside_solid = false;
  const Candidates* candidates = nullptr;
};

/// A triangle that shows in a view: its plane over the pixels, and who it is.
struct TriangleRecord {
  double x0, y0, z0;  ///< corner 0: pixels, pixels, depth
  double gx, gy;      ///< depth per pixel
  double lo, hi;      ///< depths of the corners: no pixel is outside, sliver or not
  double w1x, w1y;    ///< barycentric coordinate of corner 1, per pixel; it is 0 in corner 0
  double w2x, w2y;    ///< of corner 2
  std::uint32_t body;
  std::uint32_t candidate;  ///< place in the body's candidates
  bool is_entering;
};

/// Sixteen bytes that a column is sorted by.
struct PackedFragment {
  double depth;
  std::uint32_t order;  ///< entering bit, then the place of the triangle record
  std::uint32_t body;

  static constexpr std::uint32_t kEntering = 0x80000000u;
  bool is_entering() const { return (order & kEntering) != 0; }
  std::uint32_t record() const { return order & ~kEntering; }
  /// At equal depth leaving comes first: bodies that touch do not overlap. Then the body, then the
  /// triangle.
  std::uint64_t rank() const {
    return std::uint64_t{order & kEntering} << 32 | std::uint64_t{body} << 31 | record();
  }
  friend bool operator<(const PackedFragment& a, const PackedFragment& b) {
    return a.depth != b.depth ? a.depth < b.depth : a.rank() < b.rank();
  }
};

using BodyPair = std::pair<std::uint32_t, std::uint32_t>;

/// Pixels of one row that a triangle covers.
struct PixelSpan {
  std::uint32_t record;
  std::int32_t row, first, count;
};

/// One direction.
struct ViewImages {
  View view;
  std::vector<BodyInView> bodies;
  bool only_common_columns = false;  ///< of two bodies: columns that cross one are left empty
  std::vector<TriangleRecord> records;
  std::vector<std::uint32_t> start;  ///< of each column in `fragments`, and the end
  std::vector<std::uint32_t> next;   ///< of each column: the end of what counts
  std::vector<PackedFragment> fragments;
  std::vector<DepthContact> contacts;
  std::vector<BodyPair> pairs;  ///< that DepthContact::pair counts
  std::vector<OddColumn> odd_columns;
  std::size_t odd_column_count = 0;
  std::uint64_t layers = 0;          ///< most in a column
  std::uint64_t fragment_count = 0;  ///< that count

  // Memory that is kept from image to image.
  std::vector<PixelSpan> spans;
  std::size_t stencil_spans = 0;  ///< spans of the body that is drawn first

  std::size_t column_count() const {
    return static_cast<std::size_t>(view.columns) * static_cast<std::size_t>(view.rows);
  }
  /// Those that count.
  std::span<PackedFragment> column(std::size_t c) {
    return {fragments.data() + start[c], fragments.data() + next[c]};
  }
  std::span<const PackedFragment> column(std::size_t c) const {
    return {fragments.data() + start[c], fragments.data() + next[c]};
  }
};

inline constexpr std::size_t kShownColumns = 8;

/// Depth of a triangle's plane in the middle of a pixel.
inline double depth_at(const TriangleRecord& t, int i, int j) {
  const double z = t.z0 + (t.gx * (i - t.x0) + t.gy * (j - t.y0));
  return z < t.lo ? t.lo : (z > t.hi ? t.hi : z);
}

/// Sums of barycentric coordinates over pixels of the triangle: `count` of them, whose i sum to
/// sum_i and whose j to sum_j (less those that are taken off). For one pixel: its coordinates.
inline Vec3 weight_sums(const TriangleRecord& t, double count, double sum_i, double sum_j) {
  const double x = sum_i - count * t.x0, y = sum_j - count * t.y0;
  const double w1 = t.w1x * x + t.w1y * y, w2 = t.w2x * x + t.w2y * y;
  return {count - w1 - w2, w1, w2};
}
}  // namespace graze::layered_depth

namespace graze {
struct DepthImages::Data {
  std::vector<DepthBody> bodies;
  DepthOptions options;
  std::vector<Aabb> bounds;  ///< of each body, in the frame
  std::array<layered_depth::ViewImages, 3> views;
  /// Each body's triangles, for one view or, where they are the same, for several.
  std::vector<layered_depth::Candidates> candidates;
  DepthStats stats;
};
}  // namespace graze
