// SPDX-License-Identifier: MIT
// Question   Which few boxes and balls contain a shape?                                        [C8]
// Source     Divided as an OBB tree is; smallest balls by Badoiu, Clarkson 2003.
// Guarantee  Every triangle is in a part, rounding included.
// Changed    A part is divided only where its halves take no more room than it does.
#include "graze/broadphase/shape_parts.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "graze/spatial/obb_tree.h"
#include "spatial/obb_split.h"

namespace graze {
namespace {
/// Some triangles, in their box or in a ball.
struct OpenPiece {
  std::span<BuildTriangle> triangles;
  Box box;
  double volume;
  ShapePart part;
};

std::vector<Vec3> corners_of(std::span<const BuildTriangle> triangles) {
  std::vector<Vec3> corners;
  corners.reserve(3 * triangles.size());
  for (const BuildTriangle& t : triangles) {
    corners.insert(corners.end(), std::begin(t.corners), std::end(t.corners));
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
/// one, of a sample if there are very many. Any centre is right, this one is good.
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

OpenPiece piece_of(std::span<BuildTriangle> triangles, const Mat3& axes) {
  const std::vector<Vec3> points = corners_of(triangles);
  const Vec3 centre = ball_centre(points);
  const double radius = radius_about(centre, points);
  const Box box = fit_box(triangles, axes);
  constexpr double kUnitBall = 4.18879;  // 4 pi / 3
  const double of_ball = kUnitBall * radius * radius * radius, of_box = 8.0 * box.half_size.prod();
  if (of_ball < of_box) {
    return {triangles, box, of_ball, {{centre, Mat3::Identity(), Vec3::Constant(radius)}, radius}};
  }
  return {triangles, box, of_box, {box, radius_about(box.centre, points)}};
}

/// Two parts, unless they take more room than the whole: balls on both sides of a cut overlap
/// there, which is allowed for.
std::vector<OpenPiece> divided(const OpenPiece& whole) {
  constexpr double kOverlap = 1.1;
  if (whole.triangles.size() == 1) return {};
  const std::size_t middle = split_triangles(whole.triangles, whole.box, ObbSplit::kSurface);
  const OpenPiece first = piece_of(whole.triangles.first(middle), whole.box.axes);
  const OpenPiece second = piece_of(whole.triangles.subspan(middle), whole.box.axes);
  if (first.volume + second.volume > kOverlap * whole.volume) return {};
  return {first, second};
}
}  // namespace

std::vector<ShapePart> parts_around(const TriangleMesh& mesh, std::size_t most) {
  std::vector<BuildTriangle> triangles = build_triangles(mesh);
  std::vector<OpenPiece> open;
  std::vector<ShapePart> parts;
  if (!triangles.empty()) open.push_back(piece_of(triangles, Mat3::Identity()));
  while (!open.empty()) {
    const auto largest = std::max_element(
        open.begin(), open.end(),
        [](const OpenPiece& a, const OpenPiece& b) { return a.volume < b.volume; });
    const OpenPiece whole = *largest;
    open.erase(largest);
    const bool has_room = open.size() + parts.size() + 2 <= most;
    const std::vector<OpenPiece> pieces = has_room ? divided(whole) : std::vector<OpenPiece>();
    if (pieces.empty()) parts.push_back(whole.part);
    open.insert(open.end(), pieces.begin(), pieces.end());
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
