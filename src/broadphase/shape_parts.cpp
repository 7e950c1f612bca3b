// SPDX-License-Identifier: MIT
// Question   Which few boxes and balls contain a shape?                                        [C8]
// Source     Nodes of its OBB tree; smallest balls by Badoiu, Clarkson 2003.
// Guarantee  Every triangle is in a part, rounding included.
// Changed    A node is divided only where its children take no more room than it does.
#include "graze/broadphase/shape_parts.h"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {
/// A node's triangles, in its box or in a ball around them.
struct NodePart {
  std::uint32_t node;
  double volume;
  ShapePart part;
};

/// Corners of the triangles below a node.
std::vector<Vec3> corners_below(const ObbTree& tree, std::uint32_t top) {
  std::vector<Vec3> corners;
  std::vector<std::uint32_t> open{top};
  while (!open.empty()) {
    const ObbNode& node = tree.nodes()[open.back()];
    open.pop_back();
    if (!node.is_leaf()) open.insert(open.end(), {node.first, node.first + 1});
    for (std::uint32_t i = 0; i < node.count; ++i) {
      const auto triangle = tree.mesh().corners(tree.order()[node.first + i]);
      corners.insert(corners.end(), triangle.begin(), triangle.end());
    }
  }
  return corners;
}

std::size_t farthest(const std::vector<Vec3>& points, const Vec3& from, std::size_t step) {
  std::size_t best = 0;
  double best_sq = -1.0;
  for (std::size_t i = 0; i < points.size(); i += step) {
    const double square = (points[i] - from).squaredNorm();
    if (square <= best_sq) continue;
    best_sq = square;
    best = i;
  }
  return best;
}

/// >= the distance of which `square` is the computed square: differences, squares, sums and the
/// root are off by less than 8 u of it; the second term covers squares that underflow.
double distance_above(double square) {
  return std::sqrt(square) * (1.0 + 16.0 * kUnitRoundoff) + 1e-150;
}

double radius_about(const Vec3& centre, const std::vector<Vec3>& points) {
  return distance_above((points[farthest(points, centre, 1)] - centre).squaredNorm());
}

/// Near the centre of the smallest ball around the points: ever smaller steps towards the farthest
/// one, of a sample if there are very many. Any centre is correct; this one is close to the best.
Vec3 ball_centre(const std::vector<Vec3>& points) {
  constexpr std::size_t kSteps = 100, kSample = 1000;
  const std::size_t step = 1 + points.size() / kSample;
  Vec3 centre = points[0];
  for (std::size_t i = 1; i <= kSteps; ++i) {
    const Vec3& p = points[farthest(points, centre, step)];
    centre += (p - centre) / static_cast<double>(i + 1);
  }
  return centre;
}

NodePart part_of(const ObbTree& tree, std::uint32_t node) {
  const std::vector<Vec3> points = corners_below(tree, node);
  const Vec3 centre = ball_centre(points);
  const double radius = radius_about(centre, points);
  const Box& box = tree.nodes()[node].box;
  constexpr double kUnitBall = 4.18879;  // 4 pi / 3
  const double of_ball = kUnitBall * radius * radius * radius, of_box = 8.0 * box.half_size.prod();
  if (of_ball < of_box) {
    return {node, of_ball, {{centre, Mat3::Identity(), Vec3::Constant(radius)}, radius}};
  }
  return {node, of_box, {box, radius_about(box.centre, points)}};
}

/// The node's children, unless they take more room than it: balls on both sides of a cut overlap
/// there, which is allowed for.
std::vector<NodePart> divided(const ObbTree& tree, const NodePart& whole) {
  constexpr double kOverlap = 1.1;
  const ObbNode& node = tree.nodes()[whole.node];
  if (node.is_leaf()) return {};
  const NodePart first = part_of(tree, node.first), second = part_of(tree, node.first + 1);
  if (first.volume + second.volume > kOverlap * whole.volume) return {};
  return {first, second};
}
}  // namespace

std::vector<ShapePart> parts_around(const ObbTree& tree, std::size_t most) {
  std::vector<NodePart> open;
  std::vector<ShapePart> parts;
  if (!tree.nodes().empty()) open.push_back(part_of(tree, 0));
  while (!open.empty()) {
    const auto largest =
        std::max_element(open.begin(), open.end(),
                         [](const NodePart& a, const NodePart& b) { return a.volume < b.volume; });
    const NodePart whole = *largest;
    open.erase(largest);
    const bool has_room = open.size() + parts.size() + 2 <= most;
    const std::vector<NodePart> children =
        has_room ? divided(tree, whole) : std::vector<NodePart>();
    if (children.empty()) parts.push_back(whole.part);
    open.insert(open.end(), children.begin(), children.end());
  }
  return parts;
}

double radius_about(const Vec3& centre, const TriangleMesh& mesh) {
  double farthest_sq = 0.0;
  for (const Triangle& triangle : mesh.triangles()) {
    for (const std::uint32_t corner : triangle) {
      farthest_sq = std::max(farthest_sq, (mesh.vertices()[corner] - centre).squaredNorm());
    }
  }
  return distance_above(farthest_sq);
}

}  // namespace graze
