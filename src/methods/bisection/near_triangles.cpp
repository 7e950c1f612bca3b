// SPDX-License-Identifier: MIT
// Question   Which triangles are near each other at an instant, and how deep do they overlap?  [C9]
// Source     Redon, Kheddar, Coquillart 2002, section 4.1.1 (the discrete test).
// Guarantee  No pair within the limit is left out, rounding included.
// Changed    -
#include "methods/bisection/near_triangles.h"

#include <algorithm>
#include <array>

#include "graze/geometry/triangle_distance.h"

namespace graze::bisection {
namespace {
class NearSearch {
 public:
  NearSearch(TreePair& pair, double t, double limit, BudgetWatch& watch, Stats& stats)
      : pair_(pair), pose_(pair.motion.at(t)), limit_(limit), watch_(watch), stats_(stats) {}

  std::vector<NearTriangles> run() {
    std::vector<std::array<std::uint32_t, 2>> todo{{0, 0}};
    while (!todo.empty() && !watch_.spend()) {
      const auto [a, b] = todo.back();
      todo.pop_back();
      ++stats_.box_tests;
      if (are_separated(pair_.boxes(a, b), pose_, {limit_, false})) continue;
      const ObbNode& na = pair_.a.nodes()[a];
      const ObbNode& nb = pair_.b.nodes()[b];
      if (na.is_leaf() && nb.is_leaf()) {
        look_at_leaves(na, nb);
      } else if (pair_.opens_a(a, b)) {
        todo.insert(todo.end(), {{na.first, b}, {na.first + 1, b}});
      } else {
        todo.insert(todo.end(), {{a, nb.first}, {a, nb.first + 1}});
      }
    }
    std::sort(found_.begin(), found_.end(), [](const NearTriangles& x, const NearTriangles& y) {
      return std::pair(x.triangle_a, x.triangle_b) < std::pair(y.triangle_a, y.triangle_b);
    });
    return std::move(found_);
  }

 private:
  void look_at_leaves(const ObbNode& a, const ObbNode& b) {
    for (std::uint32_t i = 0; i < a.count; ++i) {
      for (std::uint32_t j = 0; j < b.count; ++j) {
        look_at({pair_.a.order()[a.first + i], pair_.b.order()[b.first + j], {}});
      }
    }
  }

  void look_at(NearTriangles triangles) {
    ++stats_.triangle_tests;
    const TrianglePair corners = pair_.triangles(triangles.triangle_a, triangles.triangle_b);
    const MovingCorners placed(corners, pose_);
    const double error = placed.largest_radius() + 128.0 * kUnitRoundoff * placed.size;
    const double distance = triangle_distance(corners.a, placed.middle).distance();
    triangles.distance = {std::max(0.0, distance - error), distance + error};
    if (triangles.distance.lo <= limit_) found_.push_back(triangles);
  }

  TreePair& pair_;
  const RelativeEnclosure& pose_;
  double limit_;
  BudgetWatch& watch_;
  Stats& stats_;
  std::vector<NearTriangles> found_;
};

/// How far apart along n, which need not be unit; -infinity if it is zero.
double gap_along(const Vec3& n, const Corners& a, const Corners& b) {
  const double length = n.norm();
  if (!(length > 1e-200)) return -kInfinity;
  const auto lowest = [&n](const Corners& c) {
    return std::min({n.dot(c[0]), n.dot(c[1]), n.dot(c[2])});
  };
  const auto highest = [&n](const Corners& c) {
    return std::max({n.dot(c[0]), n.dot(c[1]), n.dot(c[2])});
  };
  return std::max(lowest(b) - highest(a), lowest(a) - highest(b)) / length;
}

/// The largest gap along the 17 axes of two triangles: normals, crossed edges, normals of the edges
/// within the planes.
double largest_gap(const Corners& a, const Corners& b) {
  const Vec3 normal_a = (a[1] - a[0]).cross(a[2] - a[0]);
  const Vec3 normal_b = (b[1] - b[0]).cross(b[2] - b[0]);
  double gap = std::max(gap_along(normal_a, a, b), gap_along(normal_b, a, b));
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 edge_a = a[(i + 1) % 3] - a[i];
    const Vec3 edge_b = b[(i + 1) % 3] - b[i];
    gap = std::max(
        {gap, gap_along(edge_a.cross(normal_a), a, b), gap_along(edge_b.cross(normal_b), a, b)});
    for (std::size_t j = 0; j < 3; ++j) {
      gap = std::max(gap, gap_along(edge_a.cross(b[(j + 1) % 3] - b[j]), a, b));
    }
  }
  return gap;
}
}  // namespace

std::vector<NearTriangles> near_triangles(TreePair& pair, double t, double limit,
                                          BudgetWatch& watch, Stats& stats) {
  if (pair.a.nodes().empty() || pair.b.nodes().empty()) return {};
  return NearSearch(pair, t, limit, watch, stats).run();
}

double signed_distance_at(TreePair& pair, const NearTriangles& triangles, double t) {
  const TrianglePair corners = pair.triangles(triangles.triangle_a, triangles.triangle_b);
  const MovingCorners placed(corners, pair.motion.at(t));
  const double distance = triangle_distance(corners.a, placed.middle).distance();
  if (distance > 0.0) return distance;
  const double gap = largest_gap(corners.a, placed.middle);
  return gap == -kInfinity ? 0.0 : std::min(gap, 0.0);
}

}  // namespace graze::bisection
