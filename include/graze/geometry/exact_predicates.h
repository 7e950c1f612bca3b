// SPDX-License-Identifier: MIT
// On which side, exactly: signs of determinants of stored doubles, and what follows from them.
//
// All answers are exact for the coordinates as real numbers, rounding included, where every
// coordinate is zero or has a magnitude in [kExactLo, kExactHi]. Beyond that an answer may be
// wrong, but it is never a crash.
#pragma once
#include <graze/math/vec.h>

#include <array>
#include <optional>

namespace graze {

inline constexpr double kExactLo = 0x1p-288;
inline constexpr double kExactHi = 0x1p300;

using Corners = std::array<Vec3, 3>;  ///< of a triangle; it may be a segment or a point

/// Sign (-1, 0, 1) of (b - a) x (c - a) . (d - a): 1 if d is on the side from which a, b, c are
/// seen counter-clockwise, 0 if the four are coplanar. About 10 ns when the sign is clear.
int orientation(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// The determinant itself, within 2^-46 of its size; exactly 0 where orientation() is.
double orientation_value(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// Sign of the area of the triangle seen against the direction of `axis` (0, 1, 2: x, y, z), that
/// is of component `axis` of (b - a) x (c - a).
int orientation_along(int axis, const Vec3& a, const Vec3& b, const Vec3& c);

/// The three points are on one line.
bool are_collinear(const Vec3& a, const Vec3& b, const Vec3& c);

/// The closed triangles have a point in common. Coplanar, touching and degenerate ones included.
bool triangles_intersect_exact(const Corners& a, const Corners& b);

/// An edge that meets the other triangle.
struct EdgeCrossing {
  bool is_edge_of_a = true;
  int edge = 0;              ///< from corner `edge` to corner `edge + 1`
  bool is_coplanar = false;  ///< edge and triangle lie in one plane: no single point of crossing
};

/// The first edge (of a, then of b) that meets the other triangle; none if they are disjoint. Of a
/// degenerate triangle it is the longest edge.
std::optional<EdgeCrossing> find_crossing(const Corners& a, const Corners& b);

}  // namespace graze
