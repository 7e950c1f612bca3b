// SPDX-License-Identifier: MIT
// Question   Which triangles cover a polygon of a mesh file?
// Source     Newell's normal (Sutherland et al. 1974); ear clipping (Meisters 1975).
// Guarantee  n - 2 triangles over the given corners in every case, so each boundary edge keeps one
//            triangle; for a simple polygon they cover its projection once, up to rounding.
// Changed    Only reflex corners are tested against ears. Where rounding or a self-crossing leaves
//            none, the least bad corner is cut: it always ends, after O(n^2) tests.
#include "io/triangulate_polygon.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

namespace graze::io {
namespace {
using Vec2 = Eigen::Vector2d;

/// Twice the signed area of a triangle.
double doubled_area(const Vec2& a, const Vec2& b, const Vec2& c) {
  return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

/// The corners relative to the first one, shrunk to about unit size so that no product overflows.
void place_locally(std::span<const std::uint32_t> corners, std::span<const Vec3> vertices,
                   std::vector<Vec3>& local) {
  double size = 0.0;
  for (const std::uint32_t c : corners) size = std::max(size, vertices[c].cwiseAbs().maxCoeff());
  const double scale = size > 0.0 ? 0.25 * std::exp2(-std::ilogb(size)) : 1.0;
  local.clear();
  const Vec3 origin = vertices[corners[0]] * scale;
  for (const std::uint32_t c : corners) local.push_back(vertices[c] * scale - origin);
}

Vec3 newell_normal(const std::vector<Vec3>& polygon) {
  Vec3 normal = Vec3::Zero();
  for (std::size_t i = 0, last = polygon.size() - 1; i < polygon.size(); last = i++) {
    normal += polygon[last].cross(polygon[i]);
  }
  return normal;
}

/// Drops the coordinate along which the normal is largest; keeps the polygon counter-clockwise.
void project(const std::vector<Vec3>& polygon, const Vec3& normal, std::vector<Vec2>& flat) {
  Eigen::Index drop = 0;
  normal.cwiseAbs().maxCoeff(&drop);
  Eigen::Index u = (drop + 1) % 3;
  Eigen::Index v = (drop + 2) % 3;
  if (normal[drop] < 0.0) std::swap(u, v);
  flat.clear();
  for (const Vec3& p : polygon) flat.emplace_back(p[u], p[v]);
}

/// True if the fan from corner 0 has no triangle that is turned over and each corner turns left:
/// then the fan covers the polygon.
bool is_convex(const std::vector<Vec2>& flat) {
  const std::size_t n = flat.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (doubled_area(flat[i], flat[(i + 1) % n], flat[(i + 2) % n]) < 0.0) return false;
  }
  for (std::size_t i = 1; i + 1 < n; ++i) {
    if (doubled_area(flat[0], flat[i], flat[i + 1]) < 0.0) return false;  // winds more than once
  }
  return true;
}

void write_fan(std::span<const std::uint32_t> corners, std::span<Triangle> out) {
  for (std::size_t i = 0; i + 2 < corners.size(); ++i) {
    out[i] = {corners[0], corners[i + 1], corners[i + 2]};
  }
}

constexpr std::size_t kTestsPerSquare = 8;

/// The corners that are left, as a ring.
class EarClipper {
 public:
  explicit EarClipper(const std::vector<Vec2>& flat)
      : flat_(flat),
        next_(flat.size()),
        previous_(flat.size()),
        left_(flat.size()),
        tests_left_(kTestsPerSquare * flat.size() * flat.size()) {
    for (std::size_t i = 0; i < flat.size(); ++i) {
      next_[i] = (i + 1) % flat.size();
      previous_[i] = (i + flat.size() - 1) % flat.size();
    }
  }

  void clip(std::span<const std::uint32_t> corners, std::span<Triangle> out) {
    std::size_t corner = 0;
    for (Triangle& triangle : out) {
      const std::size_t ear = find_ear(corner);
      triangle = {corners[previous_[ear]], corners[ear], corners[next_[ear]]};
      corner = next_[next_[ear]];  // skipping one spreads the ears: fewer slivers than a fan
      remove(ear);
    }
  }

 private:
  double turn(std::size_t i) const {
    return doubled_area(flat_[previous_[i]], flat_[i], flat_[next_[i]]);
  }

  std::size_t find_ear(std::size_t start) {
    std::size_t best = start;
    double best_turn = -std::numeric_limits<double>::infinity();
    std::size_t i = start;
    for (std::size_t tried = 0; tried < left_; ++tried, i = next_[i]) {
      const double area = turn(i);
      if (area > 0.0 && is_empty_ear(i)) return i;
      // A corner without area (collinear, or a bridge there and back) costs nothing to cut.
      const double merit = -std::abs(area);
      if (area <= 0.0 && merit > best_turn) {
        best = i;
        best_turn = merit;
      }
    }
    return best;
  }

  /// Simple polygons need up to 1.3 n^2 tests (spirals). One that is still not cut after many more
  /// crosses itself, so that there is no right answer to look for: any convex corner will do then.
  bool is_empty_ear(std::size_t ear) {
    const Vec2& a = flat_[previous_[ear]];
    const Vec2& b = flat_[ear];
    const Vec2& c = flat_[next_[ear]];
    for (std::size_t i = next_[next_[ear]]; i != previous_[ear]; i = next_[i]) {
      if (tests_left_ == 0) return true;
      --tests_left_;
      const Vec2& p = flat_[i];
      const bool inside = doubled_area(a, b, p) >= 0.0 && doubled_area(b, c, p) >= 0.0 &&
                          doubled_area(c, a, p) >= 0.0;
      if (!inside || turn(i) > 0.0) continue;    // a convex corner inside brings a reflex one along
      if (p == a || p == b || p == c) continue;  // bridges to holes visit a point twice
      return false;
    }
    return true;
  }

  void remove(std::size_t i) {
    next_[previous_[i]] = next_[i];
    previous_[next_[i]] = previous_[i];
    --left_;
  }

  const std::vector<Vec2>& flat_;
  std::vector<std::size_t> next_;
  std::vector<std::size_t> previous_;
  std::size_t left_;
  std::size_t tests_left_;
};
}  // namespace

PolygonFit triangulate_polygon(std::span<const std::uint32_t> corners,
                               std::span<const Vec3> vertices, std::span<Triangle> out,
                               PolygonScratch& scratch) {
  if (corners.size() == 3) {
    out[0] = {corners[0], corners[1], corners[2]};
    return PolygonFit::kFan;
  }
  place_locally(corners, vertices, scratch.local);
  project(scratch.local, newell_normal(scratch.local), scratch.flat);
  if (is_convex(scratch.flat)) {
    write_fan(corners, out);
    return PolygonFit::kFan;
  }
  if (corners.size() > kMaxConcaveCorners) return PolygonFit::kTooLarge;
  EarClipper(scratch.flat).clip(corners, out);
  return PolygonFit::kEars;
}

}  // namespace graze::io
