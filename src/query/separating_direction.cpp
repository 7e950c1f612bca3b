// SPDX-License-Identifier: MIT
// Question   Which directions may separate two convex pieces at an instant?                    [G2]
// Source     The separating axes of Gottschalk, Lin, Manocha 1996, for boxes and triangles alike.
// Guarantee  None: what is guessed is tried by the checker's inequality.
#include "query/separating_direction.h"

#include <array>

#include "graze/geometry/triangle_distance.h"

namespace graze::query {
namespace {
using certify::Piece;

/// Normals of faces and directions of edges, in the frame of the question.
struct Silhouette {
  Vec3 centre = Vec3::Zero();
  std::array<Vec3, 4> normals;
  int normal_count = 0;
  std::array<Vec3, 3> edges;
};

Silhouette shape_of(const ObbNode& node, const Vec3& centre, const Pose& pose) {
  Silhouette shape{pose * centre, {}, 3, {}};
  for (int k = 0; k < 3; ++k) {
    shape.edges[std::size_t(k)] = shape.normals[std::size_t(k)] =
        times(pose.rotation, Vec3(node.box.axes.col(k)));
  }
  return shape;
}

Corners placed(const ProofBody& body, const Piece& piece, const Pose& pose, double t) {
  Corners corners = body.tree->tree().mesh().corners(piece.index);
  if (body.end != nullptr) {
    const Corners late = body.end->tree().mesh().corners(piece.index);
    for (std::size_t k = 0; k < 3; ++k) corners[k] += t * (late[k] - corners[k]);
  }
  for (Vec3& corner : corners) corner = pose * corner;
  return corners;
}

Silhouette shape_of(const Corners& corners) {
  Silhouette shape{(corners[0] + corners[1] + corners[2]) / 3.0, {}, 4, {}};
  for (std::size_t k = 0; k < 3; ++k) shape.edges[k] = corners[(k + 1) % 3] - corners[k];
  shape.normals[0] = shape.edges[0].cross(shape.edges[1]);
  for (std::size_t k = 0; k < 3; ++k) {
    shape.normals[k + 1] = shape.edges[k].cross(shape.normals[0]);
  }
  return shape;
}

Silhouette shape_of(const ProofBody& body, const Piece& piece, const Pose& pose, double t) {
  if (piece.is_triangle) return shape_of(placed(body, piece, pose, t));
  const ObbNode& early = body.tree->tree().nodes()[piece.index];
  if (body.end == nullptr) return shape_of(early, early.box.centre, pose);
  const ObbNode& late = body.end->tree().nodes()[piece.index];
  const Vec3 centre = (1.0 - t) * early.box.centre + t * late.box.centre;
  return shape_of(t < 0.5 ? early : late, centre, pose);
}

/// From a to b, as far as their centres tell; both ways if they do not.
void add(const Vec3& direction, const Vec3& between, std::vector<Vec3>& guesses) {
  const double length = direction.norm();
  if (!(length > 1e-300)) return;
  const Vec3 n = direction / length;
  const double along = n.dot(between);
  const double doubt = 0.05 * between.norm();
  if (along > -doubt) guesses.push_back(n);
  if (along < doubt) guesses.push_back(-n);
}
}  // namespace

void guess_directions(const certify::Cell& cell, const Piece& a, const Piece& b, const PairPose& at,
                      std::vector<Vec3>& guesses) {
  const Silhouette shape_a = shape_of(*cell.a.body, a, at.a, at.t);
  const Silhouette shape_b = shape_of(*cell.b.body, b, at.b, at.t);
  const Vec3 between = shape_b.centre - shape_a.centre;
  if (a.is_triangle && b.is_triangle) {
    const TriangleDistance nearest =
        triangle_distance(placed(*cell.a.body, a, at.a, at.t), placed(*cell.b.body, b, at.b, at.t));
    const Vec3 apart = nearest.point_b - nearest.point_a;
    if (apart.norm() > 0.0) guesses.push_back(apart.normalized());
  }
  add(between, between, guesses);
  for (int k = 0; k < shape_a.normal_count; ++k)
    add(shape_a.normals[std::size_t(k)], between, guesses);
  for (int k = 0; k < shape_b.normal_count; ++k)
    add(shape_b.normals[std::size_t(k)], between, guesses);
  for (const Vec3& edge_a : shape_a.edges) {
    for (const Vec3& edge_b : shape_b.edges) add(edge_a.cross(edge_b), between, guesses);
  }
}

double triangle_gap(const certify::Cell& cell, const Piece& a, const Piece& b, const PairPose& at) {
  return triangle_distance(placed(*cell.a.body, a, at.a, at.t), placed(*cell.b.body, b, at.b, at.t))
      .distance();
}

}  // namespace graze::query
