// SPDX-License-Identifier: MIT
// Question   Until when is the origin surely not in the plane of the moving polygon?          [C5]
// Source     Provot 1997 (coplanarity cubic); Bernstein hull clipping, Sederberg & Nishita 1990.
// Guarantee  The cubic's true value has no zero up to the returned time, rounding included.
// Changed    Only a lower bound of the first root is wanted, never the root itself.
#include "detect/linear_ccd/coplanar_time.h"

#include <algorithm>
#include <cmath>

#include "detect/linear_ccd/direction_reach.h"

namespace graze::linear_ccd {
namespace {
double largest(const Vec3& a, const Vec3& b) {
  return std::max(a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff());
}

// M1, M3, M0 bound the coordinates of the two edges and of c0, uncertainty r included. A coordinate
// is off by u M + r, so a cross product's by 12u M1 M3 + 2 r (M1 + M3) (rounding of two products,
// their difference and the mean of two such), at a size of at most 2 M1 M3. The dot product and the
// weights of the mixed terms give 78u M1 M3 M0 + 6 r (M1 M0 + M3 M0 + M1 M3); restriction is six
// rounds of convex combinations of numbers up to 6 M1 M3 M0 at 3u each: 108u. We take 256u and 16
// r.
double coefficient_error(const MovingPolygon& p) {
  const double r = p.uncertainty;
  const double m1 = largest(p.edge_start[0], p.edge_end[0]) + r;
  const double m3 = largest(p.edge_start[1], p.edge_end[1]) + r;
  const double m0 = largest(p.start.at(0), p.end.at(0)) + r;
  constexpr double kUnderflow = 1e-300;
  return 256.0 * kRoundoff * m1 * m3 * m0 + 16.0 * r * (m1 * m0 + m3 * m0 + m1 * m3) + kUnderflow;
}

double blend(double a, double b, double t) { return (1.0 - t) * a + t * b; }

/// Keeps the part of [0, 1] left of t (de Casteljau).
void keep_left(double* b, double t) {
  for (int round = 1; round < 4; ++round) {
    for (int i = 3; i >= round; --i) b[i] = blend(b[i - 1], b[i], t);
  }
}

void keep_right(double* b, double t) {
  for (int round = 1; round < 4; ++round) {
    for (int i = 0; i + round < 4; ++i) b[i] = blend(b[i], b[i + 1], t);
  }
}

/// Where the lower hull of (i/3, b_i), b_0 > 0, first reaches zero, as a share of its span.
double zero_of_hull(const double* b) {
  double share = 1.0;
  for (int i = 0; i < 3; ++i) {
    if (!(b[i] > 0.0)) continue;
    for (int k = i + 1; k < 4; ++k) {
      if (b[k] > 0.0) continue;
      share = std::min(share, (i + (k - i) * (b[i] / (b[i] - b[k]))) / 3.0);
    }
  }
  return share;
}

/// One clipping step from `from`; `from` itself if the cubic may be zero there.
double clip(const CoplanarCubic& cubic, double from, double to) {
  double b[4];
  std::copy(cubic.coefficient, cubic.coefficient + 4, b);
  if (to < 1.0) keep_left(b, to);
  // The cut is moved left by more than the division rounds, so that `from` itself stays inside.
  if (from > 0.0) keep_right(b, from / to * (1.0 - 4.0 * kRoundoff));
  const double sign = b[0] < 0.0 ? -1.0 : 1.0;
  for (double& value : b) value = sign * value - cubic.error;
  if (!(b[0] > 0.0)) return from;
  return part_of_way(from, to, zero_of_hull(b));
}
}  // namespace

CoplanarCubic coplanar_cubic(const MovingPolygon& p) {
  const Vec3 n0 = p.edge_start[0].cross(p.edge_start[1]);
  const Vec3 n1 =
      0.5 * (p.edge_start[0].cross(p.edge_end[1]) + p.edge_end[0].cross(p.edge_start[1]));
  const Vec3 n2 = p.edge_end[0].cross(p.edge_end[1]);
  const Vec3 start = p.start.at(0), end = p.end.at(0);
  CoplanarCubic cubic;
  cubic.coefficient[0] = n0.dot(start);
  cubic.coefficient[1] = (n0.dot(end) + 2.0 * n1.dot(start)) / 3.0;
  cubic.coefficient[2] = (2.0 * n1.dot(end) + n2.dot(start)) / 3.0;
  cubic.coefficient[3] = n2.dot(end);
  cubic.error = coefficient_error(p);
  return cubic;
}

double coplanar_reach(const CoplanarCubic& cubic, double from, double to) {
  constexpr int kMostClips = 8;
  for (int i = 0; i < kMostClips && from < to; ++i) {
    const double next = clip(cubic, from, to);
    const bool slow = next - from < 1e-3 * (to - from);
    from = next;
    if (slow) break;
  }
  return from;
}

}  // namespace graze::linear_ccd
