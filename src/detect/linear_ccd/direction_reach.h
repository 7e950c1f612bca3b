// SPDX-License-Identifier: MIT
// How long a direction keeps a moving polygon away from the origin.
#pragma once
#include "detect/linear_ccd/moving_polygon.h"

namespace graze::linear_ccd {

/// A time and the corners then, so that they are computed once.
struct Instant {
  double t = 0.0;
  Corners corners;
};

inline Instant instant_at(const MovingPolygon& polygon, double t) {
  return {t, corners_at(polygon, t)};
}

/// `direction` proves the polygon free of the origin from `from` until the returned time, both
/// included; `to.t` if all the way. `from.t` if it proves nothing. Works backwards too, if `to` is
/// the earlier one.
double reach(const MovingPolygon& polygon, const Instant& from, const Instant& to,
             const Vec3& direction);

/// The same for the direction that goes linearly from `at_from` to `at_to`: follows a polygon that
/// turns, so that what limits it is of second order in the step.
double turning_reach(const MovingPolygon& polygon, const Instant& from, const Instant& to,
                     const Vec3& at_from, const Vec3& at_to);

/// from + share of the way to `to`, moved towards `from` by more than all roundings in it.
double part_of_way(double from, double to, double share);

}  // namespace graze::linear_ccd
