// SPDX-License-Identifier: MIT
// Question   How far does a moving body leave the straight lines between two of its poses?     [O5]
// Source     Linear interpolation error: |x - chord| <= sup |x''| D^2 / 8; knots: where they are.
// Guarantee  SweptPose's: every point, every instant, rounding included.
// Changed    Kitamura et al. 1994, section 3.2.4, takes the hull of both ends, which a turning
//            face leaves.
#include <algorithm>
#include <cmath>

#include "graze/math/rotation.h"
#include "graze/methods/octree.h"
#include "spatial/octree/rounding_margin.h"

namespace graze {
namespace {
/// Bulge of the reference point and per unit of distance from it.
struct Bulge {
  double constant = 0.0;
  double per_length = 0.0;
};

Bulge larger(const Bulge& a, const Bulge& b) {
  return {std::max(a.constant, b.constant), std::max(a.per_length, b.per_length)};
}

/// Of the map p -> difference.rotation p + difference.translation, about `reference`.
Bulge bulge_of(const Pose& difference, const Vec3& reference) {
  return {(difference * reference).norm(), difference.rotation.norm()};
}

Pose chord_difference(const SweptPose& chord, const Pose& pose, double s) {
  return {pose.rotation - ((1.0 - s) * chord.begin.rotation + s * chord.end.rotation),
          pose.translation - ((1.0 - s) * chord.begin.translation + s * chord.end.translation)};
}

Bulge errors_of(const MotionState& state, const Vec3& reference) {
  return {state.translation_error + state.rotation_error * reference.norm(), state.rotation_error};
}

/// Between the ends of one smooth piece, about `reference`.
Bulge piece_bulge(const SmoothPiece& piece, const Vec3& reference) {
  const MotionBounds bounds = bounds_over(piece.motion, piece.span);
  const double width = piece.span.width();
  const double factor = 0.125 * width * width;
  const double curvature = std::min(
      bounds.curvature, bounds.angular_acceleration + bounds.angular_speed * bounds.angular_speed);
  return {factor * (bounds.acceleration + curvature * (bounds.reference - reference).norm()),
          factor * curvature};
}

SweptPose with_bulge(SweptPose chord, const Bulge& bulge) {
  const double size = chord.begin.translation.norm() + chord.end.translation.norm();
  // Doubles of the sums above, and of placing points by the poses.
  chord.bulge = bulge.constant * (1.0 + 0x1p-40) + octree::rounding_margin(size);
  chord.bulge_per_length = bulge.per_length * (1.0 + 0x1p-40) + octree::rounding_margin(1.0);
  return chord;
}

SweptPose sweep_of_pieces(const std::vector<SmoothPiece>& pieces, const Interval& span) {
  SweptPose chord;
  const MotionState first = state_at(pieces.front().motion, pieces.front().span.lo);
  const MotionState last = state_at(pieces.back().motion, pieces.back().span.hi);
  chord.begin = first.pose;
  chord.end = last.pose;
  chord.reference = bounds_over(pieces.front().motion, pieces.front().span).reference;
  Bulge knots, inner, errors;
  errors = larger(errors_of(first, chord.reference), errors_of(last, chord.reference));
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    inner = larger(inner, piece_bulge(pieces[k], chord.reference));
    if (pieces.size() == 1) break;
    for (const double t : {pieces[k].span.lo, pieces[k].span.hi}) {
      const double s = span.hi > span.lo ? (t - span.lo) / (span.hi - span.lo) : 0.0;
      const MotionState knot = state_at(pieces[k].motion, t);
      knots = larger(knots, bulge_of(chord_difference(chord, knot.pose, s), chord.reference));
      errors = larger(errors, errors_of(knot, chord.reference));
    }
  }
  return with_bulge(chord, {knots.constant + inner.constant + errors.constant,
                            knots.per_length + inner.per_length + errors.per_length});
}

SweptPose sweep_of_enclosure(const IntervalPose& pose) {
  SweptPose sweep;
  const Pose middle{pose.rotation.middle(), pose.translation.middle()};
  sweep.begin = sweep.end = middle;
  Bulge bulge;
  double turn_sq = 0.0, way_sq = 0.0;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) {
      const double width = pose.rotation(row, column).width();
      turn_sq += width * width;
    }
    way_sq += pose.translation[row].width() * pose.translation[row].width();
  }
  return with_bulge(sweep, {std::sqrt(way_sq), std::sqrt(turn_sq)});
}
}  // namespace

SweptPose sweep_of(const Motion& motion, const Interval& span) {
  if (!motion.has_bounds()) return sweep_of_enclosure(enclose_pose(motion, span));
  return sweep_of_pieces(smooth_pieces(motion, span), span);
}

SweptPose sweep_of(const Pose& begin, const Twist& twist, double duration) {
  const Vec3 turn = duration * twist.angular;
  SweptPose sweep;
  sweep.begin = begin;
  sweep.end.rotation = times(rotation_from_vector(turn), begin.rotation);
  sweep.end.translation = begin.translation + duration * twist.linear;
  return with_bulge(sweep, {0.0, 0.125 * turn.squaredNorm()});
}

SweptPose deforming_sweep(const SweptPose& sweep, const TriangleMesh& begin,
                          const TriangleMesh& end) {
  double way_sq = 0.0;
  for (std::size_t i = 0; i < begin.vertices().size(); ++i) {
    way_sq = std::max(way_sq, (end.vertices()[i] - begin.vertices()[i]).squaredNorm());
  }
  // x = R p with p linear: x'' has 2 R' p' more, which is 2 |w| |p'| D^2 / 8 of bulge on a smooth
  // piece, where |w| D is at most sqrt(8 bulge_per_length): R'' is at least w^2. At a knot the
  // product of two chords leaves the chord of the products by s (1 - s) (R1 - R0) (p1 - p0).
  const double turn =
      std::sqrt(8.0 * sweep.bulge_per_length) + (sweep.end.rotation - sweep.begin.rotation).norm();
  return grown(sweep, 0.25 * turn * std::sqrt(way_sq) * (1.0 + 0x1p-40));
}

}  // namespace graze
