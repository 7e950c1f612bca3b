// SPDX-License-Identifier: MIT
#include "geometry/shapes/mesh_builder.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "graze/math/sin_cos.h"

namespace graze::shapes {

std::uint32_t MeshBuilder::add_vertex(const Vec3& p) {
  vertices_.push_back(p);
  return static_cast<std::uint32_t>(vertices_.size() - 1);
}

Loop MeshBuilder::add_loop(const std::vector<Vec3>& points) {
  Loop loop;
  for (const Vec3& p : points) loop.push_back(add_vertex(p));
  return loop;
}

void MeshBuilder::add_triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  triangles_.push_back({a, b, c});
}

void MeshBuilder::add_quad(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  add_triangle(a, b, c);
  add_triangle(a, c, d);
}

void MeshBuilder::add_band(const Loop& lower, const Loop& upper) {
  for (std::size_t i = 0; i < lower.size(); ++i) {
    const std::size_t next = (i + 1) % lower.size();
    add_quad(lower[i], lower[next], upper[next], upper[i]);
  }
}

void MeshBuilder::add_cap_below(const Loop& loop, const Vec3& pole) {
  const std::uint32_t centre = add_vertex(pole);
  for (std::size_t i = 0; i < loop.size(); ++i) {
    add_triangle(centre, loop[(i + 1) % loop.size()], loop[i]);
  }
}

void MeshBuilder::add_cap_above(const Loop& loop, const Vec3& pole) {
  const std::uint32_t centre = add_vertex(pole);
  for (std::size_t i = 0; i < loop.size(); ++i) {
    add_triangle(centre, loop[i], loop[(i + 1) % loop.size()]);
  }
}

void MeshBuilder::flip() {
  for (Triangle& t : triangles_) std::swap(t[1], t[2]);
}

TriangleMesh MeshBuilder::mesh() && {
  return TriangleMesh(std::move(vertices_), std::move(triangles_));
}

std::vector<Loop> add_bands(MeshBuilder& builder, const std::vector<std::vector<Vec3>>& loops,
                            int pieces) {
  std::vector<Loop> added{builder.add_loop(loops.front())};
  for (std::size_t j = 1; j < loops.size(); ++j) {
    for (int piece = 1; piece <= pieces; ++piece) {
      std::vector<Vec3> points = loops[j];
      for (std::size_t i = 0; i < points.size() && piece < pieces; ++i) {
        points[i] = loops[j - 1][i] + (loops[j][i] - loops[j - 1][i]) * (double(piece) / pieces);
      }
      added.push_back(builder.add_loop(points));
      builder.add_band(added[added.size() - 2], added.back());
    }
  }
  return added;
}

TriangleMesh closed_ring(const std::vector<std::vector<Vec3>>& loops, int pieces) {
  std::vector<std::vector<Vec3>> around = loops;
  around.push_back(loops.front());
  std::vector<std::vector<Vec3>> dense;
  for (std::size_t j = 0; j + 1 < around.size(); ++j) {
    for (int piece = 0; piece < pieces; ++piece) {
      std::vector<Vec3> points = around[j];
      for (std::size_t i = 0; i < points.size() && piece > 0; ++i) {
        points[i] = around[j][i] + (around[j + 1][i] - around[j][i]) * (double(piece) / pieces);
      }
      dense.push_back(std::move(points));
    }
  }
  MeshBuilder builder;
  const std::vector<Loop> added = add_bands(builder, dense);
  builder.add_band(added.back(), added.front());
  return std::move(builder).mesh();
}

Eigen::Vector2d circle_point(std::int64_t k, std::int64_t n) {
  k = ((k % n) + n) % n;
  const std::int64_t quadrant = 4 * k / n;
  const std::int64_t rest = 4 * k - quadrant * n;  // angle in the quadrant: rest / n * pi / 2
  const bool is_upper = 2 * rest > n;
  const std::int64_t octant = is_upper ? n - rest : rest;
  const SinCos point =
      sin_cos(static_cast<double>(octant) / static_cast<double>(n) * 1.5707963267948966);
  Eigen::Vector2d p(point.cos, point.sin);
  if (2 * rest == n) p = Eigen::Vector2d::Constant(std::sqrt(0.5));
  if (is_upper) std::swap(p.x(), p.y());
  for (std::int64_t turn = 0; turn < quadrant; ++turn) p = {-p.y(), p.x()};
  return p;
}

std::vector<Vec3> circle(int n, double radius, double z) {
  std::vector<Vec3> points;
  for (int i = 0; i < n; ++i) {
    const Eigen::Vector2d p = circle_point(i, n) * radius;
    points.emplace_back(p.x(), p.y(), z);
  }
  return points;
}

int parts_for(double wanted, double base) {
  return std::max(1, static_cast<int>(std::lround(std::sqrt(wanted / base))));
}

}  // namespace graze::shapes
