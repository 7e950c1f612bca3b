// SPDX-License-Identifier: MIT
#include "analytic/exact_pair.h"

#include <cmath>

namespace graze::test {
namespace {
using Poly = std::vector<mpz_class>;  // monomial coefficients

constexpr double kGrid = 4096.0;

mpz_class whole(double x) { return mpz_class(x * kGrid); }

mpz_class binomial(unsigned long n, unsigned long k) {
  mpz_class value;
  mpz_bin_uiui(value.get_mpz_t(), n, k);
  return value;
}

/// From Bernstein control values to monomials: m_k = C(n, k) sum_i (-1)^(k-i) C(k, i) c_i.
Poly monomials(const std::vector<mpz_class>& c) {
  const std::size_t n = c.size() - 1;
  Poly m(c.size());
  for (std::size_t k = 0; k <= n; ++k) {
    for (std::size_t i = 0; i <= k; ++i) m[k] += ((k - i) % 2 ? -1 : 1) * binomial(k, i) * c[i];
    m[k] *= binomial(n, k);
  }
  return m;
}

Poly times(const Poly& p, const Poly& q) {
  Poly r(p.size() + q.size() - 1);
  for (std::size_t i = 0; i < p.size(); ++i)
    for (std::size_t j = 0; j < q.size(); ++j) r[i + j] += p[i] * q[j];
  return r;
}

Poly sum(const Poly& p, const Poly& q, int sign = 1) {
  Poly r(std::max(p.size(), q.size()));
  for (std::size_t i = 0; i < p.size(); ++i) r[i] += p[i];
  for (std::size_t i = 0; i < q.size(); ++i) r[i] += sign * q[i];
  return r;
}

Poly twice(const Poly& p) { return sum(p, p); }

/// Bernstein coefficients of degree n times `common`, a multiple of all C(n, k).
std::vector<mpz_class> bernstein(const Poly& m, std::size_t n, const mpz_class& common) {
  std::vector<mpz_class> c(n + 1);
  for (std::size_t i = 0; i <= n; ++i)
    for (std::size_t k = 0; k <= i && k < m.size(); ++k)
      c[i] += binomial(i, k) * (common / binomial(n, k)) * m[k];
  return c;
}

/// (1 - s) a + s b for s = p / 2^bits, times 2^bits.
void blend(mpz_class& to, const mpz_class& a, const mpz_class& b, const mpz_class& p,
           const mpz_class& rest) {
  to = rest * a + p * b;
}
}  // namespace

RelativeBoxPair on_grid(RelativeBoxPair pair) {
  const auto rounded = [](double x) { return std::round(x * kGrid) / kGrid; };
  for (int k = 0; k < 3; ++k) {
    pair.half_a[k] = std::fmax(rounded(pair.half_a[k]), 1.0 / kGrid);
    pair.half_b[k] = std::fmax(rounded(pair.half_b[k]), 1.0 / kGrid);
  }
  for (Quat& q : pair.a_from_b.rotation)
    for (double& c : q.coeffs()) c = rounded(c);
  for (Vec3& x : pair.a_from_b.translation)
    for (int k = 0; k < 3; ++k) x[k] = rounded(x[k]);
  return pair;
}

ExactPair::ExactPair(const RelativeBoxPair& pair) {
  const RationalFormula& f = pair.a_from_b;
  std::vector<Poly> q, x;
  for (int k = 0; k < 4; ++k) {
    std::vector<mpz_class> c;
    for (const Quat& p : f.rotation) c.push_back(whole(k == 0 ? p.w() : p.vec()[k - 1]));
    q.push_back(monomials(c));
  }
  for (int k = 0; k < 3; ++k) {
    std::vector<mpz_class> c;
    for (const Vec3& p : f.translation) c.push_back(whole(p[k]));
    x.push_back(monomials(c));
  }
  const auto p = [&](std::size_t i, std::size_t j) { return times(q[i], q[j]); };
  const Poly ww = p(0, 0), xx = p(1, 1), yy = p(2, 2), zz = p(3, 3);
  const Poly n[9] = {sum(sum(ww, xx), sum(yy, zz), -1), twice(sum(p(1, 2), p(0, 3), -1)),
                     twice(sum(p(1, 3), p(0, 2))),      twice(sum(p(1, 2), p(0, 3))),
                     sum(sum(ww, yy), sum(xx, zz), -1), twice(sum(p(2, 3), p(0, 1), -1)),
                     twice(sum(p(1, 3), p(0, 2), -1)),  twice(sum(p(2, 3), p(0, 1))),
                     sum(sum(ww, zz), sum(xx, yy), -1)};
  const Poly w = sum(sum(ww, xx), sum(yy, zz));
  const std::size_t d = 2 * (f.rotation.size() - 1) + f.translation.size() - 1;
  mpz_class common = 1;
  for (std::size_t k = 0; k <= d; ++k) common = lcm(common, binomial(d, k));
  const auto lane = [&](const Poly& m) { return bernstein(m, d, common); };
  for (const Poly& m : n) whole_.v.push_back(lane(m));
  whole_.weight = lane(w);
  for (std::size_t i = 0; i < 3; ++i) whole_.centre.push_back(lane(times(x[i], w)));
  for (std::size_t j = 0; j < 3; ++j)
    whole_.centre.push_back(
        lane(sum(sum(times(x[0], n[j]), times(x[1], n[3 + j])), times(x[2], n[6 + j]))));
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      whole_.centre.push_back(lane(sum(times(x[(i + 2) % 3], n[3 * ((i + 1) % 3) + j]),
                                       times(x[(i + 1) % 3], n[3 * ((i + 2) % 3) + j]), -1)));
  for (int k = 0; k < 3; ++k)
    half_a_[k] = whole(pair.half_a[k]), half_b_[k] = whole(pair.half_b[k]);
}

ExactPair::Part ExactPair::cut(const Part& part, double lo, double hi) {
  // Every double in [0, 1] above 2^-60 or so is a whole number over 2^113.
  constexpr int kBits = 113;
  const mpz_class one = mpz_class(1) << kBits;
  const auto scaled = [](double s) { return mpz_class(std::ldexp(s, kBits)); };
  const mpz_class h = scaled(hi), l = scaled(lo);
  const auto lane = [&](Lane c) {
    const std::size_t n = c.size() - 1;
    // [0, hi], then its part from lo / hi on: weights l / h.
    for (std::size_t level = 1; level <= n; ++level) {
      for (std::size_t i = n; i >= level; --i) blend(c[i], c[i - 1], c[i], h, one - h);
      for (std::size_t i = 0; i < level; ++i) c[i] *= one;
    }
    for (std::size_t last = n; last > 0; --last) {
      for (std::size_t i = 0; i < last; ++i) blend(c[i], c[i], c[i + 1], l, h - l);
      for (std::size_t i = last; i <= n; ++i) c[i] *= h;
    }
    return c;
  };
  Part result;
  for (const Lane& v : part.v) result.v.push_back(lane(v));
  for (const Lane& c : part.centre) result.centre.push_back(lane(c));
  result.weight = lane(part.weight);
  return result;
}

std::pair<ExactPair::Part, ExactPair::Part> ExactPair::halves(const Part& part) {
  std::pair<Part, Part> result;
  const auto lane = [](const Lane& c, Lane& left, Lane& right) {
    const std::size_t n = c.size() - 1;
    right = c;
    left.resize(n + 1);
    // Sums instead of means: after k rounds a value has the factor 2^k; all get 2^n.
    for (std::size_t k = 0; k <= n; ++k) {
      left[k] = right[0] << (n - k);
      for (std::size_t i = 0; i + k < n; ++i) right[i] += right[i + 1];
    }
    for (std::size_t i = 0; i <= n; ++i) right[i] <<= i;
  };
  result.first.v.resize(9);
  result.second.v.resize(9);
  result.first.centre.resize(15);
  result.second.centre.resize(15);
  for (std::size_t k = 0; k < 9; ++k) lane(part.v[k], result.first.v[k], result.second.v[k]);
  for (std::size_t k = 0; k < 15; ++k)
    lane(part.centre[k], result.first.centre[k], result.second.centre[k]);
  lane(part.weight, result.first.weight, result.second.weight);
  return result;
}

ExactPair::Lane ExactPair::radius(const std::vector<Lane>& v, const Lane& weight,
                                  std::size_t axis) const {
  Lane r(weight.size());
  const auto add = [&](const mpz_class& by, const Lane& c) {
    for (std::size_t i = 0; i < r.size(); ++i) r[i] += by * c[i];
  };
  if (axis < 3) {
    add(half_a_[axis], weight);
    for (std::size_t j = 0; j < 3; ++j) add(half_b_[j], v[3 * axis + j]);
  } else if (axis < 6) {
    add(half_b_[axis - 3], weight);
    for (std::size_t i = 0; i < 3; ++i) add(half_a_[i], v[3 * i + axis - 3]);
  } else {
    const std::size_t i = (axis - 6) / 3, j = (axis - 6) % 3;
    add(half_a_[(i + 1) % 3], v[3 * ((i + 2) % 3) + j]);
    add(half_a_[(i + 2) % 3], v[3 * ((i + 1) % 3) + j]);
    add(half_b_[(j + 1) % 3], v[3 * i + (j + 2) % 3]);
    add(half_b_[(j + 2) % 3], v[3 * i + (j + 1) % 3]);
  }
  return r;
}

bool ExactPair::is_apart(const Part& part) const {
  std::vector<Lane> v = part.v;
  for (Lane& lane : v)
    for (mpz_class& c : lane) c = abs(c);
  for (std::size_t k = 0; k < 15; ++k) {
    const Lane r = radius(v, part.weight, k);
    const int sign = part.centre[k][0] < 0 ? -1 : 1;
    bool all = true;
    for (std::size_t i = 0; i < r.size() && all; ++i) all = sign * part.centre[k][i] > r[i];
    if (all) return true;
  }
  return false;
}

bool ExactPair::is_overlap(const Part& part) const {
  std::vector<Lane> v = part.v;
  for (Lane& lane : v) {
    const int sign = lane.front() + lane.back() < 0 ? -1 : 1;
    for (mpz_class& c : lane) c *= sign;
  }
  for (std::size_t k = 0; k < 15; ++k) {
    const Lane r = radius(v, part.weight, k);
    for (std::size_t i = 0; i < r.size(); ++i)
      if (abs(part.centre[k][i]) >= r[i]) return false;
  }
  return true;
}

template <typename Test>
bool ExactPair::during(const Part& part, const Test& test, int depth) const {
  if (test(part)) return true;
  if (depth == 0) return false;
  const auto [left, right] = halves(part);
  return during(left, test, depth - 1) && during(right, test, depth - 1);
}

bool ExactPair::apart_during(double lo, double hi) const {
  return during(
      cut(whole_, lo, hi), [&](const Part& p) { return is_apart(p); }, 60);
}

bool ExactPair::overlap_during(double lo, double hi) const {
  return during(
      cut(whole_, lo, hi), [&](const Part& p) { return is_overlap(p); }, 60);
}

namespace {
/// Changes of sign among coefficients: 0 means no root inside, 1 exactly one (Descartes).
int sign_changes(const std::vector<mpz_class>& c) {
  int changes = 0, last = 0;
  for (const mpz_class& x : c) {
    if (last != 0 && sgn(x) != 0 && sgn(x) != last) ++changes;
    if (sgn(x) != 0) last = sgn(x);
  }
  return changes;
}

bool keeps_sign(const std::vector<mpz_class>& c) {
  return sign_changes(c) == 0 && c.front() != 0 && c.back() != 0;
}

int sign_of(const std::vector<mpz_class>& c) { return c.front() < 0 ? -1 : 1; }
}  // namespace

RationalPolynomial ExactPair::axis_function(std::size_t axis, const Part& signs) const {
  std::vector<Lane> v = whole_.v;
  for (std::size_t k = 0; k < v.size(); ++k)
    for (mpz_class& c : v[k]) c *= sign_of(signs.v[k]);
  Lane f = radius(v, whole_.weight, axis);
  for (std::size_t i = 0; i < f.size(); ++i)
    f[i] = sign_of(signs.centre[axis]) * whole_.centre[axis][i] - f[i];
  RationalPolynomial p;
  for (const mpz_class& m : monomials(f)) p.emplace_back(m);
  while (!p.empty() && p.back() == 0) p.pop_back();
  return p;
}

ExactPair::Bracket ExactPair::classify(double apart, double overlap, bool by_sturm) const {
  const double lo = std::fmin(apart, overlap), hi = std::fmax(apart, overlap);
  const Part part = cut(whole_, lo, hi);
  for (const Lane& v : part.v)
    if (!keeps_sign(v)) return Bracket::kSignsChange;
  std::vector<Lane> v = part.v;
  for (std::size_t k = 0; k < v.size(); ++k)
    for (mpz_class& c : v[k]) c *= sign_of(part.v[k]);
  int positive = 0, multiple = 0;
  for (std::size_t axis = 0; axis < 15; ++axis) {
    const Lane r = radius(v, part.weight, axis);
    Lane f(r.size()), opposite(r.size());  // of both signs of C
    for (std::size_t i = 0; i < r.size(); ++i)
      f[i] = part.centre[axis][i] - r[i], opposite[i] = -part.centre[axis][i] - r[i];
    if (keeps_sign(f) && keeps_sign(opposite) && f[0] < 0 && opposite[0] < 0) continue;
    if (!keeps_sign(part.centre[axis])) return Bracket::kSignsChange;
    const Lane& h = sign_of(part.centre[axis]) > 0 ? f : opposite;
    const bool is_forward = apart < overlap;
    const int at_apart = sgn(is_forward ? h.front() : h.back());
    const int at_overlap = sgn(is_forward ? h.back() : h.front());
    if (at_overlap >= 0) return Bracket::kWrongEnds;
    int roots = sign_changes(h), with_multiplicity = roots;
    if (by_sturm || roots > 1) {
      const RationalPolynomial g = axis_function(axis, part);
      roots = distinct_roots(g, lo, hi);
      with_multiplicity = roots_with_multiplicity(g, lo, hi);
    }
    if (roots != (at_apart > 0 ? 1 : 0)) return Bracket::kSeveralRoots;
    positive += at_apart > 0;
    multiple += with_multiplicity > roots;
  }
  if (positive == 0) return Bracket::kWrongEnds;
  return multiple > 0 ? Bracket::kOneChange : Bracket::kOneSimpleChange;
}

}  // namespace graze::test
