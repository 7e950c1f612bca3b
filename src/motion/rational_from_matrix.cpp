// SPDX-License-Identifier: MIT
// Question   Which curve of quaternions gives a rotation matrix of quotients of polynomials?   [B1]
// Source     4 q q^T is linear in the matrix N and its weight w; docs/methods/motions.md, section
//            9.
// Guarantee  The result agrees with N / w to 1e-6 at every s in [0, 1], proved by intervals, or the
//            matrix is refused.
// Changed    Power series of the square root first: half the degree of a row of q q^T.
#include <graze/base/error.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "graze/motion/affine_motion.h"
#include "motion/rational_polynomials.h"

namespace graze {
namespace {
using Series = std::vector<double>;  // monomial coefficients

double at(const Series& p, std::size_t k) { return k < p.size() ? p[k] : 0.0; }

Series sum(std::initializer_list<std::pair<double, const Series*>> terms) {
  std::size_t size = 1;
  for (const auto& term : terms) size = std::max(size, term.second->size());
  Series result(size, 0.0);
  for (const auto& [factor, p] : terms)
    for (std::size_t k = 0; k < p->size(); ++k) result[k] += factor * (*p)[k];
  return result;
}

/// 4 q q^T as polynomials.
struct OuterProduct {
  Series k[4][4];
  std::size_t degree = 0;
};

OuterProduct outer_product(const PolynomialMatrix& m) {
  const auto& n = m.entry;
  const Series &w = m.weight, &xx = n[0][0], &yy = n[1][1], &zz = n[2][2];
  OuterProduct o;
  o.k[0][0] = sum({{1, &w}, {1, &xx}, {1, &yy}, {1, &zz}});
  o.k[1][1] = sum({{1, &w}, {1, &xx}, {-1, &yy}, {-1, &zz}});
  o.k[2][2] = sum({{1, &w}, {-1, &xx}, {1, &yy}, {-1, &zz}});
  o.k[3][3] = sum({{1, &w}, {-1, &xx}, {-1, &yy}, {1, &zz}});
  o.k[0][1] = o.k[1][0] = sum({{1, &n[2][1]}, {-1, &n[1][2]}});
  o.k[0][2] = o.k[2][0] = sum({{1, &n[0][2]}, {-1, &n[2][0]}});
  o.k[0][3] = o.k[3][0] = sum({{1, &n[1][0]}, {-1, &n[0][1]}});
  o.k[1][2] = o.k[2][1] = sum({{1, &n[0][1]}, {1, &n[1][0]}});
  o.k[1][3] = o.k[3][1] = sum({{1, &n[0][2]}, {1, &n[2][0]}});
  o.k[2][3] = o.k[3][2] = sum({{1, &n[1][2]}, {1, &n[2][1]}});
  for (const auto& row : o.k)
    for (const Series& p : row) o.degree = std::max(o.degree, p.size() - 1);
  return o;
}

/// The first `count` terms of sqrt(p), p(0) > 0.
Series root_of(const Series& p, std::size_t count) {
  Series r(count, 0.0);
  r[0] = std::sqrt(p[0]);
  for (std::size_t k = 1; k < count; ++k) {
    double rest = at(p, k);
    for (std::size_t i = 1; i < k; ++i) rest -= r[i] * r[k - i];
    r[k] = rest / (2.0 * r[0]);
  }
  return r;
}

/// The first `count` terms of p / r, r(0) != 0.
Series quotient(const Series& p, const Series& r, std::size_t count) {
  Series q(count, 0.0);
  for (std::size_t k = 0; k < count; ++k) {
    double rest = at(p, k);
    for (std::size_t i = 1; i <= k; ++i) rest -= at(r, i) * q[k - i];
    q[k] = rest / r[0];
  }
  return q;
}

std::vector<Quat> control_points(const std::array<Series, 4>& q) {
  std::size_t size = 1;
  for (const Series& p : q) size = std::max(size, p.size());
  std::vector<double> c[4];
  for (std::size_t i = 0; i < 4; ++i) {
    Series padded = q[i];
    padded.resize(size, 0.0);
    c[i] = bernstein_from_monomial(std::span<const double>(padded)).coefficients;
  }
  std::vector<Quat> points;
  for (std::size_t k = 0; k < size; ++k) points.emplace_back(c[0][k], c[1][k], c[2][k], c[3][k]);
  return points;
}

IntervalBernstein bernstein_of(const Series& p) {
  const std::vector<Interval> m(p.begin(), p.end());
  return m.empty() ? IntervalBernstein{} : bernstein_from_monomial(std::span<const Interval>(m));
}

/// N / w and the quaternions' matrix differ by at most 1e-6 an entry on [0, 1].
bool agrees(const std::vector<Quat>& control, const PolynomialMatrix& m) {
  if (control.size() > std::size_t(kMaxRotationDegree) + 1) return false;
  const QuaternionCurve q = quaternion_curve(control);
  const IntervalBernstein norm_sq = norm_sq_of(q), w = bernstein_of(m.weight);
  const std::array<IntervalBernstein, 9> rotation = matrix_of(q);
  const double least = range(norm_sq * w).lo;
  if (!(least > 0.0)) return false;
  for (std::size_t k = 0; k < 9; ++k) {
    const IntervalBernstein off = bernstein_of(m.entry[k / 3][k % 3]) * norm_sq - w * rotation[k];
    if (!(range(off).magnitude() <= 1e-6 * least)) return false;
  }
  return true;
}

std::vector<Quat> by_root(const OuterProduct& o, std::size_t row) {
  if (!(o.k[row][row][0] > 0.0)) return {};
  const std::size_t count = o.degree / 2 + 1;
  const Series root = root_of(o.k[row][row], count);
  std::array<Series, 4> q;
  for (std::size_t j = 0; j < 4; ++j) q[j] = j == row ? root : quotient(o.k[row][j], root, count);
  return control_points(q);
}

std::vector<Quat> by_row(const OuterProduct& o, std::size_t row) {
  return control_points({o.k[row][0], o.k[row][1], o.k[row][2], o.k[row][3]});
}

std::vector<Quat> quaternions_of(const PolynomialMatrix& m) {
  const OuterProduct o = outer_product(m);
  std::array<std::size_t, 4> rows{0, 1, 2, 3};
  std::stable_sort(rows.begin(), rows.end(),
                   [&](std::size_t a, std::size_t b) { return o.k[a][a][0] > o.k[b][b][0]; });
  for (const auto make : {by_root, by_row})
    for (const std::size_t row : rows) {
      const std::vector<Quat> control = make(o, row);
      if (!control.empty() && agrees(control, m)) return control;
    }
  throw InputError({"matrix", "polynomials that are not a rotation times the weight",
                    "orthonormal columns to 1e-6 and determinant +1 at every s in [0, 1]",
                    "for a printed matrix write \"repair\": 0.05; for what stretches or shears the "
                    "type \"affine\""});
}

void check_series(const Series& p, const char* place) {
  for (const double c : p)
    if (!(std::fabs(c) <= 1e30))
      throw InputError({place, std::to_string(c), "a finite number of size at most 1e30", ""});
  if (p.size() > std::size_t(kMaxTranslationDegree) + 1)
    throw InputError({place, "degree " + std::to_string(p.size() - 1),
                      "at most " + std::to_string(kMaxTranslationDegree), ""});
}

std::vector<double> padded_bernstein(Series p, std::size_t size) {
  p.resize(std::max(size, p.size()), 0.0);
  return bernstein_from_monomial(std::span<const double>(p)).coefficients;
}

void check_matrix(const PolynomialMatrix& m) {
  for (const auto& row : m.entry)
    for (const Series& p : row) check_series(p, "matrix");
  check_series(m.weight, "weight");
  if (m.weight.empty()) throw InputError({"weight", "nothing", "a polynomial", ""});
}

std::vector<Vec3> translation_of(const PolynomialMatrix& m) {
  std::size_t size = 1;
  for (const auto& row : m.entry) size = std::max(size, row[3].size());
  std::vector<Vec3> points(size, Vec3::Zero());
  for (int k = 0; k < 3; ++k) {
    const std::vector<double> c = padded_bernstein(m.entry[k][3], size);
    for (std::size_t i = 0; i < size; ++i) points[i][k] = c[i];
  }
  return points;
}
}  // namespace

RationalFormula rational_from_matrix(const PolynomialMatrix& m) {
  check_matrix(m);
  RationalFormula f;
  f.rotation = quaternions_of(m);
  f.weight = padded_bernstein(m.weight, 1);
  f.translation = translation_of(m);
  return f;
}

AffineFormula affine_from_matrix(const PolynomialMatrix& m) {
  check_matrix(m);
  AffineFormula f;
  f.weight = padded_bernstein(m.weight, 1);
  f.translation = translation_of(m);
  std::size_t size = 1;
  for (const auto& row : m.entry)
    for (int k = 0; k < 3; ++k) size = std::max(size, row[k].size());
  f.matrix.assign(size, Mat3::Zero());
  for (int row = 0; row < 3; ++row)
    for (int k = 0; k < 3; ++k) {
      const std::vector<double> c = padded_bernstein(m.entry[row][k], size);
      for (std::size_t i = 0; i < size; ++i) f.matrix[i](row, k) = c[i];
    }
  return f;
}

}  // namespace graze
