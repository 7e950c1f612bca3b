// SPDX-License-Identifier: MIT
// Two convex pieces of moving bodies, each a few points and a radius: closest points, and for how
// long a direction keeps them apart.                                                          [C10]
#pragma once
#include <array>

#include "methods/certified/moment.h"

namespace graze::certified {

/// All points within `slack` of the convex hull of some points, in the body frame.
struct Hull {
  std::array<Vec3, 8> points;
  int count = 0;
  double slack = 0.0;
  double doubt = 0.0;   ///< about how far its points may be from the body; infinity: not known
  double loose = 0.0;   ///< a gap of less than this is worth a closer look at the body
  double extent = 0.0;  ///< radius, about
  double side = 1.0;    ///< -1: outside is where (p1 - p0) x (p2 - p0) does not point
  bool can_open = false;
};

/// A cell of a face, or a triangle; what has other numbers of points holds many of them.
inline bool has_normal(const Hull& hull) { return hull.count == 3 || hull.count == 4; }
/// Of a cell by its diagonals, since a side may be a point; unit, or zero if it has no normal.
Vec3 normal_across(const std::array<Vec3, 8>& points, int count);
inline Vec3 outward(const Hull& hull) { return hull.side * normal_across(hull.points, hull.count); }
/// From the mean of its points.
double distance_from_middle(const Hull& hull, const Vec3& point);

Hull moved_by(const Vec3& way, Hull hull);
/// With all that is up to `way` beside it; of at most four points.
Hull swept_along(const Vec3& way, const Hull& hull);

/// Points of a hull at an instant, relative to a's origin, in the work frame.
struct PlacedHull {
  std::array<Vec3, 8> at, velocity;
  std::array<double, 8> reach;
  int count = 0;
  double slack = 0.0;
};

struct PlacedPair {
  PlacedHull a, b;
  double position_error = 0.0;
  double velocity_error = 0.0;
};
PlacedPair place(const Hull& a, const Hull& b, const Moment& moment);

/// Closest points of the two hulls of points: where they are, as shares of the points.
struct ClosestShares {
  std::array<double, 8> a{}, b{};
  Vec3 way = Vec3::Zero();  ///< from a to b; about zero if the hulls meet
};
ClosestShares closest_shares(const PlacedPair& placed);

/// How long from the instant on, at most `duration`, the direction n (unit) keeps the hulls farther
/// apart than `threshold`; 0 if it does not even then. `gap` is what is beyond the threshold.
struct HullStep {
  double gap = 0.0;
  double step = 0.0;
  double at_best = 0.0;  ///< what the points that are nearest now would allow
};
HullStep separated_for(const PlacedPair& placed, const Moment& moment, const Vec3& n,
                       double threshold, double duration);

/// At every instant from now on for so long, b's points go along n (unit) at least this much faster
/// than a's, length / s; negative if they may come nearer.
double least_parting_speed(const PlacedPair& placed, const Moment& moment, const Vec3& n,
                           double duration);

/// True if one body is still, the other turns about a line of fixed direction, and the hulls keep
/// farther than `gap` apart for `duration`, whatever the angle, by their distances to the line.
bool apart_at_any_angle(const PlacedPair& placed, const Moment& moment, double gap,
                        double duration);

}  // namespace graze::certified
