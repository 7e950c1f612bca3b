// SPDX-License-Identifier: MIT
// Question   Where in a wide bracket do two boxes meet or part?                               [B3]
// Source     docs/methods/analytic.md, section 3.5: the 15 functions in double-doubles.
// Guarantee  What is added to a stretch is proved: one change of sign among Bernstein coefficients
//            is one root. Errors are below 2^-90 of the functions' size.
// Changed    Only where functions are so flat that doubles leave more than 2^-31 of the time open.
#include "methods/analytic/polish.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "math/double_double.h"

namespace graze::analytic {
namespace {
using FinePoly = std::vector<DoubleDouble>;  // Bernstein coefficients

constexpr double kWide = 0x1p-31;
constexpr double kNegligible = 0x1p-90;  // of the functions' size
constexpr int kHalvings = 34;

double binomial(int n, int k) {
  double value = 1.0;
  for (int i = 1; i <= k; ++i) value = value * (n - k + i) / i;  // whole at every step
  return value;
}

FinePoly times(const FinePoly& p, const FinePoly& q) {
  const int m = int(p.size()) - 1, n = int(q.size()) - 1;
  FinePoly r(p.size() + q.size() - 1);
  for (int i = 0; i <= m; ++i)
    for (int j = 0; j <= n; ++j)
      r[std::size_t(i + j)] =
          r[std::size_t(i + j)] +
          exact_product(binomial(m, i), binomial(n, j)) * (p[std::size_t(i)] * q[std::size_t(j)]);
  for (int k = 0; k <= m + n; ++k)
    r[std::size_t(k)] = r[std::size_t(k)] / DoubleDouble(binomial(m + n, k));
  return r;
}

FinePoly sum(const FinePoly& p, const FinePoly& q, double sign = 1.0) {
  FinePoly r = p;
  for (std::size_t k = 0; k < r.size(); ++k) r[k] = r[k] + DoubleDouble(sign) * q[k];
  return r;
}

FinePoly scaled(const FinePoly& p, double by) {
  FinePoly r = p;
  for (DoubleDouble& c : r) c = DoubleDouble(by) * c;
  return r;
}

DoubleDouble blend(const DoubleDouble& a, const DoubleDouble& b, const DoubleDouble& s) {
  return a + s * (b - a);
}

void drop_left(FinePoly& c, const DoubleDouble& share) {
  for (std::size_t last = c.size() - 1; last > 0; --last)
    for (std::size_t i = 0; i < last; ++i) c[i] = blend(c[i], c[i + 1], share);
}

void drop_right(FinePoly& c, const DoubleDouble& share) {
  for (std::size_t level = 1; level < c.size(); ++level)
    for (std::size_t i = c.size() - 1; i >= level; --i) c[i] = blend(c[i - 1], c[i], share);
}

double value_at(FinePoly c, double s) {
  drop_left(c, s);
  return c[0].hi;
}

/// All coefficients beyond `least` on one side: -1 or 1; 0 otherwise.
int sign_of(const FinePoly& c, double least) {
  int above = 0, below = 0;
  for (const DoubleDouble& x : c) above += x.hi > least, below += x.hi < -least;
  return above == int(c.size()) ? 1 : (below == int(c.size()) ? -1 : 0);
}

int sign_changes(const FinePoly& c) {
  int changes = 0;
  for (std::size_t k = 0; k + 1 < c.size(); ++k) changes += (c[k].hi > 0.0) != (c[k + 1].hi > 0.0);
  return changes;
}

/// The polynomials V, W and C of the pair on a part of time, from the formula.
struct Functions {
  FinePoly v[3][3], weight, centre[15];  // faces of a, faces of b, edge pairs 3 i + j
};

Functions functions_of(const RelativeBoxes& b) {
  FinePoly q[4], x[3], one(std::size_t(b.translation_degree) + 1, 1.0);
  for (int k = 0; k < 4; ++k)
    for (int i = 0; i <= b.rotation_degree; ++i) q[k].push_back(b.q[i][k]);
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i <= b.translation_degree; ++i) x[k].push_back(b.x[i][k]);
  const auto p = [&](int i, int j) { return times(q[i], q[j]); };
  const FinePoly ww = p(0, 0), xx = p(1, 1), yy = p(2, 2), zz = p(3, 3);
  const auto twice = [](const FinePoly& r) { return scaled(r, 2.0); };
  const FinePoly w = sum(sum(ww, xx), sum(yy, zz));
  const FinePoly n[3][3] = {{sum(sum(ww, xx), sum(yy, zz), -1.0),
                             twice(sum(p(1, 2), p(0, 3), -1.0)), twice(sum(p(1, 3), p(0, 2)))},
                            {twice(sum(p(1, 2), p(0, 3))), sum(sum(ww, yy), sum(xx, zz), -1.0),
                             twice(sum(p(2, 3), p(0, 1), -1.0))},
                            {twice(sum(p(1, 3), p(0, 2), -1.0)), twice(sum(p(2, 3), p(0, 1))),
                             sum(sum(ww, zz), sum(xx, yy), -1.0)}};
  Functions f;
  f.weight = times(w, one);
  for (int i = 0; i < 3; ++i) {
    f.centre[i] = times(w, x[i]);
    f.centre[3 + i] = sum(sum(times(n[0][i], x[0]), times(n[1][i], x[1])), times(n[2][i], x[2]));
    for (int j = 0; j < 3; ++j) {
      f.v[i][j] = times(n[i][j], one);
      f.centre[6 + 3 * i + j] = sum(times(n[(i + 1) % 3][j], x[(i + 2) % 3]),
                                    times(n[(i + 2) % 3][j], x[(i + 1) % 3]), -1.0);
    }
  }
  return f;
}

/// Cut to [lo, hi]; backwards if the overlap comes first.
void cut(Functions& f, double lo, double hi, bool backwards) {
  const DoubleDouble share =
      (DoubleDouble(hi) - DoubleDouble(lo)) / (DoubleDouble(1.0) - DoubleDouble(lo));
  const auto one = [&](FinePoly& c) {
    drop_left(c, lo);
    drop_right(c, share);
    if (backwards) std::reverse(c.begin(), c.end());
  };
  for (auto& row : f.v)
    for (FinePoly& c : row) one(c);
  one(f.weight);
  for (FinePoly& c : f.centre) one(c);
}

/// R of an axis, all V being positive.
FinePoly radius(const Functions& f, const RelativeBoxes& b, int axis) {
  const double *a = b.half_a, *h = b.half_b;
  const auto v = [&](double by, int i, int j) { return scaled(f.v[i % 3][j % 3], by); };
  const int i = axis < 6 ? axis % 3 : (axis - 6) / 3, j = axis % 3;
  if (axis < 3)
    return sum(sum(scaled(f.weight, a[i]), v(h[0], i, 0)), sum(v(h[1], i, 1), v(h[2], i, 2)));
  if (axis < 6)
    return sum(sum(scaled(f.weight, h[i]), v(a[0], 0, i)), sum(v(a[1], 1, i), v(a[2], 2, i)));
  return sum(sum(v(a[(i + 1) % 3], i + 2, j), v(a[(i + 2) % 3], i + 1, j)),
             sum(v(h[(j + 1) % 3], i, j + 2), v(h[(j + 2) % 3], i, j + 1)));
}

/// Shares of the bracket, from its end apart: apart up to lo, overlap from hi on.
struct Narrow {
  double lo = 0.0, hi = 0.0;
};

/// The one root of c, which begins above and ends below zero.
Narrow root_of(const FinePoly& c, double least) {
  Narrow root{0.0, 1.0};
  for (int k = 0; k < kHalvings; ++k) {
    const double middle = 0.5 * (root.lo + root.hi), value = value_at(c, middle);
    if (value > least) {
      root.lo = middle;
    } else if (value < -least) {
      root.hi = middle;
    } else {
      break;
    }
  }
  return root;
}

/// All axes that are positive at the end apart have one root; all others are negative throughout.
std::optional<Narrow> narrowed(Functions& f, const RelativeBoxes& boxes, double least) {
  for (auto& row : f.v)
    for (FinePoly& c : row) {
      const int sign = sign_of(c, 0.0);
      if (sign == 0) return std::nullopt;
      c = scaled(c, sign);
    }
  Narrow result;
  for (int axis = 0; axis < 15; ++axis) {
    const FinePoly r = radius(f, boxes, axis);
    for (const double sign : {1.0, -1.0}) {
      const FinePoly g = sum(scaled(f.centre[axis], sign), r, -1.0);
      if (sign_of(g, least) < 0) continue;
      if (!(g.front().hi > least && g.back().hi < -least) || sign_changes(g) != 1)
        return std::nullopt;
      const Narrow root = root_of(g, least);
      result = {std::fmax(result.lo, root.lo), std::fmax(result.hi, root.hi)};
    }
  }
  return result;
}
}  // namespace

