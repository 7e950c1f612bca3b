// SPDX-License-Identifier: MIT
// How long a direction keeps a moving polygon away from the origin.
#pragma once
#include "methods/linear/moving_polygon.h"

namespace graze::linear {

/// A time and the corners then, so that they are computed once.
template <typename Real>
struct Instant {
  Real t{};
  Corners<Real> corners;
};

template <typename Real>
Instant<Real> instant_at(const MovingPolygon<Real>& polygon, const Real& t) {
  return {t, corners_at(polygon, t)};
}

/// `direction` proves the polygon free of the origin from `from` until the returned time, both
/// included; `to.t` if all the way. `from.t` if it proves nothing. Works backwards too, if `to` is
/// the earlier one.
template <typename Real>
Real reach(const MovingPolygon<Real>& polygon, const Instant<Real>& from, const Instant<Real>& to,
           const Vector<Real>& direction);

/// The two instants and the direction at each; in between it changes linearly.
template <typename Real>
struct TurningDirection {
  const Instant<Real>& from;
  const Instant<Real>& to;
  const Vector<Real>& at_from;
  const Vector<Real>& at_to;
};

/// The same for a direction that follows a polygon that turns: what limits it is of second order in
/// the step.
template <typename Real>
Real turning_reach(const MovingPolygon<Real>& polygon, const TurningDirection<Real>& turn);

/// from + share of the way to `to`, moved towards `from` by more than all roundings in it.
template <typename Real>
Real part_of_way(const Real& from, const Real& to, const Real& share);

}  // namespace graze::linear
