// SPDX-License-Identifier: MIT
#include "geometry/shapes/revolve.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "geometry/shapes/mesh_builder.h"

namespace graze::shapes {
namespace {

bool starts_on_axis(const std::vector<OutlinePiece>& outline) {
  return outline.front().point(0, 1).x() == 0.0;
}

// Points between the pieces are taken once; the last point of the outline is left out.
std::vector<Eigen::Vector2d> points_of(const std::vector<OutlinePiece>& outline,
                                       const std::vector<int>& steps) {
  std::vector<Eigen::Vector2d> points;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    for (int k = 0; k < steps[i]; ++k) points.push_back(outline[i].point(k, steps[i]));
  }
  return points;
}
}  // namespace

OutlinePiece line(const Eigen::Vector2d& from, const Eigen::Vector2d& to) {
  return {(to - from).norm(), [from, to](int k, int m) -> Eigen::Vector2d {
            if (k == m) return to;
            return from + (to - from) * (double(k) / m);
          }};
}

OutlinePiece arc(const Eigen::Vector2d& centre, double radius, int first, int quarters) {
  return {radius * quarters * 0.5 * std::numbers::pi,
          [centre, radius, first, quarters](int k, int m) -> Eigen::Vector2d {
            const std::int64_t step = std::int64_t{first} * m + std::int64_t{quarters} * k;
            return centre + radius * circle_point(step, 4 * std::int64_t{m});
          }};
}

// Cells of side h: columns = 2 pi r / h around the widest place, length / h along the outline, and
// 2 triangles a cell (1 at the two poles). The number of columns compensates for the rounding of
// the steps.
RevolvedGrid grid_for(const std::vector<OutlinePiece>& outline, double triangles) {
  double total = 0.0, widest = 0.0;
  for (const OutlinePiece& piece : outline) {
    total += piece.length;
    for (int k = 0; k <= 8; ++k) widest = std::max(widest, piece.point(k, 8).x());
  }
  const double side = std::sqrt(4.0 * std::numbers::pi * widest * total / triangles);
  RevolvedGrid grid;
  for (const OutlinePiece& piece : outline) {
    grid.steps.push_back(std::max(1, static_cast<int>(std::lround(piece.length / side))));
  }
  // A single piece from pole to pole needs a loop between them, a closed one three loops.
  const int least = starts_on_axis(outline) ? 2 : 3;
  if (outline.size() == 1) grid.steps[0] = std::max(least, grid.steps[0]);
  const int bands =
      std::accumulate(grid.steps.begin(), grid.steps.end(), 0) - (starts_on_axis(outline) ? 1 : 0);
  grid.columns = std::max(3, static_cast<int>(std::lround(triangles / (2.0 * bands))));
  return grid;
}

TriangleMesh revolved(const std::vector<OutlinePiece>& outline, const RevolvedGrid& grid) {
  const std::vector<Eigen::Vector2d> points = points_of(outline, grid.steps);
  const bool has_poles = starts_on_axis(outline);
  std::vector<std::vector<Vec3>> loops;
  for (std::size_t j = has_poles ? 1 : 0; j < points.size(); ++j) {
    loops.push_back(circle(grid.columns, points[j].x(), points[j].y()));
  }
  if (!has_poles) return closed_ring(loops);
  MeshBuilder builder;
  const std::vector<Loop> added = add_bands(builder, loops);
  builder.add_cap_below(added.front(), {0, 0, points.front().y()});
  builder.add_cap_above(added.back(), {0, 0, outline.back().point(1, 1).y()});
  return std::move(builder).mesh();
}

TriangleMesh revolved(const std::vector<OutlinePiece>& outline, double triangles) {
  return revolved(outline, grid_for(outline, triangles));
}

}  // namespace graze::shapes
