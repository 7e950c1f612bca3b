// SPDX-License-Identifier: MIT
#include "volume/convex_volume.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace graze::test {
namespace {
// Two triangles of one face give the same plane twice: the second cut must find nothing.
constexpr double kOnPlane = 1e-13;

std::vector<Vec3> clipped_polygon(const std::vector<Vec3>& polygon, const Vec3& normal,
                                  double offset, std::vector<Vec3>& cut) {
  std::vector<Vec3> kept;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Vec3& p = polygon[k];
    const Vec3& q = polygon[(k + 1) % polygon.size()];
    const double hp = normal.dot(p) - offset, hq = normal.dot(q) - offset;
    if (hp <= kOnPlane) kept.push_back(p);
    if ((hp <= kOnPlane) == (hq <= kOnPlane)) continue;
    const Vec3 crossing = p + (q - p) * (hp / (hp - hq));
    kept.push_back(crossing);
    cut.push_back(crossing);
  }
  return kept;
}

/// The face that a cut leaves: its points in the order of their angle.
std::vector<Vec3> cap_of(std::vector<Vec3> points, const Vec3& normal) {
  Vec3 centre = Vec3::Zero();
  for (const Vec3& p : points) centre += p / static_cast<double>(points.size());
  const Vec3 u = normal.unitOrthogonal(), v = normal.normalized().cross(u);
  const auto angle = [&](const Vec3& p) {
    return std::atan2(v.dot(p - centre), u.dot(p - centre));
  };
  std::sort(points.begin(), points.end(),
            [&](const Vec3& p, const Vec3& q) { return angle(p) < angle(q); });
  return points;
}
}  // namespace

Polyhedron polyhedron_of(const TriangleMesh& convex, const Pose& pose) {
  Polyhedron polyhedron;
  for (std::size_t t = 0; t < convex.triangles().size(); ++t) {
    const auto c = convex.corners(t);
    polyhedron.push_back({pose * c[0], pose * c[1], pose * c[2]});
  }
  return polyhedron;
}

Polyhedron clipped(const Polyhedron& convex, const Vec3& normal, double offset) {
  Polyhedron kept;
  std::vector<Vec3> cut;
  for (const auto& polygon : convex) {
    auto part = clipped_polygon(polygon, normal, offset, cut);
    if (part.size() >= 3) kept.push_back(std::move(part));
  }
  if (cut.size() >= 3) kept.push_back(cap_of(std::move(cut), normal));
  return kept;
}

double volume_of(const Polyhedron& polyhedron) {
  if (polyhedron.empty()) return 0.0;
  const Vec3 apex = polyhedron[0][0];
  double sum = 0.0;
  for (const auto& p : polyhedron) {
    for (std::size_t k = 2; k < p.size(); ++k) {
      sum += (p[0] - apex).dot((p[k - 1] - apex).cross(p[k] - apex));
    }
  }
  return sum / 6.0;
}

double common_volume(const TriangleMesh& a, const Pose& world_from_a, const TriangleMesh& b,
                     const Pose& world_from_b) {
  Polyhedron common = polyhedron_of(a, world_from_a);
  for (const auto& face : polyhedron_of(b, world_from_b)) {
    const Vec3 normal = (face[1] - face[0]).cross(face[2] - face[0]).normalized();
    common = clipped(common, normal, normal.dot(face[0]));
    if (common.empty()) break;
  }
  return volume_of(common);
}

double lens_volume(double ra, double rb, double d) {
  if (d >= ra + rb) return 0.0;
  const double sum = ra + rb - d;
  return std::numbers::pi * sum * sum *
         (d * d + 2.0 * d * (ra + rb) - 3.0 * (ra - rb) * (ra - rb)) / (12.0 * d);
}

}  // namespace graze::test
