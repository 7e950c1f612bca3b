// SPDX-License-Identifier: MIT
// Question   What are the separating functions of two boxes that both move?               [B2, B6]
// Source     docs/methods/analytic.md, sections 2.2 and 6: triple products in the world.
// Guarantee  Coefficients are enclosed; what is stored is their middle, with the largest width.
#include "methods/analytic/pair_set_up.h"

#include <algorithm>
#include <cmath>

namespace graze::analytic {
namespace {
using Poly = IntervalBernstein;
using PolyVec = std::array<Poly, 3>;

bool is_constant(const Poly& p, double value) {
  return p.degree() == 0 && p.coefficients[0] == Interval(value);
}

Poly times(const Poly& p, const Poly& q) {
  if (is_constant(p, 1.0)) return q;
  if (is_constant(q, 1.0)) return p;
  if (is_constant(p, 0.0) || is_constant(q, 0.0)) return {};
  return p * q;
}
Poly plus(const Poly& p, const Poly& q) {
  if (is_constant(p, 0.0)) return q;
  return is_constant(q, 0.0) ? p : p + q;
}
Poly minus(const Poly& p, const Poly& q) { return is_constant(q, 0.0) ? p : p - q; }

Poly dot(const PolyVec& p, const PolyVec& q) {
  return plus(plus(times(p[0], q[0]), times(p[1], q[1])), times(p[2], q[2]));
}
PolyVec cross(const PolyVec& p, const PolyVec& q) {
  return {minus(times(p[1], q[2]), times(p[2], q[1])), minus(times(p[2], q[0]), times(p[0], q[2])),
          minus(times(p[0], q[1]), times(p[1], q[0]))};
}
PolyVec scaled(const PolyVec& p, const Poly& by) {
  return {times(p[0], by), times(p[1], by), times(p[2], by)};
}
Poly scaled(const Poly& p, double by) {
  Poly result = p;
  for (Interval& c : result.coefficients) c = by * c;
  return result;
}
PolyVec difference(const PolyVec& p, const PolyVec& q) {
  return {minus(p[0], q[0]), minus(p[1], q[1]), minus(p[2], q[2])};
}

int degree_of(const PolyVec& p) { return std::max({p[0].degree(), p[1].degree(), p[2].degree()}); }

/// Polynomials gathered lane by lane, then written with one degree.
struct LaneSet {
  std::array<Poly, kLanes> lane;
  double error[kLanes] = {};
  double most[kLanes] = {};

