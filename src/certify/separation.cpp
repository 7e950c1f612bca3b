// SPDX-License-Identifier: MIT
// Question   Does one direction keep two moving pieces apart during an interval of time?       [G2]
// Source     docs/proof.md, sections 2 to 4.
// Guarantee  A positive answer holds for the stored coordinates and the motions' formulas in real
//            numbers, at every instant of the interval.
#include "certify/separation.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "graze/math/interval_arithmetic.h"
#include "math/unit_roundoff.h"

namespace graze::certify {
namespace {
constexpr double kUp =
    1.0 + 32.0 * kU;  // more than 16 roundings of sums and products of terms >= 0

double dot(const Vec3& a, const Vec3& b) { return a.x() * b.x() + a.y() * b.y() + a.z() * b.z(); }

/// No vertex or box reaches farther from the body's origin.
double extent_of(const ProofBody& body) {
  if (body.faces != nullptr) return body.faces->extent();
  if (body.end == nullptr) return body.tree->extent();
  return std::max(body.tree->extent(), body.end->extent());
}

/// The error is that of the pose and, the 32 u, that of computing with it: docs/proof.md,
/// section 4.
Instant instant_at(const ProofBody& body, const Motion& motion, double t) {
  const MotionState state = state_at(motion, t);
  const double extent = extent_of(body);
  const double of_pose = state.rotation_error * extent + state.translation_error;
  const double terms = body.end == nullptr ? 14.0 : 23.0;
  const double rounding = kU * (terms * extent + 6.0 * length_above(state.pose.translation));
  return {t, state.pose, state.rotation_error, (of_pose + rounding) * kUp + 0x1p-500};
}

Passage make_passage(const ProofBody& body, const Motion& motion, const Instant& begin,
                     const Instant& end) {
  Passage passage{&body, &motion, begin, end, bounds_over(motion, {begin.t, end.t})};
  if (passage.bounds.axis) {
    passage.axis_body = transpose_times(begin.pose.rotation, *passage.bounds.axis);
    passage.axis_off = 2.0 * (passage.bounds.axis_error + begin.rotation_error) + 24.0 * kU;
  }
  return passage;
}

Cell make_cell(const Interval& span, Passage a, Passage b) {
  const double width = span.width();
  return {span, std::move(a), std::move(b), round_up(0.5 * round_up(width * width))};
}

std::shared_ptr<const Halves::Pair> halves_of(const Cell& cell) {
  const double middle = cell.span.middle();
  if (!(cell.span.lo < middle && middle < cell.span.hi)) return nullptr;
  const auto half = [&](const Passage& whole, const Instant& begin, const Instant& end) {
    return make_passage(*whole.body, *whole.motion, begin, end);
  };
  const Passage &a = cell.a, &b = cell.b;
  const Instant mid_a = instant_at(*a.body, *a.motion, middle);
  const Instant mid_b = instant_at(*b.body, *b.motion, middle);
  return std::make_shared<const Halves::Pair>(
      make_cell({cell.span.lo, middle}, half(a, a.begin, mid_a), half(b, b.begin, mid_b)),
      make_cell({middle, cell.span.hi}, half(a, mid_a, a.end), half(b, mid_b, b.end)));
}

/// m . p for the corners of a triangle, in the body frame.
Vec3 corners_along(const CheckedTree& tree, std::uint32_t triangle, const Vec3& m) {
  const auto corners = tree.tree().mesh().corners(triangle);
  return {dot(m, corners[0]), dot(m, corners[1]), dot(m, corners[2])};
}

/// >= m . p for all points p below the node, up to roundings.
double box_along(const CheckedTree& tree, std::uint32_t node, const Vec3& m, double m_length) {
  const Box& box = tree.tree().nodes()[node].box;
  const Vec3 along = transpose_times(box.axes, m).cwiseAbs();
  return dot(m, box.centre) + dot(box.half_size, along) + tree.slack(node) * m_length;
}

/// >= m . p for all points p of the cell's hull, up to roundings of m . corner; nothing is known of
/// a hull that leaves the extent, for which roundings are bounded.
double cell_along(const CheckedFaces& faces, const SurfaceCell& cell, const Vec3& m,
                  double m_length, double farther = 0.0) {
  double along = -kInfinity;
  for (std::size_t k = 0; k < std::size_t(cell.count); ++k) {
    if (!(length_above(cell.corners[k]) + cell.slack + farther <= faces.extent())) return kInfinity;
    along = std::max(along, dot(m, cell.corners[k]));
  }
  return along + m_length * (cell.slack + 8.0 * kU * faces.extent()) * kUp;
}

/// The same for the cell moved by either vector; what is between is no farther.
double sunk_along(const CheckedFaces& faces, const Piece& piece, const Vec3& m, double m_length) {
  const auto& [near, far] = *piece.sunk;
  const double moved = std::max(length_above(near), length_above(far));
  return cell_along(faces, *piece.cell, m, m_length, moved) + std::max(dot(m, near), dot(m, far)) +
         m_length * 8.0 * kU * faces.extent();
}

double ball_along(const CheckedFaces& faces, std::uint32_t node, const Vec3& m, double m_length) {
  const CheckedFaces::Node& ball = faces.nodes()[node];
  return dot(m, ball.centre) + m_length * (ball.radius + 8.0 * kU * faces.extent()) * kUp;
}

double along_faces(const CheckedFaces& faces, const Piece& piece, const Vec3& m, double m_length) {
  if (piece.sunk != nullptr) return sunk_along(faces, piece, m, m_length);
  return piece.cell != nullptr ? cell_along(faces, *piece.cell, m, m_length)
                               : ball_along(faces, piece.index, m, m_length);
}

Ball ball_around(const ProofBody& body, const Piece& piece) {
  if (piece.cell != nullptr) {
    Ball ball = ball_of(*piece.cell);
    for (int k = 0; piece.sunk != nullptr && k < 2; ++k)
      ball.radius = std::max(
          ball.radius, ball_of(*piece.cell).radius + length_above((*piece.sunk)[std::size_t(k)]));
    return ball;
  }
  if (body.faces != nullptr) {
    const CheckedFaces::Node& node = body.faces->nodes()[piece.index];
    return {node.centre, node.radius};
  }
  const CheckedTree& tree = *body.tree;
  if (!piece.is_triangle)
    return {tree.tree().nodes()[piece.index].box.centre, tree.radius(piece.index)};
  const auto corners = tree.tree().mesh().corners(piece.index);
  const auto from_first = [&](int k) { return length_above(corners[std::size_t(k)] - corners[0]); };
  return {corners[0], std::max(from_first(1), from_first(2))};
}

/// >= sup |n . p''| over the piece's points and the cell. All terms are >= 0.
double bend(const Passage& passage, const Piece& piece, const Vec3& n, double n_length) {
  const MotionBounds& bounds = passage.bounds;
  double turning = 0.0;
  if (bounds.curvature != 0.0) {
    const Ball ball = ball_around(*passage.body, piece);
    const Vec3 arm = ball.centre - bounds.reference;
    double sine = n_length, reach = length_above(arm);
    if (bounds.axis) {
      // Both products err by their roundings and by how far the stored axis is from the true one.
      sine = length_above(n.cross(*bounds.axis)) + n_length * (bounds.axis_error + 8.0 * kU);
      reach = length_above(passage.axis_body.cross(arm)) + passage.axis_off * reach;
    }
    turning = sine * bounds.curvature * (reach + ball.radius);
  }
  return (n_length * bounds.acceleration + turning) * kUp + 0x1p-1000;
}
}  // namespace

Ball ball_of(const SurfaceCell& cell) {
  Vec3 centre = Vec3::Zero();
  for (std::size_t k = 0; k < std::size_t(cell.count); ++k) centre += cell.corners[k] / cell.count;
  double radius = 0.0;
  for (std::size_t k = 0; k < std::size_t(cell.count); ++k)
    radius = std::max(radius, length_above(cell.corners[k] - centre));
  return {centre, (radius + cell.slack) * kUp};
}

std::array<Vec3, 2> sunk_by(const Vec3& way, double depth) {
  return {Vec3(way * (depth / length_above(way) * (1.0 - 0x1p-40))), way};
}

double length_above(const Vec3& v) { return v.norm() * (1.0 + 8.0 * kU) + 0x1p-500; }

Cell make_cell(const ProofPair& pair, const CommonPiece& piece) {
  const auto passage = [&](const ProofBody& body, const Motion& motion) {
    return make_passage(body, motion, instant_at(body, motion, piece.span.lo),
                        instant_at(body, motion, piece.span.hi));
  };
  return make_cell(piece.span, passage(pair.a, piece.motion_a), passage(pair.b, piece.motion_b));
}

std::shared_ptr<const Halves::Pair> Halves::of(const Cell& cell) {
  const auto key = std::bit_cast<std::uint64_t>(cell.span.middle()) * 0x9e3779b97f4a7c15u;
  auto& slot = known_[key >> 56];
  const bool hit = slot != nullptr && slot->first.span.lo == cell.span.lo &&
                   slot->second.span.hi == cell.span.hi;
  if (!hit) slot = halves_of(cell);
  return slot;
}

double farthest(const ProofBody& body, const Instant& instant, const Piece& piece, const Vec3& n,
                double n_length) {
  // n . (R p + x) = m . p + n . x with m = R^T n. A vertex that deforms is at (1 - s) p + s p'.
  const Vec3 m = transpose_times(instant.pose.rotation, n);
  const double s = body.end == nullptr ? 0.0 : share_of_way(body, instant.t);
  double reach = 0.0;
  if (body.faces != nullptr) {
    reach = along_faces(*body.faces, piece, m, n_length);
  } else if (piece.is_triangle) {
    Vec3 along = corners_along(*body.tree, piece.index, m);
    if (body.end) along = (1.0 - s) * along + s * corners_along(*body.end, piece.index, m);
    reach = along.maxCoeff();
  } else {
    reach = box_along(*body.tree, piece.index, m, n_length);
    if (body.end) reach = (1.0 - s) * reach + s * box_along(*body.end, piece.index, m, n_length);
  }
  return reach + dot(n, instant.pose.translation) + n_length * instant.error;
}

double sag(const Cell& cell, const Piece& a, const Piece& b, const Vec3& n, double n_length) {
  return (bend(cell.a, a, n, n_length) + bend(cell.b, b, n, n_length)) * cell.half_square * kUp;
}

double separation(const Cell& cell, const Piece& a, const Piece& b, const Vec3& n,
                  double distance) {
  const double n_length = length_above(n);
  const double margin = distance == 0.0 ? 0.0 : round_up(distance * n_length);
  const auto gap = [&](const Instant& at_a, const Instant& at_b) {
    const double reach_a = farthest(*cell.a.body, at_a, a, n, n_length);
    const double reach_b = farthest(*cell.b.body, at_b, b, -n, n_length);
    return -(Interval(reach_a) + reach_b + margin).hi;
  };
  const double before = gap(cell.a.begin, cell.b.begin);
  if (!(before > 0.0)) return std::min(before, 0.0);
  const double after = gap(cell.a.end, cell.b.end);
  if (!(after > 0.0)) return std::min(after, 0.0);
  const Interval room = sqr(sqrt(Interval(before)) + sqrt(Interval(after)));
  return (room - sag(cell, a, b, n, n_length)).lo;
}

}  // namespace graze::certify
