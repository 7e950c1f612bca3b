// SPDX-License-Identifier: MIT
#include "geometry/flat_polygons.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "graze/geometry/exact_predicates.h"

namespace graze {
namespace {
constexpr std::uint32_t kNone = 0xffffffffu;

// The first triangle of a polygon and what it takes to join it.
struct Seed {
  Corners corners;
  Plane plane;
  int axis = 0;  // along which the triangle is seen largest
  int facing = 1;
  double tolerance = 0.0;

  Seed(const Corners& c, double wanted_tolerance) : corners(c), tolerance(wanted_tolerance) {
    const Vec3 normal = (c[1] - c[0]).cross(c[2] - c[0]);
    // Scaled first: the square of a tiny triangle's normal would be zero.
    const double size = normal.cwiseAbs().maxCoeff(&axis);
    if (size > 0.0) plane.normal = (normal / size).normalized();
    plane.offset = plane.normal.dot(c[0]);
    facing = orientation_along(axis, c[0], c[1], c[2]);
  }

  bool holds(const Vec3& p) const {
    if (tolerance == 0.0) return orientation(corners[0], corners[1], corners[2], p) == 0;
    return std::abs(plane.normal.dot(p - corners[0])) <= tolerance;
  }
  bool admits(const Corners& t) const {
    return holds(t[0]) && holds(t[1]) && holds(t[2]) &&
           orientation_along(axis, t[0], t[1], t[2]) == facing;
  }
};

std::vector<std::uint32_t> largest_first(const TriangleMesh& mesh) {
  std::vector<double> area(mesh.triangles().size());
  for (std::size_t i = 0; i < area.size(); ++i) {
    const auto c = mesh.corners(i);
    area[i] = (c[1] - c[0]).cross(c[2] - c[0]).squaredNorm();
  }
  std::vector<std::uint32_t> order(area.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return area[a] > area[b]; });
  return order;
}
}  // namespace

FlatPolygons find_flat_polygons(const TriangleMesh& mesh,
                                const std::vector<std::array<TriangleId, 3>>& neighbours,
                                double tolerance) {
  FlatPolygons result;
  result.polygon_of.assign(mesh.triangles().size(), PolygonId(kNone));
  const auto is_taken = [&](std::size_t t) { return result.polygon_of[t].value != kNone; };
  std::vector<std::size_t> front;
  for (const std::uint32_t first : largest_first(mesh)) {
    if (is_taken(first)) continue;
    const Seed seed(mesh.corners(first), tolerance);
    const PolygonId polygon(result.planes.size());
    result.planes.push_back(seed.plane);
    result.polygon_of[first] = polygon;
    front.assign(1, first);
    while (!front.empty()) {
      const std::size_t t = front.back();
      front.pop_back();
      for (const TriangleId next : neighbours[t]) {
        if (is_taken(next.index()) || !seed.admits(mesh.corners(next.index()))) continue;
        result.polygon_of[next.index()] = polygon;
        front.push_back(next.index());
      }
    }
  }
  return result;
}

}  // namespace graze
