// SPDX-License-Identifier: MIT
// When the origin can first be in the polygon's plane: the cubic of the classical elementary tests.
#pragma once
#include "methods/linear/moving_polygon.h"

namespace graze::linear {

/// det(c1 - c0, c3 - c0, c0) over t in [0, 1], in Bernstein form. Contact needs a zero of it.
template <typename Real>
struct CoplanarCubic {
  Real coefficient[4] = {};
  double error = 0.0;  ///< of each coefficient, also after restriction to a part of [0, 1]
};

template <typename Real>
CoplanarCubic<Real> coplanar_cubic(const MovingPolygon<Real>& polygon);

/// The cubic has no zero from `from` to the returned time, both included; `to` if all the way,
/// `from` if nothing is proved. 0 <= from <= to <= 1.
template <typename Real>
Real coplanar_reach(const CoplanarCubic<Real>& cubic, Real from, const Real& to);

}  // namespace graze::linear
