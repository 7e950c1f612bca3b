// SPDX-License-Identifier: MIT
// How far points reach along the three axes of a frame: the inner loops of building trees.    [C3]
#pragma once
#include <cstddef>

namespace graze {

/// Points coordinate by coordinate; `count` is a multiple of 4.
struct PointColumns {
  const double* at[3];
  std::size_t count;
};

/// Corners of triangles: nine numbers each, `stride` apart.
struct CornerRows {
  const double* first;
  std::size_t triangles;
  std::size_t stride;  ///< in doubles
};

/// Axes are columns of a 3 by 3 matrix, one after the other. All forms give the same bits.
struct FrameExtents {
  /// Largest less smallest coordinate along each axis.
  void (*extents)(const PointColumns& points, const double* axes, double* extents);
  /// Smallest and largest coordinate along each axis, relative to `reference`.
  void (*bounds)(const CornerRows& corners, const double* reference, const double* axes, double* lo,
                 double* hi);
};

/// For the widest instructions this machine has, and for none.
const FrameExtents& frame_extents();
FrameExtents portable_frame_extents();

}  // namespace graze
