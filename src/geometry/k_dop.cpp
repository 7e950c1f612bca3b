// SPDX-License-Identifier: MIT
// Question   Which polytope with faces along k fixed directions encloses a mesh?              [B6]
// Source     Klosowski, Held, Mitchell, Sowizral, Zikan 1998; a box cut by one plane after another.
// Guarantee  Contains every vertex of the mesh: planes are moved outwards by more than cutting and
//            joining of vertices may lose, and containment is checked.
#include <algorithm>
#include <cmath>

#include "graze/base/error.h"
#include "graze/geometry/convex_polytope.h"
#include "graze/math/interval.h"
#include "graze/math/sin_cos.h"

namespace graze {
namespace {
using Polygon = std::vector<Vec3>;

struct HalfSpace {
  Vec3 normal;
  double offset;
  double height(const Vec3& p) const { return normal.dot(p) - offset; }
};

std::vector<Polygon> box_faces(const Aabb& box, double slack) {
  std::vector<Polygon> faces;
  const Vec3 lo = box.lo.array() - slack, hi = box.hi.array() + slack;
  for (int axis = 0; axis < 3; ++axis)
    for (const double at : {lo[axis], hi[axis]}) {
      Polygon face;
      const int u = (axis + 1) % 3, v = (axis + 2) % 3;
      for (const auto& [x, y] :
           {std::pair(lo[u], lo[v]), {hi[u], lo[v]}, {hi[u], hi[v]}, {lo[u], hi[v]}}) {
        Vec3 p;
        p[axis] = at, p[u] = x, p[v] = y;
        face.push_back(p);
      }
      faces.push_back(face);
    }
  return faces;
}

void add_apart(Polygon& points, const Vec3& p, double least) {
  for (const Vec3& q : points)
    if ((p - q).norm() <= least) return;
  points.push_back(p);
}

/// In order around the normal.
void sort_around(Polygon& points, const Vec3& normal) {
  Vec3 middle = Vec3::Zero();
  for (const Vec3& p : points) middle += p / double(points.size());
  const Vec3 u = normal.unitOrthogonal(), v = normal.cross(u);
  std::sort(points.begin(), points.end(), [&](const Vec3& p, const Vec3& q) {
    return atan2(v.dot(p - middle), u.dot(p - middle)) <
           atan2(v.dot(q - middle), u.dot(q - middle));
  });
}

/// What is below the plane, and the points on it; vertices within `least` of it count as on it.
Polygon cut(const Polygon& face, const HalfSpace& plane, double least, Polygon& on) {
  Polygon kept;
  for (std::size_t k = 0; k < face.size(); ++k) {
    const Vec3 &p = face[k], &q = face[(k + 1) % face.size()];
    const double hp = plane.height(p), hq = plane.height(q);
    if (hp <= least) kept.push_back(p);
    if (std::fabs(hp) <= least) add_apart(on, p, least);
    if (!((hp < -least && hq > least) || (hp > least && hq < -least))) continue;
    const Vec3 x = p + hp / (hp - hq) * (q - p);
    kept.push_back(x);
    add_apart(on, x, least);
  }
  return kept;
}

void cut_all(std::vector<Polygon>& faces, const HalfSpace& plane, double least) {
  bool is_above = false;
  for (const Polygon& face : faces)
    for (const Vec3& p : face) is_above = is_above || plane.height(p) > least;
  if (!is_above) return;
  std::vector<Polygon> kept;
  Polygon on;
  for (const Polygon& face : faces) {
    Polygon part = cut(face, plane, least, on);
    if (part.size() >= 3) kept.push_back(std::move(part));
  }
  sort_around(on, plane.normal);
  if (on.size() >= 3) kept.push_back(std::move(on));
  faces = std::move(kept);
}

/// The middle vertex of a triangle whose height is below `least`; none if there is none.
const Vec3* flat_corner(const TriangleMesh& mesh, double least) {
  for (const Triangle& t : mesh.triangles())
    for (std::size_t k = 0; k < 3; ++k) {
      const auto& v = mesh.vertices();
      const Vec3 &p = v[t[k]], &a = v[t[(k + 1) % 3]], &b = v[t[(k + 2) % 3]];
      const Vec3 side = b - a;
      if (side.norm() < (p - a).norm() || side.norm() < (p - b).norm()) continue;
      if (side.cross(p - a).norm() <= least * side.norm()) return &p;
    }
  return nullptr;
}

/// The planes of flatter triangles are too inaccurate for proofs.
constexpr double kLeastHeight = 1e-6;  // of the diagonal

ConvexPolytope hull_without_slivers(Polygon points, double least) {
  for (;;) {
    const ConvexPolytope hull = convex_hull(points);
    const Vec3* flat = flat_corner(hull.mesh(), least);
    if (!flat || points.size() <= 4) return hull;
    const Vec3 out = *flat;
    std::erase_if(points, [&](const Vec3& p) { return p == out; });
  }
}

bool contains(const ConvexPolytope& polytope, const TriangleMesh& mesh) {
  for (const ConvexPolytope::Face& face : polytope.faces()) {
    const Vec3 on = polytope.mesh().corners(face.triangle.index())[0];
    const double room = 1e-14 * (polytope.mesh().bounds().hi - polytope.mesh().bounds().lo).norm();
    for (const Triangle& t : mesh.triangles())
      for (const std::uint32_t v : t)
        if (face.normal.dot(mesh.vertices()[v] - on) > -room) return false;
  }
  return true;
}

ConvexPolytope k_dop_with(const TriangleMesh& mesh, const std::vector<Vec3>& directions,
                          double slack, double least, double height) {
  std::vector<Polygon> faces = box_faces(mesh.bounds(), slack);
  for (std::size_t k = 6; k < directions.size(); ++k) {
    double offset = -kInfinity;
    for (const Triangle& t : mesh.triangles())
      for (const std::uint32_t v : t)
        offset = std::fmax(offset, directions[k].dot(mesh.vertices()[v]));
    // Grown by a cube as the box is: what touches at an edge or a corner only still does.
    cut_all(faces, {directions[k], offset + slack * directions[k].lpNorm<1>()}, least);
  }
  Polygon points;
  for (const Polygon& face : faces)
    for (const Vec3& p : face) add_apart(points, p, least);
  return hull_without_slivers(std::move(points), height);
}
}  // namespace

std::vector<Vec3> k_dop_directions(int k) {
  if (k != 6 && k != 14 && k != 18 && k != 26)
    throw InputError({"k-DOP", std::to_string(k) + " directions", "6, 14, 18 or 26", ""});
  std::vector<Vec3> directions;
  const auto add = [&](double x, double y, double z) {
    const Vec3 n = Vec3(x, y, z).normalized();
    directions.push_back(n);
    directions.push_back(-n);
  };
  add(1, 0, 0), add(0, 1, 0), add(0, 0, 1);
  if (k == 14 || k == 26) add(1, 1, 1), add(1, 1, -1), add(1, -1, 1), add(-1, 1, 1);
  if (k == 18 || k == 26)
    add(1, 1, 0), add(1, -1, 0), add(1, 0, 1), add(1, 0, -1), add(0, 1, 1), add(0, 1, -1);
  return directions;
}

ConvexPolytope k_dop(const TriangleMesh& mesh, int k) {
  const std::vector<Vec3> directions = k_dop_directions(k);
  if (mesh.is_empty()) throw InputError({"mesh", "no triangles", "at least one", ""});
  const double size = std::fmax((mesh.bounds().hi - mesh.bounds().lo).norm(), 1e-100);
  for (double slack = 1e-9 * size; slack < 2e-5 * size; slack *= 8.0) {
    ConvexPolytope polytope = k_dop_with(mesh, directions, slack, 0.1 * slack, kLeastHeight * size);
    if (contains(polytope, mesh)) return polytope;
  }
  throw InputError(
      {"mesh", "too flat or too uneven a shape", "a mesh with some volume", "use its box"});
}

}  // namespace graze
