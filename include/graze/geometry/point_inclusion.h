// SPDX-License-Identifier: MIT
// Inside, on or outside a closed mesh, exactly.                                            [K5, V1]
#pragma once
#include <graze/geometry/triangle_mesh.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace graze {

class FreeCells;

enum class PointPlace { kOutside, kOnSurface, kInside };

/// Where `point` lies with respect to a closed, consistently oriented mesh. Exact for the stored
/// coordinates in the range of exact_predicates.h: signs of determinants only, no tolerance, no
/// chosen direction that could hit an edge. Inside is where the winding number is not 0, so that
/// overlapping shells count once and an inward shell makes a hollow. O(n) per point; a mesh that is
/// not closed gives an answer of no meaning.
PointPlace place_of(const Vec3& point, const TriangleMesh& mesh);

/// kInside or kOnSurface.
bool is_inside(const Vec3& point, const TriangleMesh& mesh);

/// How often the surface winds around the point: 1 inside an outward surface, 0 outside. The point
/// must not be on the surface.
int winding_number(const Vec3& point, const TriangleMesh& mesh);

/// Which part of all directions from the point meets the surface from behind: 1 inside a closed
/// outward surface, 0 outside, in between where it has holes. In doubles, not exact. O(n).
double enclosed_share(const Vec3& point, const TriangleMesh& mesh);

/// A closed mesh (closure.h) made ready for many points. Immutable, safe to use from every thread.
class PointLocator {
 public:
  explicit PointLocator(const TriangleMesh& mesh);  ///< O(n log n)

  /// Where the whole ball of that radius about `point` lies: kInside and kOutside are proved for
  /// each of its points, in the range of exact_predicates.h; kOnSurface says that a triangle may
  /// meet the ball. With radius 0 the same as place_of(point, mesh). O(1) where no triangle
  /// is near, else about O(log n).
  PointPlace place_of(const Vec3& point, double radius = 0.0) const;

 private:
  struct Node {
    Aabb box;
    std::uint32_t first = 0;  ///< of its triangles in order_; of its two children, side by side
    std::uint32_t count = 0;  ///< of triangles; 0: inner node
  };
  template <typename Enters, typename Visit>
  bool any_of(const Enters& enters, const Visit& visit) const;
  void split(std::uint32_t node);
  PointPlace place_in_tree(const Vec3& point, double radius) const;

  TriangleMesh mesh_;
  std::vector<std::uint32_t> order_;
  std::vector<Node> nodes_;
  std::shared_ptr<const FreeCells> cells_;  // null: the mesh is small
};

}  // namespace graze
