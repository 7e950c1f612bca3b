// SPDX-License-Identifier: MIT
#include "support/solids.h"

#include <algorithm>
#include <map>
#include <set>

namespace graze::test {

BacktrackingBody solid(const TriangleMesh& mesh, const Motion& motion) {
  return {ClosedPolyhedron(mesh), build_obb_tree(mesh, {.leaf_triangles = 1, .threads = 1}),
          motion};
}

PairQuestion question(const TriangleMesh& a, const Motion& move_a, const TriangleMesh& b,
                      const Motion& move_b) {
  PairQuestion q;
  q.a = {Shape::from_mesh(a), move_a, 0.0};
  q.b = {Shape::from_mesh(b), move_b, 0.0};
  return q;
}

Motion line(const Vec3& from, const Vec3& to) {
  return Motion::between({Mat3::Identity(), from}, {Mat3::Identity(), to});
}

Motion still_at(const Vec3& place) { return Motion::still({Mat3::Identity(), place}); }

TriangleMesh box_mesh(const Vec3& half_size) { return Shape::from_box(half_size).mesh(); }

namespace {
/// Gift wrapping without wrapping: a triangle is a face if all points are on one side of it.
/// Coplanar sets are fanned. O(n^4), for a few dozen points.
TriangleMesh hull_mesh(const std::vector<Vec3>& points) {
  const double eps = 1e-9;
  std::vector<Triangle> triangles;
  std::set<std::vector<std::uint32_t>> seen;
  const auto count = static_cast<std::uint32_t>(points.size());
  for (std::uint32_t i = 0; i < count; ++i) {
    for (std::uint32_t j = i + 1; j < count; ++j) {
      for (std::uint32_t k = j + 1; k < count; ++k) {
        Vec3 n = (points[j] - points[i]).cross(points[k] - points[i]);
        if (n.norm() < eps) continue;
        n.normalize();
        bool above = false, below = false;
        std::vector<std::uint32_t> on;
        for (std::uint32_t m = 0; m < count && !(above && below); ++m) {
          const double h = n.dot(points[m] - points[i]);
          above = above || h > eps;
          below = below || h < -eps;
          if (std::abs(h) <= eps) on.push_back(m);
        }
        if ((above && below) || !seen.insert(on).second) continue;
        const Vec3 out = above ? Vec3(-n) : n;
        Vec3 centre = Vec3::Zero();
        for (const auto m : on) centre += points[m] / static_cast<double>(on.size());
        const Vec3 x = (points[on[0]] - centre).normalized(), y = out.cross(x);
        std::sort(on.begin(), on.end(), [&](std::uint32_t p, std::uint32_t q) {
          const Vec3 u = points[p] - centre, v = points[q] - centre;
          return std::atan2(y.dot(u), x.dot(u)) < std::atan2(y.dot(v), x.dot(v));
        });
        for (std::size_t m = 2; m < on.size(); ++m) triangles.push_back({on[0], on[m - 1], on[m]});
      }
    }
  }
  return TriangleMesh(points, triangles);
}
}  // namespace

TriangleMesh bevelled_cube(double cut) {
  std::vector<Vec3> points;
  for (int axis = 0; axis < 3; ++axis) {
    for (int i = 0; i < 8; ++i) {
      Vec3 p((i & 1) ? 1 : -1, (i & 2) ? 1 : -1, (i & 4) ? 1 : -1);
      for (int k = 0; k < 3; ++k)
        if (k != axis) p[k] *= 1.0 - cut;
      points.push_back(p);
    }
  }
  return hull_mesh(points);
}

TriangleMesh prism(const std::vector<std::pair<double, double>>& polygon, double height,
                   std::size_t apex) {
  const auto n = static_cast<std::uint32_t>(polygon.size());
  std::vector<Vec3> vertices;
  for (const double z : {0.0, height})
    for (const auto& [x, y] : polygon) vertices.emplace_back(x, y, z);
  std::vector<Triangle> triangles;
  const auto at = [&](std::uint32_t i) { return (static_cast<std::uint32_t>(apex) + i) % n; };
  for (std::uint32_t i = 2; i < n; ++i) {
    triangles.push_back({n + at(0), n + at(i - 1), n + at(i)});
    triangles.push_back({at(0), at(i), at(i - 1)});
  }
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t j = (i + 1) % n;
    triangles.push_back({i, j, n + j});
    triangles.push_back({i, n + j, n + i});
  }
  return TriangleMesh(vertices, triangles);
}

TriangleMesh random_convex(std::mt19937_64& random, int points) {
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> squeeze(0.4, 1.0);
  const Vec3 scale(squeeze(random), squeeze(random), squeeze(random));
  std::vector<Vec3> cloud;
  for (int i = 0; i < points; ++i) {
    const Vec3 p(normal(random), normal(random), normal(random));
    cloud.push_back(p.normalized().cwiseProduct(scale));
  }
  return hull_mesh(cloud);
}

}  // namespace graze::test
