// SPDX-License-Identifier: MIT
// Surfaces of revolution about z, with about a wanted number of nearly square cells.
#pragma once
#include <functional>
#include <vector>

#include "graze/geometry/triangle_mesh.h"

namespace graze::shapes {

/// A part of the outline in the half plane r >= 0: point(k, m) is k / m of the way along it.
struct OutlinePiece {
  double length;
  std::function<Eigen::Vector2d(int, int)> point;  ///< (r, z)
};

OutlinePiece line(const Eigen::Vector2d& from, const Eigen::Vector2d& to);
/// A part of the circle about (0 or r, z): from `first` quarter turns on, `quarters` of them.
OutlinePiece arc(const Eigen::Vector2d& centre, double radius, int first, int quarters);

/// Turns an outline that goes up on the outside about the z axis. It starts and ends on the axis
/// (r = 0), or is closed and keeps off it: then the last point is the first.
TriangleMesh revolved(const std::vector<OutlinePiece>& outline, double triangles);

/// How many columns and pieces `revolved` takes.
struct RevolvedGrid {
  int columns = 3;
  std::vector<int> steps;  ///< of each piece of the outline
};
RevolvedGrid grid_for(const std::vector<OutlinePiece>& outline, double triangles);
TriangleMesh revolved(const std::vector<OutlinePiece>& outline, const RevolvedGrid& grid);

}  // namespace graze::shapes
