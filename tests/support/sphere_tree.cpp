// SPDX-License-Identifier: MIT
#include "support/sphere_tree.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace graze::test {
namespace {
Vec3 middle(const Corners& t) { return (t[0] + t[1] + t[2]) / 3.0; }

/// One search: balls are passed over when they cannot hold anything nearer.
class NearestSearch {
 public:
  NearestSearch(const SphereTree& a, const SphereTree& b, const Pose& pose)
      : a_(a), b_(b), pose_(pose) {}

  NearestTriangles run(const NearestTriangles& likely) {
    best_.distance = std::numeric_limits<double>::infinity();
    const Corners& c = b_.corners_of(likely.b);
    look(a_.corners_of(likely.a), {pose_ * c[0], pose_ * c[1], pose_ * c[2]}, likely);
    visit(0, 0);
    return best_;
  }

 private:
  double gap(std::uint32_t i, std::uint32_t j) const {
    const SphereTree::Ball &p = a_.balls()[i], &q = b_.balls()[j];
    return (pose_ * q.centre - p.centre).norm() - p.radius - q.radius;
  }

  void visit(std::uint32_t i, std::uint32_t j) {
    const SphereTree::Ball &p = a_.balls()[i], &q = b_.balls()[j];
    if (best_.distance == 0.0) return;
    if (p.count > 0 && q.count > 0) return look(p, q);
    const bool open_a = q.count > 0 || (p.count == 0 && p.radius >= q.radius);
    std::pair<std::uint32_t, std::uint32_t> one{open_a ? p.left : i, open_a ? j : q.left};
    std::pair<std::uint32_t, std::uint32_t> two{open_a ? p.right : i, open_a ? j : q.right};
    double gap_one = gap(one.first, one.second), gap_two = gap(two.first, two.second);
    if (gap_two < gap_one) {
      std::swap(one, two);
      std::swap(gap_one, gap_two);
    }
    if (gap_one < best_.distance) visit(one.first, one.second);
    if (gap_two < best_.distance) visit(two.first, two.second);
  }

  void look(const SphereTree::Ball& p, const SphereTree::Ball& q) {
    for (std::uint32_t j = q.first; j < q.first + q.count; ++j) {
      const Corners& c = b_.corners(j);
      const Corners placed{pose_ * c[0], pose_ * c[1], pose_ * c[2]};
      for (std::uint32_t i = p.first; i < p.first + p.count; ++i) {
        look(a_.corners(i), placed, {0.0, a_.triangle(i), b_.triangle(j)});
      }
    }
  }

  void look(const Corners& a, const Corners& b, const NearestTriangles& ids) {
    const TriangleDistance d = triangle_distance(a, b);
    const double distance = d.intersecting ? 0.0 : d.distance();
    if (distance < best_.distance) best_ = {distance, ids.a, ids.b};
  }

  const SphereTree& a_;
  const SphereTree& b_;
  Pose pose_;
  NearestTriangles best_;
};
}  // namespace

SphereTree::SphereTree(const TriangleMesh& mesh)
    : origin_(mesh.bounds().centre()), order_(mesh.triangles().size()) {
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const auto c = mesh.corners(i);
    corners_.push_back({c[0] - origin_, c[1] - origin_, c[2] - origin_});
  }
  std::iota(order_.begin(), order_.end(), 0u);
  balls_.reserve(2 * order_.size());
  build(0, static_cast<std::uint32_t>(order_.size()));
}

std::uint32_t SphereTree::build(std::uint32_t first, std::uint32_t count) {
  const auto index = static_cast<std::uint32_t>(balls_.size());
  balls_.emplace_back();
  Aabb bounds;
  for (std::uint32_t i = first; i < first + count; ++i)
    for (const Vec3& corner : corners(i)) bounds.add(corner);
  Ball ball;
  ball.centre = bounds.centre();
  for (std::uint32_t i = first; i < first + count; ++i)
    for (const Vec3& corner : corners(i))
      ball.radius = std::max(ball.radius, (corner - ball.centre).norm() * (1.0 + 1e-12));
  if (count <= 1) {
    ball.first = first;
    ball.count = count;
  } else {
    int axis = 0;
    (bounds.hi - bounds.lo).maxCoeff(&axis);
    const auto begin = order_.begin() + first;
    std::nth_element(begin, begin + count / 2, begin + count, [&](auto x, auto y) {
      return middle(corners_[x])[axis] < middle(corners_[y])[axis];
    });
    ball.left = build(first, count / 2);
    ball.right = build(first + count / 2, count - count / 2);
  }
  balls_[index] = ball;
  return index;
}

NearestTriangles nearest_triangles(const SphereTree& a, const SphereTree& b, const Pose& a_from_b,
                                   const NearestTriangles& likely) {
  return NearestSearch(a, b, a_from_b).run(likely);
}

}  // namespace graze::test
