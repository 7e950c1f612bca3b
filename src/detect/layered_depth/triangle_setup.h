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
  std::array<EdgeFunction, 3> edges;
  int i_first, i_last, j_first, j_last;  ///< pixels that may be covered, inside the image
  TriangleRecord record;
};

/// False if no pixel can be covered.
bool set_up(const FrameTriangle& triangle, const View& view, TriangleSetup& setup);

/// Sums of barycentric coordinates over pixels of the triangle: `count` of them, whose i sum to
/// sum_i and whose j to sum_j (counts may be negative: pixels that are taken off). For one pixel:
/// its barycentric coordinates.
Vec3 weight_sums(const FrameTriangle& triangle, const View& view, double count, double sum_i,
                 double sum_j);

}  // namespace graze::layered_depth