  void write(PairFunctions& p) {
    p.degree = 0;
    for (const Poly& one : lane) p.degree = std::max(p.degree, one.degree());
    for (std::size_t k = 0; k < kLanes; ++k) {
      const Poly raised = elevated(lane[k], p.degree);
      for (int i = 0; i <= p.degree; ++i) {
        const Interval& c = raised.coefficients[std::size_t(i)];
        p.c[i][k] = c.middle();
        error[k] = std::fmax(error[k], c.is_point() ? 0.0 : c.width());
        most[k] = std::fmax(most[k], c.magnitude());
      }
    }
  }
};

/// Sums of what one axis is made of: its C and its four weighted V.
double sum_over(const PairFunctions& p, const double* lanes, int axis) {
  const auto v = [&](int i, int j) { return lanes[4 * (i % 3) + j % 3]; };
  const auto v2 = [&](int i, int j) { return lanes[(p.affine ? 32 : 0) + 4 * (i % 3) + j % 3]; };
  const auto a = [&](int i) { return p.affine ? 1.0 : p.half_a[i % 3]; };
  const auto h = [&](int j) { return p.affine ? 1.0 : p.half_b[j % 3]; };
  const int i = axis / 4, j = axis % 4;
  const double w = lanes[3], w2 = p.affine ? lanes[35] : lanes[3], c = lanes[12 + axis];
  if (i == 3) return c + a(j) * w + h(0) * v(j, 0) + h(1) * v(j, 1) + h(2) * v(j, 2);
  if (i == 4) return c + h(j) * w2 + a(0) * v2(0, j) + a(1) * v2(1, j) + a(2) * v2(2, j);
  return c + a(i + 1) * v(i + 2, j) + a(i + 2) * v(i + 1, j) + h(j + 1) * v2(i, j + 2) +
         h(j + 2) * v2(i, j + 1);
}

constexpr double kRoomy = 1.0 + 0x1p-40;  // covers the roundings of sums of a dozen terms

void set_bounds(const LaneSet& lanes, PairFunctions& p) {
  p.error = p.size = 0.0;
  double v_most = 0.0;
  p.v_error = 0.0;
  for (int k = 0; k < 20; ++k) {
    if (k % 4 == 3) continue;
    p.error = std::fmax(p.error, kRoomy * sum_over(p, lanes.error, k));
    p.size = std::fmax(p.size, kRoomy * sum_over(p, lanes.most, k));
  }
  for (int k = 0; k < 12; ++k) {
    p.v_error = std::fmax(p.v_error, lanes.error[k]);
    v_most = std::fmax(v_most, lanes.most[k]);
  }
  p.v_error += (7.2 * p.degree * (kMostCuts + 2) + 16.0) * kUnitRoundoff * v_most;
}

PolyVec column(const PolynomialPose& pose, const Mat3& axes, int j) {
  PolyVec c;
  const bool plain = axes == Mat3::Identity();
  for (std::size_t row = 0; row < 3; ++row) {
    if (plain) {
      c[row] = pose.matrix[3 * row + std::size_t(j)];
      continue;
    }
    for (std::size_t k = 0; k < 3; ++k)
      c[row] = plus(c[row], times(pose.matrix[3 * row + k], Poly{{Interval(axes(int(k), j))}}));
  }
  return c;
}

/// Numerator and denominator of a box's centre in the world.
struct Centre {
  PolyVec x;
  Poly weight;
};

Centre centre_of(const Box& box, const PolynomialPose& pose) {
  if (box.centre.isZero(0.0)) return {pose.translation, pose.weight};
  PolyVec turned;
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t k = 0; k < 3; ++k)
      turned[row] =
          plus(turned[row], times(pose.matrix[3 * row + k], Poly{{Interval(box.centre[int(k)])}}));
  const PolyVec moved = scaled(pose.translation, pose.norm_sq);
  const PolyVec offset = scaled(turned, pose.weight);
  return {{plus(moved[0], offset[0]), plus(moved[1], offset[1]), plus(moved[2], offset[2])},
          times(pose.weight, pose.norm_sq)};
}

double alignment(const Vec3& half, double gross) {
  const double least = half.minCoeff();
  return least > 0.0 ? gross + half.norm() * half.sum() / least : 0x1p1000;
}

double largest(const PolyVec& p) {
  double sum = 0.0;
  for (const Poly& one : p) sum += range(one).magnitude();
  return sum;
}
/// A lower bound of the weight on [0, 1]: halved until it is at least half of its ends' least.
double least_weight(const double* c, int degree, int depth = 12) {
  double least = c[0];
  for (int i = 1; i <= degree; ++i) least = std::fmin(least, c[i]);
  if (depth == 0 || least >= 0.5 * std::fmin(c[0], c[degree])) return least;
  double left[kMaxDegree + 1], right[kMaxDegree + 1] = {};
  std::copy(c, c + degree + 1, right);
  for (int last = degree; last > 0; --last) {
    left[degree - last] = right[0];
    for (int i = 0; i < last; ++i) right[i] = 0.5 * (right[i] + right[i + 1]);
  }
  left[degree] = right[0];
  return std::fmin(least_weight(left, degree, depth - 1), least_weight(right, degree, depth - 1));
}
}  // namespace

double least_weight(const PairFunctions& p) {
  double weight[kMaxDegree + 1] = {};
  for (int i = 0; i <= p.degree; ++i) weight[i] = p.c[i][3];
  return least_weight(weight, p.degree) - p.v_error;
}

