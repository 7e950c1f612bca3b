// SPDX-License-Identifier: MIT
// Question   How far are two points of moving bodies from each other at most, during a span?
// Source     A twice differentiable path is within sup |x''| D^2 / 8 of its chord, and a chord is
//            nowhere farther from the origin than at its ends.
// Guarantee  Never too near; poses' errors and rounding are included.
// Changed    -
#include "query/farthest_between.h"

#include <algorithm>
#include <cmath>

#include "graze/motion/common_pieces.h"

namespace graze::query {
namespace {
constexpr int kMostParts = 16;
constexpr double kUp = 1.0 + 0x1p-40;  // more than all roundings of a handful of lengths

struct Place {
  Vec3 at;
  double error;
};

Place place_of(const Motion& motion, const Vec3& point, double t) {
  const MotionState state = state_at(motion, t);
  const Vec3 at = state.pose * point;
  const double size = point.norm() + state.pose.translation.norm();
  return {at, state.rotation_error * point.norm() + state.translation_error + 0x1p-49 * size};
}

double between(const CommonPiece& piece, const PointsOfTwo& points, double t) {
  const Place a = place_of(piece.motion_a, points.of_a, t);
  const Place b = place_of(piece.motion_b, points.of_b, t);
  return (b.at - a.at).norm() * kUp + a.error + b.error;
}

/// sup |p''|.
double bend_of(const Motion& motion, const Vec3& point, const Interval& span) {
  const MotionBounds bounds = bounds_over(motion, span);
  if (bounds.speed == 0.0 && bounds.angular_speed == 0.0) return 0.0;
  return (bounds.acceleration + bounds.curvature * (point - bounds.reference).norm()) * kUp;
}

double farthest_on(const CommonPiece& piece, const PointsOfTwo& points) {
  const double bend = bend_of(piece.motion_a, points.of_a, piece.span) +
                      bend_of(piece.motion_b, points.of_b, piece.span);
  const double begin = between(piece, points, piece.span.lo);
  const double whole = 0.125 * bend * piece.span.width() * piece.span.width();
  const double wanted = std::sqrt(whole / (0.01 * begin + 1e-300));
  const int parts = static_cast<int>(std::clamp(std::ceil(wanted), 1.0, double{kMostParts}));
  double most = std::max(begin, between(piece, points, piece.span.hi));
  for (int k = 1; k < parts; ++k) {
    const double t = std::lerp(piece.span.lo, piece.span.hi, static_cast<double>(k) / parts);
    most = std::max(most, between(piece, points, t));
  }
  // Cuts are rounded: parts may be wider by that.
  const double share = (1.0 + 0x1p-20) / parts;
  return most + whole * share * share * kUp;
}
}  // namespace

double farthest_between(const Motion& a, const Motion& b, const PointsOfTwo& points,
                        const Interval& span) {
  double most = 0.0;
  for (const CommonPiece& piece : common_pieces(a, b, span)) {
    most = std::max(most, farthest_on(piece, points));
  }
  return most;
}

}  // namespace graze::query
