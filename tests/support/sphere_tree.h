// SPDX-License-Identifier: MIT
// A tree of balls over triangles: distances of large soups for oracles. Shares nothing with the
// trees of the library.
#pragma once
#include <cstdint>
#include <vector>

#include "graze/geometry/triangle_distance.h"
#include "graze/geometry/triangle_mesh.h"
#include "graze/math/pose.h"

namespace graze::test {

class SphereTree {
 public:
  /// Coordinates are kept relative to `origin()`, the middle of the mesh.
  explicit SphereTree(const TriangleMesh& mesh);

  struct Ball {
    Vec3 centre = Vec3::Zero();
    double radius = 0.0;
    std::uint32_t first = 0, count = 0;  ///< places in triangles(), of a leaf
    std::uint32_t left = 0, right = 0;   ///< children, of an inner ball
  };

  const Vec3& origin() const { return origin_; }
  const std::vector<Ball>& balls() const { return balls_; }  ///< the root first
  std::uint32_t triangle(std::uint32_t place) const { return order_[place]; }
  const Corners& corners(std::uint32_t place) const { return corners_[order_[place]]; }
  const Corners& corners_of(std::uint32_t triangle) const { return corners_[triangle]; }

 private:
  std::uint32_t build(std::uint32_t first, std::uint32_t count);

  Vec3 origin_;
  std::vector<Corners> corners_;
  std::vector<std::uint32_t> order_;
  std::vector<Ball> balls_;
};

/// A nearest pair of triangles; distance 0 if two intersect.
struct NearestTriangles {
  double distance = 0.0;
  std::uint32_t a = 0, b = 0;
};

/// `a_from_b`: from the middle of b to that of a. `likely` is a pair that may be near: the search
/// is shorter the nearer it is, the answer as good.
NearestTriangles nearest_triangles(const SphereTree& a, const SphereTree& b, const Pose& a_from_b,
                                   const NearestTriangles& likely = {});

}  // namespace graze::test
