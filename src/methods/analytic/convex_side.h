// SPDX-License-Identifier: MIT
// A convex polytope as the scan wants it: about a centre, with the points and arcs of its Gauss
// map.
#pragma once
#include <graze/geometry/convex_polytope.h>
#include <graze/geometry/exact_predicates.h>
#include <graze/math/interval.h>

#include <vector>

namespace graze::analytic {

struct SideEdge {
  Vec3 direction;         ///< unit; direction . (normal of face[0] x normal of face[1]) > 0
  std::uint32_t tail;     ///< a vertex of it
  std::uint32_t face[2];  ///< ends of its arc
};

/// Inside is normal . x < offset.
struct SidePlane {
  Vec3 normal;  ///< unit, outward
  double offset;
  double doubt = 0.0;  ///< the true plane is this near, everywhere in the polytope
};

struct ConvexSide {
  std::vector<Vec3> vertices;
  std::vector<Vec3> normals;    ///< of faces: candidate axes
  std::vector<double> heights;  ///< largest normal . vertex
  std::vector<SideEdge> edges;
  std::vector<SidePlane> planes;  ///< of all triangles; none: no inside

  double support(const Vec3& direction) const {  ///< largest direction . vertex
    double most = -0x1p1000;
    for (const Vec3& v : vertices) {
      const double x = direction.x() * v.x() + direction.y() * v.y() + direction.z() * v.z();
      most = x > most ? x : most;
    }
    return most;
  }
};

ConvexSide side_of(const ConvexPolytope& polytope, const Vec3& centre);

/// A triangle as a polytope without volume: two faces, and the three planes across its edges.
/// Overwrites `side`.
void set_triangle(ConvexSide& side, const Corners& corners, const Vec3& centre);

}  // namespace graze::analytic
