// SPDX-License-Identifier: MIT
// What is known of a part of a curved surface: a convex hull that contains it.                [C10]
#pragma once
#include <graze/math/interval_arithmetic.h>
#include <graze/math/vec.h>

#include <array>

namespace graze {

/// A part of a face: of a patch the rectangle range[0] x range[1] of its parameters, of an implicit
/// surface the box range[0] x range[1] x range[2] in the body frame.
struct SurfaceRegion {
  std::array<Interval, 3> range{};
};

/// A part of a face, enclosed: every point of the face in the region is within `slack` of the
/// convex hull of the corners. Corners of a rectangle are at (lo, lo), (hi, lo), (lo, hi), (hi,
/// hi).
struct SurfaceCell {
  SurfaceRegion region;  ///< perhaps smaller than what was asked for: nothing is in the rest
  std::array<Vec3, 4> corners{};
  int count = 0;       ///< of the corners: 4, or 1 (a ball); 0: nothing of the face is there
  double slack = 0.0;  ///< rounding included
  /// About how far the hull's points may be from the face; steers a search, proves nothing.
  double doubt = 0.0;
  bool around_axis = false;  ///< the corners are not on the face, only its hull
  /// Loops leave out a part of the rectangle: the corners are those of a part that holds the rest,
  /// at these (u, v).
  bool is_cut = false;
  std::array<std::array<double, 2>, 4> cut_at{};
  int flatter_axis = 0;  ///< halving the region along it reduces `slack` or `doubt` most
  int longer_axis = 0;   ///< halving the region along it reduces the extent most
};

/// Every point of the face in the cell is within this of the triangles of corners 0 1 2 and 2 1 3
/// (of the only corner, if there is one).
double deviation(const SurfaceCell& cell);

/// Radius of a ball about the mean of the corners that contains them; rounded up.
double extent(const SurfaceCell& cell);

/// A point of a face: within `error` of `point` there is one, proved.
struct SurfacePoint {
  Vec3 point = Vec3::Zero();  ///< body frame
  double error = 0.0;
  std::array<double, 2> uv{};  ///< of a patch; zero for an implicit surface
};

}  // namespace graze
