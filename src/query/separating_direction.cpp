// SPDX-License-Identifier: MIT
// Question   Which directions may separate two convex pieces at an instant?                    [G2]
// Source     The separating axes of Gottschalk, Lin, Manocha 1996, for boxes and triangles alike.
// Guarantee  None: what is guessed is tried by the checker's inequality.
#include "query/separating_direction.h"

#include <array>

#include "graze/geometry/triangle_distance.h"
#include "methods/certified/surface_hull.h"

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
    const double s = certify::share_of_way(body, t);
    for (std::size_t k = 0; k < 3; ++k) corners[k] += s * (late[k] - corners[k]);
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

/// A cell's hull has the edges and normals of its two triangles; a ball has a centre.
Silhouette shape_of_faces(const ProofBody& body, const Piece& piece, const Pose& pose) {
  if (piece.cell == nullptr || piece.cell->count < 4) {
    const Vec3 centre = piece.cell != nullptr ? certify::ball_of(*piece.cell).centre
                                              : body.faces->nodes()[piece.index].centre;
    Silhouette ball{pose * centre, {}, 0, {}};
    ball.edges.fill(Vec3::Zero());
    return ball;
  }
  std::array<Vec3, 4> p;
  for (std::size_t k = 0; k < 4; ++k) p[k] = pose * piece.cell->corners[k];
  Silhouette shape{0.25 * (p[0] + p[1] + p[2] + p[3]), {}, 4, {}};
  shape.edges = {p[1] + p[3] - p[0] - p[2], p[2] + p[3] - p[0] - p[1], p[3] - p[0]};
  shape.normals = {(p[3] - p[0]).cross(p[2] - p[1]), Vec3::Zero(), (p[1] - p[0]).cross(p[2] - p[0]),
                   (p[2] - p[3]).cross(p[1] - p[3])};
  shape.normals[1] = shape.normals[0].cross(shape.edges[0]);
  return shape;
}

/// Corners of a cell or triangle; nothing of larger pieces.
certified::PlacedHull hull_of(const ProofBody& body, const Piece& piece, const Pose& pose,
                              double t) {
  certified::PlacedHull hull;
  if (piece.cell != nullptr) {
    const auto add = [&](const Vec3& by) {
      for (std::size_t k = 0; k < std::size_t(piece.cell->count); ++k)
        hull.at[std::size_t(hull.count++)] = pose * Vec3(piece.cell->corners[k] + by);
    };
    add(piece.sunk != nullptr ? (*piece.sunk)[0] : Vec3(Vec3::Zero()));
    if (piece.sunk != nullptr) add((*piece.sunk)[1]);
  } else if (piece.is_triangle) {
    hull.count = 3;
    const Corners corners = placed(body, piece, pose, t);
    for (std::size_t k = 0; k < 3; ++k) hull.at[k] = corners[k];
  }
  return hull;
}

/// From a to b, where the corners of cells are nearest.
void add_closest(const certify::Cell& cell, const Piece& a, const Piece& b, const PairPose& at,
                 std::vector<Vec3>& guesses) {
  certified::PlacedPair pair;
  pair.a = hull_of(*cell.a.body, a, at.a, at.t);
  pair.b = hull_of(*cell.b.body, b, at.b, at.t);
  if (pair.a.count == 0 || pair.b.count == 0) return;
  const Vec3 way = certified::closest_shares(pair).way;
  if (way.norm() > 1e-300) guesses.push_back(way.normalized());
}

/// The same between one cell and the way of the other as seen from it, about: what keeps them apart
/// all the time.
void add_closest_on_the_way(const certify::Cell& cell, const Piece& a, const Piece& b,
                            std::vector<Vec3>& guesses) {
  const certify::Passage &of_a = cell.a, &of_b = cell.b;
  const auto hull = [&](const certify::Passage& body, const Piece& piece, bool at_end) {
    const certify::Instant& at = at_end ? body.end : body.begin;
    return hull_of(*body.body, piece, at.pose, at.t);
  };
  certified::PlacedPair pair;
  pair.a = hull(of_a, a, false);
  pair.b = hull(of_b, b, false);
  if (pair.a.count == 0 || pair.b.count == 0) return;
  const bool is_a = pair.a.count <= pair.b.count;
  certified::PlacedHull& moving = is_a ? pair.a : pair.b;
  const certified::PlacedHull end = is_a ? hull(of_a, a, true) : hull(of_b, b, true);
  const certified::PlacedHull other = is_a ? hull(of_b, b, true) : hull(of_a, a, true);
  if (2 * moving.count > int(moving.at.size())) return;
  const Vec3 by = other.at[0] - (is_a ? pair.b : pair.a).at[0];
  for (int k = 0; k < end.count; ++k)
    moving.at[std::size_t(moving.count++)] = end.at[std::size_t(k)] - by;
  const Vec3 way = certified::closest_shares(pair).way;
  if (way.norm() > 1e-300) guesses.push_back(way.normalized());
}

Silhouette shape_of(const ProofBody& body, const Piece& piece, const Pose& pose, double t) {
  if (body.faces != nullptr) return shape_of_faces(body, piece, pose);
  if (piece.is_triangle) return shape_of(placed(body, piece, pose, t));
  const ObbNode& early = body.tree->tree().nodes()[piece.index];
  if (body.end == nullptr) return shape_of(early, early.box.centre, pose);
  const ObbNode& late = body.end->tree().nodes()[piece.index];
  const double s = certify::share_of_way(body, t);
  const Vec3 centre = (1.0 - s) * early.box.centre + s * late.box.centre;
  return shape_of(s < 0.5 ? early : late, centre, pose);
}

/// From a to b, by their centres; both ways if those do not decide.
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
                      bool few, std::vector<Vec3>& guesses) {
  const Silhouette shape_a = shape_of(*cell.a.body, a, at.a, at.t);
  const Silhouette shape_b = shape_of(*cell.b.body, b, at.b, at.t);
  const Vec3 between = shape_b.centre - shape_a.centre;
  if (a.cell != nullptr || b.cell != nullptr) {
    add_closest(cell, a, b, at, guesses);
    if (cell.span.lo < cell.span.hi) add_closest_on_the_way(cell, a, b, guesses);
  }
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
  if (few) return;
  for (const Vec3& edge_a : shape_a.edges) {
    for (const Vec3& edge_b : shape_b.edges) add(edge_a.cross(edge_b), between, guesses);
  }
}

double triangle_gap(const certify::Cell& cell, const Piece& a, const Piece& b, const PairPose& at) {
  return triangle_distance(placed(*cell.a.body, a, at.a, at.t), placed(*cell.b.body, b, at.b, at.t))
      .distance();
}

}  // namespace graze::query
