// SPDX-License-Identifier: MIT
// Question   What are the 15 functions of a box that moves rationally in another's frame?     [B2]
// Source     docs/methods/analytic.md, section 2: w T, N^T T and T x N for R = N / w.
// Guarantee  Rounding is bounded by `error`: products of Bernstein forms have weights that sum up
//            to one, so each is off by at most (terms + 6) u times the largest product.
//
// Included after scan_kernel.h, once per instruction set.
namespace graze::analytic::GRAZE_SCAN_NAMESPACE {
namespace {
/// One coefficient of |q|^2 R, times its binomial; lane 3 of the first row is |q|^2.
struct TurnRow {
  V4 row[3];
};

/// What a pair of control quaternions adds; `same` if it is one.
inline TurnRow turn_of(const double* p, const double* q, bool same) {
  const double two = same ? 1.0 : 2.0;
  const double ww = two * p[0] * q[0], xx = two * p[1] * q[1], yy = two * p[2] * q[2],
               zz = two * p[3] * q[3];
  const auto both = [&](int i, int j) {
    return same ? 2.0 * p[i] * q[j] : 2.0 * (p[i] * q[j] + p[j] * q[i]);
  };
  const double wx = both(0, 1), wy = both(0, 2), wz = both(0, 3);
  const double xy = both(1, 2), xz = both(1, 3), yz = both(2, 3);
  return {{V4{(ww + xx) - (yy + zz), xy - wz, xz + wy, (ww + xx) + (yy + zz)},
           V4{xy + wz, (ww + yy) - (xx + zz), yz - wx, 0.0},
           V4{xz - wy, yz + wx, (ww + zz) - (xx + yy), 0.0}}};
}

inline double length_of(const double* v, int n) {
  double sq = 0.0;
  for (int i = 0; i < n; ++i) sq += v[i] * v[i];
  return __builtin_sqrt(sq);
}

inline void store(double* to, V4 v) {
  for (int k = 0; k < 4; ++k) to[k] = v[k];
}

/// Adds the product of one coefficient of the rotation with one of the position.
inline void add_product(V4 sum[8], const TurnRow& n, const double* x, double one) {
  const V4 *r = n.row, t0 = all(x[0]), t1 = all(x[1]), t2 = all(x[2]);
  for (int i = 0; i < 3; ++i) sum[i] += all(one) * r[i];
  sum[3] += t2 * r[1] - t1 * r[2];
  sum[4] += t0 * r[2] - t2 * r[0];
  sum[5] += t1 * r[0] - t0 * r[1];
  sum[6] += V4{x[0], x[1], x[2], 0.0} * all(r[0][3]);
  sum[7] += (t0 * r[0] + t1 * r[1]) + t2 * r[2];
}

/// Largest lengths of control points.
struct Sizes {
  double q_sq = 0.0, x = 0.0;
};

Sizes sizes_of(const RelativeBoxes& b) {
  Sizes s;
  for (int i = 0; i <= b.rotation_degree; ++i) s.q_sq = max_of(s.q_sq, length_of(b.q[i], 4));
  for (int i = 0; i <= b.translation_degree; ++i) s.x = max_of(s.x, length_of(b.x[i], 3));
  s.q_sq *= s.q_sq * (1.0 + 0x1p-48);
  s.x *= 1.0 + 0x1p-48;
  return s;
}

/// Turning the box with the half sizes h to align its edges, and shrinking it to stay inside.
double alignment(const double* h, double gross) {
  const double least = min_of(h[0], min_of(h[1], h[2]));
  if (!(least > 0.0)) return 0x1p1000;
  return gross + length_of(h, 3) * (h[0] + h[1] + h[2]) / least;
}

void set_bounds(const RelativeBoxes& b, PairFunctions& p) {
  const Sizes s = sizes_of(b);
  const double halves =
      (b.half_a[0] + b.half_a[1] + b.half_a[2]) + (b.half_b[0] + b.half_b[1] + b.half_b[2]);
  p.size = s.q_sq * (2.0 * s.x + halves) * (1.0 + 0x1p-40);
  p.error = (8.0 * p.degree + 80.0) * kU * p.size;
  p.v_error = (8.0 * p.degree + 80.0 + 7.2 * p.degree * (kMostCuts + 2)) * kU * s.q_sq;
  const double gross = s.x + halves;
  p.slack = 3.6 * s.q_sq * min_of(alignment(b.half_a, gross), alignment(b.half_b, gross));
}
}  // namespace

void set_up(const RelativeBoxes& b, PairFunctions& p) {
  const int m = b.rotation_degree, n = b.translation_degree;
  p.degree = 2 * m + n;
  p.affine = false;
  for (int k = 0; k < 3; ++k) p.half_a[k] = b.half_a[k], p.half_b[k] = b.half_b[k];
  p.half_a[3] = p.half_b[3] = 0.0;
  double q[kMaxQuaternionDegree + 1][4];
  for (int i = 0; i <= m; ++i)
    for (int k = 0; k < 4; ++k) q[i][k] = kBinomials.c[m][i] * b.q[i][k];
  TurnRow turn[2 * kMaxQuaternionDegree + 1] = {};
  for (int i = 0; i <= m; ++i)
    for (int j = i; j <= m; ++j) {
      const TurnRow one = turn_of(q[i], q[j], i == j);
      for (int k = 0; k < 3; ++k) turn[i + j].row[k] += one.row[k];
    }
  for (int k = 0; k <= p.degree; ++k) {
    V4 sum[8] = {};
    for (int j = k > 2 * m ? k - 2 * m : 0; j <= n && j <= k; ++j) {
      const double one = kBinomials.c[n][j];
      const double x[3] = {one * b.x[j][0], one * b.x[j][1], one * b.x[j][2]};
      add_product(sum, turn[k - j], x, one);
    }
    const V4 scale = all(kBinomials.c[p.degree][k]);
    for (int i = 0; i < 8; ++i) {
      V4 value = sum[i] / scale;
      if (i >= 3) value[3] = 0.0;
      store(p.c[k] + 4 * i, value);
    }
  }
  set_bounds(b, p);
}

}  // namespace graze::analytic::GRAZE_SCAN_NAMESPACE
