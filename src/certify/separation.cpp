// SPDX-License-Identifier: MIT
// Question   Does one direction keep two moving pieces apart during an interval of time?       [G2]
// Source     docs/proof.md, sections 2 to 4.
// Guarantee  A positive answer holds for the stored coordinates and the motions' formulas in real
//            numbers, at every instant of the interval.
#include "certify/separation.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace graze::certify {
namespace {
constexpr double kU = kUnitRoundoff;

/// Contains the real dot product of stored numbers.
Interval dot_of(const Vec3& a, const Vec3& b) {
  const auto term = [&](int k) { return RoundedCorners{a[k] * b[k], a[k] * b[k]}; };
  return enclose_sum(term(0), term(1), term(2));
}

/// >= |v|: four products and sums and a root, one more for the factor.
double length_above(const Vec3& v) { return v.norm() * (1.0 + 8.0 * kU) + 0x1p-500; }

/// No vertex is farther from the body's origin.
double extent_of(const ProofBody& body) {
  if (body.end == nullptr) return body.tree->extent();
  return std::max(body.tree->extent(), body.end->extent());
}

Instant instant_at(const ProofBody& body, const Motion& motion, double t) {
  const MotionState state = state_at(motion, t);
  const Interval error = Interval(state.rotation_error) * extent_of(body) + state.translation_error;
  return {t, state.pose, state.rotation_error, error.hi};
}

Passage make_passage(const ProofBody& body, const Motion& motion, const Instant& begin,
                     const Instant& end) {
  Passage passage{&body, &motion, begin, end, bounds_over(motion, {begin.t, end.t})};
  if (passage.bounds.axis) {
    passage.axis_body = transpose_times(begin.pose.rotation, *passage.bounds.axis);
    passage.axis_off = 2.0 * (passage.bounds.axis_error + begin.rotation_error) + 24.0 * kU;
  }
  passage.is_still = passage.bounds.speed == 0.0 && passage.bounds.angular_speed == 0.0;
  return passage;
}

Cell make_cell(const Interval& span, Passage a, Passage b) {
  const double width = span.width();
  return {span, std::move(a), std::move(b), round_up(0.5 * round_up(width * width))};
}

/// >= max of m . p over the piece's points in the body frame.
double farthest_in_body(const CheckedTree& tree, const Piece& piece, const Vec3& m) {
  if (piece.is_triangle) {
    const auto corners = tree.tree().mesh().corners(piece.index);
    return std::max({dot_of(m, corners[0]).hi, dot_of(m, corners[1]).hi, dot_of(m, corners[2]).hi});
  }
  const Box& box = tree.tree().nodes()[piece.index].box;
  Interval reach = dot_of(m, box.centre) + Interval(tree.slack(piece.index)) * length_above(m);
  for (int k = 0; k < 3; ++k) {
    reach += box.half_size[k] * abs(dot_of(m, Vec3(box.axes.col(k))));
  }
  return reach.hi;
}

/// >= sup |n . p''| over the piece's points and the cell.
double bend(const Passage& passage, const Piece& piece, const Vec3& n, double n_length) {
  const MotionBounds& bounds = passage.bounds;
  if (bounds.curvature == 0.0) return round_up(n_length * bounds.acceleration);
  const CheckedTree& tree = *passage.body->tree;
  Vec3 centre;
  double radius = 0.0;
  if (piece.is_triangle) {
    const auto corners = tree.tree().mesh().corners(piece.index);
    centre = corners[0];
    radius = std::max(length_above(corners[1] - centre), length_above(corners[2] - centre));
  } else {
    centre = tree.tree().nodes()[piece.index].box.centre;
    radius = tree.radius(piece.index);
  }
  const Vec3 arm = centre - bounds.reference;
  const double arm_length = length_above(arm);
  if (!bounds.axis) {
    const Interval reach = Interval(arm_length) + radius;
    return (Interval(n_length) * (bounds.acceleration + Interval(bounds.curvature) * reach)).hi;
  }
  // |axis x arm| errs by its own roundings and by how far the stored axis is from the true one.
  const double across = length_above(passage.axis_body.cross(arm));
  const Interval reach = Interval(across) + Interval(passage.axis_off) * arm_length + radius;
  const Interval sine = Interval(length_above(n.cross(*bounds.axis))) +
                        Interval(n_length) * (bounds.axis_error + 8.0 * kU);
  return (Interval(n_length) * bounds.acceleration + sine * bounds.curvature * reach).hi;
}

/// Upper bounds of n . p at both ends of a passage.
struct Reach {
  double begin, end;
};
Reach reach(const Passage& passage, const Piece& piece, const Vec3& n) {
  const double begin = farthest(*passage.body, passage.begin, piece, n);
  if (passage.is_still && passage.body->end == nullptr) return {begin, begin};
  return {begin, farthest(*passage.body, passage.end, piece, n)};
}
}  // namespace