bool set_up_rigid(const Box& a, const PolynomialPose& pose_a, const Box& b,
                  const PolynomialPose& pose_b, PairFunctions& p) {
  const Centre ca = centre_of(a, pose_a), cb = centre_of(b, pose_b);
  const PolyVec d = difference(scaled(cb.x, ca.weight), scaled(ca.x, cb.weight));
  const Poly v = times(ca.weight, cb.weight);
  const Poly &wa = pose_a.norm_sq, &wb = pose_b.norm_sq;
  PolyVec e[3], f[3];
  for (int k = 0; k < 3; ++k) e[k] = column(pose_a, a.axes, k), f[k] = column(pose_b, b.axes, k);
  const int turning =
      std::max(degree_of(e[0]), degree_of(e[1])) + std::max(degree_of(f[0]), degree_of(f[1]));
  if (turning + std::max(degree_of(d), v.degree()) + wa.degree() * 0 > kMaxDegree) return false;
  p.affine = false;
  for (int k = 0; k < 3; ++k) p.half_a[k] = a.half_size[k], p.half_b[k] = b.half_size[k];
  p.half_a[3] = p.half_b[3] = 0.0;
  LaneSet lanes;
  lanes.lane[3] = times(v, times(wa, wb));
  for (std::size_t i = 0; i < 3; ++i) {
    lanes.lane[24 + i] = times(wb, dot(d, e[i]));
    lanes.lane[28 + i] = times(wa, dot(d, f[i]));
    const PolyVec across = cross(d, e[i]);  // d . (e x f) = (d x e) . f
    for (std::size_t j = 0; j < 3; ++j) {
      lanes.lane[4 * i + j] = times(v, dot(e[i], f[j]));
      lanes.lane[12 + 4 * i + j] = dot(across, f[j]);
    }
  }
  lanes.write(p);
  set_bounds(lanes, p);
  // In the functions' units: the weight's largest value times lengths.
  const double reach = largest(d) / std::fmax(range(v).lo, 1e-300);
  const double gross = reach + a.half_size.sum() + b.half_size.sum();
  p.slack = 3.6 * kRoomy * lanes.most[3] *
            std::fmin(alignment(a.half_size, gross), alignment(b.half_size, gross));
  return true;
}

std::optional<Mirrored> set_up_affine(const AffineBox& a, const AffineBox& b, PairFunctions& p) {
  PolyVec e[3], f[3];  // over the common weight
  for (int k = 0; k < 3; ++k)
    e[k] = scaled(a.edge[k], b.weight), f[k] = scaled(b.edge[k], a.weight);
  const PolyVec d = difference(scaled(b.centre, a.weight), scaled(a.centre, b.weight));
  int de = 0, df = 0;
  for (int k = 0; k < 3; ++k)
    de = std::max(de, degree_of(e[k])), df = std::max(df, degree_of(f[k]));
  const int dd = std::max({degree_of(d), de, df});
  if (dd + 2 * std::max(de, df) > kMaxDegree) return std::nullopt;
  Mirrored mirrored;
  const auto volume = [](PolyVec* edges, bool& flag) {
    Poly det = dot(edges[0], cross(edges[1], edges[2]));
    flag = det.coefficients[0].hi < 0.0;
    if (!flag) return det;
    for (Poly& c : edges[0]) c = scaled(c, -1.0);
    return scaled(det, -1.0);
  };
  const Poly det_a = volume(e, mirrored.a), det_b = volume(f, mirrored.b);
  p.affine = true;
  for (int k = 0; k < 4; ++k) p.half_a[k] = p.half_b[k] = 0.0;
  LaneSet lanes;
  lanes.lane[3] = det_a;
  lanes.lane[35] = det_b;
  for (std::size_t i = 0; i < 3; ++i) {
    const PolyVec na = cross(e[(i + 1) % 3], e[(i + 2) % 3]),
                  nb = cross(f[(i + 1) % 3], f[(i + 2) % 3]);
    lanes.lane[24 + i] = dot(d, na);
    lanes.lane[28 + i] = dot(d, nb);
    const PolyVec across = cross(d, e[i]);
    for (std::size_t j = 0; j < 3; ++j) {
      lanes.lane[4 * i + j] = dot(na, f[j]);
      lanes.lane[32 + 4 * j + i] = dot(nb, e[j]);
      lanes.lane[12 + 4 * i + j] = dot(across, f[j]);
    }
  }
  lanes.write(p);
  set_bounds(lanes, p);
  double x = 0.0;  // longest edge
  for (int k = 0; k < 3; ++k) x = std::fmax(x, std::fmax(largest(e[k]), largest(f[k])));
  const double volume_a = range(det_a).lo, volume_b = range(det_b).lo, reach = largest(d);
  if (!(volume_a > 0.0 && volume_b > 0.0)) {
    p.slack = 0x1p1000;
  } else {
    const double shrink = 18.0 * x * x * x * x * x / volume_b;
    p.slack = kRoomy * (1.2 * (2.0 * reach * x + 10.0 * x * x) + shrink) * x * x * x * x / volume_a;
  }
  return mirrored;
}

}  // namespace graze::analytic
