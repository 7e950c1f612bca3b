// SPDX-License-Identifier: MIT
// Question   Until when is the origin surely not in the plane of the moving polygon?          [C5]
// Source     Provot 1997 (coplanarity cubic); Bernstein hull clipping, Sederberg & Nishita 1990.
// Guarantee  The cubic's true value has no zero up to the returned time, rounding included.
// Changed    Only a lower bound of the first root is wanted, never the root itself.
#include "methods/linear/coplanar_time.h"

#include <algorithm>

#include "methods/linear/direction_reach.h"

namespace graze::linear {
namespace {
template <typename Real>
double largest(const Vector<Real>& a, const Vector<Real>& b) {
  return std::max(largest_coordinate(a), largest_coordinate(b));
}

// M1, M3, M0 bound the coordinates of the two edges and of c0, uncertainty r included. A coordinate
// is off by u M + r, so a cross product's by 12u M1 M3 + 2 r (M1 + M3) (rounding of two products,
// their difference and the mean of two such), at a size of at most 2 M1 M3. The dot product and the
// weights of the mixed terms give 78u M1 M3 M0 + 6 r (M1 M0 + M3 M0 + M1 M3); restriction is six
// rounds of convex combinations of numbers up to 6 M1 M3 M0 at 3u each: 108u. We take 256u and 16r.
template <typename Real>
double coefficient_error(const MovingPolygon<Real>& p) {
  const double r = p.uncertainty;
  const double m1 = largest(p.edge_start[0], p.edge_end[0]) + r;
  const double m3 = largest(p.edge_start[1], p.edge_end[1]) + r;
  const double m0 = largest(p.start.at(0), p.end.at(0)) + r;
  constexpr double kUnderflow = 1e-100;  // more than products below the normal range can lose
  return 256.0 * kRoundoff<Real> * m1 * m3 * m0 + 16.0 * r * (m1 * m0 + m3 * m0 + m1 * m3) +
         kUnderflow;
}

template <typename Real>
Real blend(const Real& a, const Real& b, const Real& t) {
  return (Real(1.0) - t) * a + t * b;
}

/// Keeps the part of [0, 1] left of t (de Casteljau).
template <typename Real>
void keep_left(Real* b, const Real& t) {
  for (int round = 1; round < 4; ++round) {
    for (int i = 3; i >= round; --i) b[i] = blend(b[i - 1], b[i], t);
  }
}

template <typename Real>
void keep_right(Real* b, const Real& t) {
  for (int round = 1; round < 4; ++round) {
    for (int i = 0; i + round < 4; ++i) b[i] = blend(b[i], b[i + 1], t);
  }
}

/// Where the lower hull of (i/3, b_i), b_0 > 0, first reaches zero, as a share of its span.
template <typename Real>
Real zero_of_hull(const Real* b) {
  Real share(1.0);
  for (int i = 0; i < 3; ++i) {
    if (!(b[i] > Real(0.0))) continue;
    for (int k = i + 1; k < 4; ++k) {
      if (b[k] > Real(0.0)) continue;
      share = std::min(share, (Real(i) + Real(k - i) * (b[i] / (b[i] - b[k]))) / Real(3.0));
    }
  }
  return share;
}

/// One clipping step from `from`; `from` itself if the cubic may be zero there.
template <typename Real>
Real clip(const CoplanarCubic<Real>& cubic, const Real& from, const Real& to) {
  Real b[4];
  std::copy(cubic.coefficient, cubic.coefficient + 4, b);
  if (to < Real(1.0)) keep_left(b, to);
  // The cut is moved left by more than the division rounds, so that `from` itself stays inside.
  if (from > Real(0.0)) keep_right(b, from / to * (Real(1.0) - Real(4.0 * kRoundoff<Real>)));
  const bool negative = b[0] < Real(0.0);
  for (Real& value : b) value = (negative ? -value : value) - Real(cubic.error);
  if (!(b[0] > Real(0.0))) return from;
  return part_of_way(from, to, zero_of_hull(b));
}
}  // namespace

template <typename Real>
CoplanarCubic<Real> coplanar_cubic(const MovingPolygon<Real>& p) {
  const Vector<Real> n0 = cross(p.edge_start[0], p.edge_start[1]);
  const Vector<Real> n1 =
      Real(0.5) * (cross(p.edge_start[0], p.edge_end[1]) + cross(p.edge_end[0], p.edge_start[1]));
  const Vector<Real> n2 = cross(p.edge_end[0], p.edge_end[1]);
  const Vector<Real> start = p.start.at(0), end = p.end.at(0);
  const Real two(2.0), three(3.0);
  CoplanarCubic<Real> cubic;
  cubic.coefficient[0] = dot(n0, start);
  cubic.coefficient[1] = (dot(n0, end) + two * dot(n1, start)) / three;
  cubic.coefficient[2] = (two * dot(n1, end) + dot(n2, start)) / three;
  cubic.coefficient[3] = dot(n2, end);
  cubic.error = coefficient_error(p);
  return cubic;
}

template <typename Real>
Real coplanar_reach(const CoplanarCubic<Real>& cubic, Real from, const Real& to) {
  constexpr int kMostClips = 8;
  for (int i = 0; i < kMostClips && from < to; ++i) {
    const Real next = clip(cubic, from, to);
    const bool slow = next - from < Real(1e-3) * (to - from);
    from = next;
    if (slow) break;
  }
  return from;
}

template CoplanarCubic<double> coplanar_cubic(const MovingPolygon<double>&);
template CoplanarCubic<DoubleDouble> coplanar_cubic(const MovingPolygon<DoubleDouble>&);
template double coplanar_reach(const CoplanarCubic<double>&, double, const double&);
template DoubleDouble coplanar_reach(const CoplanarCubic<DoubleDouble>&, DoubleDouble,
                                     const DoubleDouble&);

}  // namespace graze::linear
