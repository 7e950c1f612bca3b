// SPDX-License-Identifier: MIT
// What DepthImages keeps: three views, each with its triangles, layers and contacts.        [V1]
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "graze/methods/volume.h"
#include "methods/volume/fragment_list.h"

namespace graze::volume {

using View = DepthImages::View;

/// A triangle that may show in a view.
struct CandidateTriangle {
  std::array<std::uint32_t, 3> corners;  ///< places in Candidates::vertices
  std::uint32_t id = 0;                  ///< in its mesh
};

/// Triangles of a body that come near a box, patch by patch: a vertex of several patches is listed
/// with each.
struct Candidates {
  std::vector<Vec3> vertices;             ///< in the frame of the images
  std::vector<std::uint32_t> vertex_ids;  ///< in the mesh
  std::vector<CandidateTriangle> triangles;

  void clear() {
    vertices.clear();
    vertex_ids.clear();
    triangles.clear();
  }
};

/// Which part of a body's column is complete, so that counting can begin somewhere.
struct BodyInView {
  double keep_lo = 0.0, keep_hi = 0.0;  ///< every crossing between these is among the fragments
  bool is_complete_below = true;  ///< no crossing is missing below keep_lo; else: above keep_hi
  bool is_outside_solid = false;
  const Candidates* candidates = nullptr;
};

/// A triangle that shows in a view: its barycentric coordinates over the pixels, and which one it
/// is.
struct TriangleRecord {
  double x0, y0;    ///< corner 0, in pixels
  double w1x, w1y;  ///< barycentric coordinate of corner 1, per pixel; it is 0 in corner 0
  double w2x, w2y;  ///< of corner 2
  std::uint32_t body;
  std::uint32_t candidate;  ///< place in the body's candidates
  bool is_entering;
};

/// Its depths; needed no longer than it is drawn.
struct DepthPlane {
  double x0, y0, z0;  ///< corner 0: pixels, pixels, depth
  double gx, gy;      ///< depth per pixel
  double lo, hi;      ///< depths of the corners: no pixel is outside, sliver or not

  /// In the middle of a pixel.
  double at(int i, int j) const {
    const double z = z0 + (gx * (i - x0) + gy * (j - y0));
    return z < lo ? lo : (z > hi ? hi : z);
  }
};

using BodyPair = std::pair<std::uint32_t, std::uint32_t>;

/// Pixels of one row that a triangle covers.
struct PixelSpan {
  std::int32_t row, first, count;
};

/// In whole pixels: minus the first and the last sample that a triangle's box holds along i, then
/// along j. Of a single vertex there may be none: the first is then one more than the last. The
/// largest of three vertices' are the triangle's.
typedef std::int32_t SampleBox __attribute__((vector_size(16)));

/// Candidates over the pixels.
struct PixelVertices {
  std::vector<std::array<std::int64_t, 2>> positions;  ///< in 2^-bits of a pixel
  std::vector<SampleBox> boxes;
};

/// A candidate whose box holds a sample.
struct SeenTriangle {
  SampleBox box;
  std::uint32_t candidate;
};

/// Upper pixels of a triangle minus its lower ones: whole numbers, in any order the same.
struct PixelSums {
  std::int64_t count = 0, i = 0, j = 0;

  bool is_zero() const { return (count | i | j) == 0; }
  PixelSums& operator+=(const PixelSums& other) {
    count += other.count;
    i += other.i;
    j += other.j;
    return *this;
  }
};

/// What one view knows of one pair's overlap.
struct ViewSums {
  double length = 0.0, longest = 0.0;
  std::array<double, 3> moment{};                ///< of the lengths: pixels, pixels, depth
  std::vector<PixelSums> of_triangles;           ///< by record
  std::array<PixelSums, 2> of_sides;             ///< of all triangles of a body
  std::array<std::vector<double>, 2> gradients;  ///< along the view, by candidate vertex

  void clear(std::size_t records) {
    length = longest = 0.0;
    moment = {};
    of_triangles.assign(records, {});
  }
  void add(const DepthContact& c) {
    const double l = c.hi - c.lo;
    length += l;
    longest = std::max(longest, l);
    moment[0] += l * c.i;
    moment[1] += l * c.j;
    moment[2] += l * (0.5 * (c.lo + c.hi));
    add_end(c.lower, -1, c);
    add_end(c.upper, 1, c);
  }

 private:
  void add_end(std::uint32_t record, int sign, const DepthContact& c) {
    if (record == DepthContact::kNone) return;
    PixelSums& pixels = of_triangles[record];
    pixels.count += sign;
    pixels.i += sign * c.i;
    pixels.j += sign * c.j;
  }
};

/// One direction.
struct ViewImages {
  View view;
  std::vector<BodyInView> bodies;
  bool only_common_columns = false;  ///< of two bodies: columns that cross one are left empty
  std::vector<TriangleRecord> records;
  FragmentList fragments;
  std::vector<DepthContact> contacts;
  std::vector<BodyPair> pairs;  ///< that DepthContact::pair counts
  std::vector<OddColumn> odd_columns;
  std::vector<std::size_t> odd_counts;  ///< by body; none while no column is odd
  std::uint64_t layers = 0;             ///< most in a column
  std::uint64_t fragment_count = 0;     ///< that count
  ViewSums sums;                        ///< where only common columns count

  // Memory that is kept from image to image.
  PixelVertices pixel_vertices;
  std::vector<SeenTriangle> seen;
  std::vector<PixelSpan> spans;
  std::vector<PackedFragment> column;
  std::array<std::vector<PackedFragment>, 2> column_of_body;

  void clear_contacts() {
    contacts.clear();
    pairs.clear();
    odd_columns.clear();
    odd_counts.clear();
    layers = 0;
    fragment_count = 0;
  }

  std::size_t column_count() const {
    return static_cast<std::size_t>(view.columns) * static_cast<std::size_t>(view.rows);
  }
};

inline constexpr std::size_t kShownColumns = 8;  ///< odd ones, of each body and view

/// Sums of barycentric coordinates over pixels of the triangle: `count` of them, whose i sum to
/// sum_i and whose j to sum_j (less those that are taken off). For one pixel: its coordinates.
inline Vec3 weight_sums(const TriangleRecord& t, double count, double sum_i, double sum_j) {
  const double x = sum_i - count * t.x0, y = sum_j - count * t.y0;
  const double w1 = t.w1x * x + t.w1y * y, w2 = t.w2x * x + t.w2y * y;
  return {count - w1 - w2, w1, w2};
}
}  // namespace graze::volume

namespace graze {
struct DepthImages::Data {
  std::vector<DepthBody> bodies;
  DepthOptions options;
  std::vector<Aabb> bounds;  ///< of each body, in the frame
  std::array<volume::ViewImages, 3> views;
  /// Each body's triangles, for one view or, where they are the same, for several.
  std::vector<volume::Candidates> candidates;
  DepthStats stats;
};
}  // namespace graze
