// SPDX-License-Identifier: MIT
// A triangle over the pixels: exact edge functions and the plane of its depths.              [V1]
#pragma once
#include "detect/layered_depth/images.h"

namespace graze::layered_depth {

/// Pixel (i, j) is covered where dx j - dy i + c >= 0 for all three edges. Whole numbers: |dx| and
/// |dy| < 2^39, |c| <= 2^52, i and j < 2^12, so that every sum is exact in 64 bits and in a double.
struct EdgeFunction {
  std::int64_t dx, dy, c;
};

struct TriangleSetup {
  std::array<std::int64_t, 3> x, y;  ///< corners, in 2^-bits of a pixel
  double twice_area;                 ///< < 0 for a face that a column enters through
  std::array<EdgeFunction, 3> edges;
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

/// False if no pixel can be covered.
bool set_up(const FrameTriangle& triangle, const PixelGrid& grid, TriangleSetup& setup);

/// Plane and barycentric coordinates over the pixels; who the triangle is stays open.
void fill_plane(const FrameTriangle& triangle, const PixelGrid& grid, const TriangleSetup& setup,
                TriangleRecord& record);

}  // namespace graze::layered_depth