Cell make_cell(const ProofPair& pair, const CommonPiece& piece) {
  const auto passage = [&](const ProofBody& body, const Motion& motion) {
    return make_passage(body, motion, instant_at(body, motion, piece.span.lo),
                        instant_at(body, motion, piece.span.hi));
  };
  return make_cell(piece.span, passage(pair.a, piece.motion_a), passage(pair.b, piece.motion_b));
}

std::optional<std::pair<Cell, Cell>> halves(const Cell& cell) {
  const double middle = cell.span.middle();
  if (!(cell.span.lo < middle && middle < cell.span.hi)) return std::nullopt;
  const Passage &a = cell.a, &b = cell.b;
  const Instant mid_a = instant_at(*a.body, *a.motion, middle);
  const Instant mid_b = instant_at(*b.body, *b.motion, middle);
  return std::pair{make_cell({cell.span.lo, middle},  //
                             make_passage(*a.body, *a.motion, a.begin, mid_a),
                             make_passage(*b.body, *b.motion, b.begin, mid_b)),
                   make_cell({middle, cell.span.hi},  //
                             make_passage(*a.body, *a.motion, mid_a, a.end),
                             make_passage(*b.body, *b.motion, mid_b, b.end))};
}

std::optional<CellHalves> HalvesMemory::operator()(const Cell& cell) {
  const auto key = std::bit_cast<std::uint64_t>(cell.span.middle()) * 0x9e3779b97f4a7c15u;
  auto& slot = slots_[key >> 56];
  if (slot != nullptr && slot->first.span.lo == cell.span.lo &&
      slot->second.span.hi == cell.span.hi)
    return *slot;
  const auto parts = halves(cell);
  if (parts) slot = std::make_shared<const CellHalves>(*parts);
  return parts;
}

double farthest(const ProofBody& body, const Instant& instant, const Piece& piece, const Vec3& n) {
  // n . (R p + x) = m . p + n . x with m = R^T n, whose rounding moves m . p by less than 8 u |n|
  // times the body's extent; what `error` covers is the pose itself.
  const Vec3 m = transpose_times(instant.pose.rotation, n);
  Interval reach = farthest_in_body(*body.tree, piece, m);
  if (body.end != nullptr) {
    const Interval late = farthest_in_body(*body.end, piece, m);
    reach = (Interval(1.0) - instant.t) * reach + instant.t * late;
  }
  const Interval off = Interval(instant.error) + Interval(8.0 * kU) * extent_of(body);
  return (reach + dot_of(n, instant.pose.translation) + off * length_above(n)).hi;
}

double sag(const Cell& cell, const Piece& a, const Piece& b, const Vec3& n) {
  const double n_length = length_above(n);
  const Interval bends = Interval(bend(cell.a, a, n, n_length)) + bend(cell.b, b, n, n_length);
  return (bends * cell.half_square).hi;
}

double separation(const Cell& cell, const Piece& a, const Piece& b, const Vec3& n,
                  double distance) {
  const double n_length = length_above(n);
  const double margin = distance == 0.0 ? 0.0 : round_up(distance * n_length);
  const Reach of_a = reach(cell.a, a, n), of_b = reach(cell.b, b, -n);
  const double before = -(Interval(of_a.begin) + of_b.begin + margin).hi;
  const double after = -(Interval(of_a.end) + of_b.end + margin).hi;
  if (!(before > 0.0 && after > 0.0)) return std::min({before, after, 0.0});
  const Interval room = sqr(sqrt(Interval(before)) + sqrt(Interval(after)));
  return (room - sag(cell, a, b, n)).lo;
}

std::vector<CommonPiece> common_pieces(const Motion& a, const Motion& b, const Interval& span) {
  const std::vector<SmoothPiece> in_a = smooth_pieces(a, span), in_b = smooth_pieces(b, span);
  std::vector<CommonPiece> common;
  for (std::size_t i = 0, j = 0; i < in_a.size() && j < in_b.size();) {
    const Interval both{std::max(in_a[i].span.lo, in_b[j].span.lo),
                        std::min(in_a[i].span.hi, in_b[j].span.hi)};
    common.push_back({in_a[i].motion, in_b[j].motion, both});
    // The last piece of one may meet a jump at the very end of the other.
    const bool next_a = in_a[i].span.hi <= both.hi && i + 1 < in_a.size();
    const bool next_b = in_b[j].span.hi <= both.hi && j + 1 < in_b.size();
    if (!next_a && !next_b) break;
    i += next_a ? 1 : 0;
    j += next_b ? 1 : 0;
  }
  return common;
}

}  // namespace graze::certify
