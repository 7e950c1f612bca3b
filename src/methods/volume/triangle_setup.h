// SPDX-License-Identifier: MIT
// A triangle over the pixels: exact edge functions and the plane of its depths.              [V1]
#pragma once
#include "methods/volume/images.h"
#include "methods/volume/strip.h"

namespace graze::volume {

/// Pixel (i, j), counted from the triangle's first ones, is covered where dx j - dy i + c >= 0 for
/// all three edges. Whole numbers: |dx| and |dy| < 2^39, |c| <= 2^52, i and j < 2^12, so that every
/// sum is exact in 64 bits and in a double.
struct EdgeFunction {
  std::int64_t dx, dy, c;
};

struct TriangleSetup {
  std::array<std::int64_t, 3> x, y;      ///< corners, in 2^-bits of a pixel, from the first pixel
  std::uint64_t extent;                  ///< no coordinate's size is more
  double twice_area;                     ///< < 0 for a face that a column enters through
  int i_first, i_last, j_first, j_last;  ///< pixels that may be covered, inside the image
};

/// From lengths to 2^-bits of a pixel, pixel (0, 0) at the origin.
struct PixelGrid {
  explicit PixelGrid(const View& view);

  int axis, u, v;
  int columns, rows, bits;
  double first_u, first_v, scale_u, scale_v;
  double pixel;  ///< one by 2^bits
};

/// Rounds vertices to 2^-bits of a pixel.
void place_vertices(std::span<const Vec3> vertices, const PixelGrid& grid, PixelVertices& placed);

/// Those triangles whose boxes hold a sample, in their order; returns how many.
std::size_t find_seen(const PixelVertices& vertices, std::span<const CandidateTriangle> triangles,
                      std::vector<SeenTriangle>& seen);

/// False if no pixel can be covered.
bool set_up(const PixelVertices& vertices, const CandidateTriangle& triangle, SampleBox box,
            int bits, TriangleSetup& setup);

std::array<EdgeFunction, 3> edges_of(const TriangleSetup& setup, int bits);

/// The pixels it covers, row by row; `spans` has room for every row. Returns how many rows.
std::size_t cover(const TriangleSetup& setup, int bits, PixelSpan* spans);

/// A triangle that is at most eight pixels wide or high, and 64 in the other direction.
struct Strip {
  StripEdges edges;
  bool goes_along_i;
};
bool is_strip(const TriangleSetup& setup, int bits);
Strip strip_of(const TriangleSetup& setup);

/// Depths and barycentric coordinates over the pixels; does not set which triangle it is.
DepthPlane fill_plane(const Candidates& candidates, const CandidateTriangle& triangle,
                      const PixelGrid& grid, const TriangleSetup& setup, TriangleRecord& record);

}  // namespace graze::volume