void polish(const RelativeBoxes& boxes, const PairFunctions& functions, Scan& scan) {
  for (int k = 1; k + 1 < scan.count; ++k) {
    Stretch &before = scan.stretches[k - 1], &window = scan.stretches[k];
    Stretch& after = scan.stretches[k + 1];
    if (window.phase != Phase::kUnsure || window.hi - window.lo <= kWide) continue;
    const bool is_entry = before.phase == Phase::kApart && after.phase == Phase::kOverlap;
    if (!is_entry && !(before.phase == Phase::kOverlap && after.phase == Phase::kApart)) continue;
    Functions f = functions_of(boxes);
    cut(f, window.lo, window.hi, !is_entry);
    const auto narrow = narrowed(f, boxes, kNegligible * functions.size);
    if (!narrow) continue;
    const double lo = window.lo, width = window.hi - lo;
    const Narrow share = is_entry ? *narrow : Narrow{1.0 - narrow->hi, 1.0 - narrow->lo};
    // Times are rounded: outwards by more than that.
    window.lo = std::fmax(lo, lo + share.lo * width - 0x1p-51);
    window.hi = std::fmin(window.hi, lo + share.hi * width + 0x1p-51);
    before.hi = window.lo;
    after.lo = window.hi;
  }
}

}  // namespace graze::analytic
