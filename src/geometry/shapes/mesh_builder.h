// SPDX-License-Identifier: MIT
// Pieces that closed shapes are put together from: loops of vertices and the bands between them.
#pragma once
#include <cstdint>
#include <vector>

#include "graze/geometry/triangle_mesh.h"

namespace graze::shapes {

using Loop = std::vector<std::uint32_t>;  ///< vertex ids, counter-clockwise seen from +z

/// Unlike TriangleMesh it can grow. Bands between loops face outwards when `lower` comes before
/// `upper` on the way up the outside, and on the way down the inside.
class MeshBuilder {
 public:
  std::uint32_t add_vertex(const Vec3& p);
  Loop add_loop(const std::vector<Vec3>& points);
  void add_triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c);
  void add_quad(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d);
  /// Quads from `lower[i], lower[i+1]` to `upper[i], upper[i+1]`, all the way round.
  void add_band(const Loop& lower, const Loop& upper);
  void add_cap_below(const Loop& loop, const Vec3& pole);
  void add_cap_above(const Loop& loop, const Vec3& pole);
  /// Turns every triangle added so far inside out.
  void flip();
  const Vec3& vertex(std::uint32_t id) const { return vertices_[id]; }
  TriangleMesh mesh() &&;

 private:
  std::vector<Vec3> vertices_;
  std::vector<Triangle> triangles_;
};

/// Bands along a list of loops of equal length. `pieces` straight bands between each two.
std::vector<Loop> add_bands(MeshBuilder& builder, const std::vector<std::vector<Vec3>>& loops,
                            int pieces = 1);

/// The same, and back from the last loop to the first: a ring.
TriangleMesh closed_ring(const std::vector<std::vector<Vec3>>& loops, int pieces = 1);

/// Each triangle cut into parts * parts flat ones; neighbours share the new vertices. A coordinate
/// that is constant over a triangle stays so exactly.
TriangleMesh refined(const TriangleMesh& mesh, int parts);

/// Into how many parts each edge is cut so that `base` triangles become about `wanted`.
int parts_for(double wanted, double base);

/// (cos, sin) of the angle 2 pi k / n, 0 < n <= 2^28. Quarter turns and diagonals are exactly
/// symmetric, so that opposite sides of a shape are parallel to the last bit.
Eigen::Vector2d circle_point(std::int64_t k, std::int64_t n);

/// n points on a circle about the z axis.
std::vector<Vec3> circle(int n, double radius, double z);

}  // namespace graze::shapes
