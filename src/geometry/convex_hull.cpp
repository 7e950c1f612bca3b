// SPDX-License-Identifier: MIT
// Question   Which triangles bound the convex hull of some points?                           [B6]
// Source     The incremental algorithm (de Berg et al., Computational Geometry, chapter 11).
// Guarantee  Exact: sides are signs of determinants of the stored doubles.
// Changed    Only faces strictly below a point are replaced, so that coplanar points need no care.
#include <algorithm>
#include <map>
#include <set>

#include "graze/base/error.h"
#include "graze/geometry/convex_polytope.h"
#include "graze/geometry/exact_predicates.h"

namespace graze {
namespace {
using Ids = std::array<std::uint32_t, 3>;

class Hull {
 public:
  explicit Hull(std::span<const Vec3> points) : points_(points) {
    start();
    for (std::uint32_t k = 0; k < points_.size(); ++k) add(k);
  }

  TriangleMesh mesh() const {
    std::map<std::uint32_t, std::uint32_t> renamed;
    for (const Ids& face : faces_)
      for (const std::uint32_t v : face) renamed.emplace(v, 0);
    std::vector<Vec3> vertices;
    for (auto& [old_id, id] : renamed) {
      id = static_cast<std::uint32_t>(vertices.size());
      vertices.push_back(points_[old_id]);
    }
    std::vector<Triangle> triangles;
    for (const Ids& f : faces_) triangles.push_back({renamed[f[0]], renamed[f[1]], renamed[f[2]]});
    return {std::move(vertices), std::move(triangles)};
  }

 private:
  int side(const Ids& f, std::uint32_t p) const {
    return orientation(points_[f[0]], points_[f[1]], points_[f[2]], points_[p]);
  }

  /// A tetrahedron of points in general position.
  void start() {
    const auto n = static_cast<std::uint32_t>(points_.size());
    std::uint32_t a = 0, b = 1, c, d;
    while (b < n && points_[b] == points_[a]) ++b;
    for (c = b + 1; c < n && are_collinear(points_[a], points_[b], points_[c]);) ++c;
    for (d = c + 1; d < n && side({a, b, c}, d) == 0;) ++d;
    if (d >= n)
      throw InputError(
          {"points", std::to_string(n) + " points in one plane", "at least four that are not", ""});
    if (side({a, b, c}, d) > 0) std::swap(b, c);
    faces_ = {{a, b, c}, {a, d, b}, {b, d, c}, {c, d, a}};
  }

  void add(std::uint32_t p) {
    std::vector<Ids> kept;
    std::set<std::pair<std::uint32_t, std::uint32_t>> rim;  // directed edges of what p sees
    for (const Ids& f : faces_) {
      if (side(f, p) <= 0) {
        kept.push_back(f);
        continue;
      }
      for (std::size_t i = 0; i < 3; ++i)
        if (rim.erase({f[(i + 1) % 3], f[i]}) == 0) rim.insert({f[i], f[(i + 1) % 3]});
    }
    for (const auto& [from, to] : rim) kept.push_back({from, to, p});
    faces_ = std::move(kept);
  }

  std::span<const Vec3> points_;
  std::vector<Ids> faces_;
};
}  // namespace

ConvexPolytope convex_hull(std::span<const Vec3> points) {
  for (const Vec3& p : points)
    if (!p.allFinite())
      throw InputError({"points", "a coordinate that is not finite", "numbers", ""});
  if (points.size() < 4)
    throw InputError({"points", std::to_string(points.size()) + " points", "at least four", ""});
  return ConvexPolytope(Hull(points).mesh());
}

}  // namespace graze
