// SPDX-License-Identifier: MIT
#include "graze/motion/affine_motion.h"

#include <graze/base/error.h>
#include <graze/math/bernstein.h>

#include <cmath>
#include <string>

#include "motion/checks.h"
#include "motion/rational_polynomials.h"

namespace graze {
namespace {
void check_degree(std::size_t count, const std::string& place) {
  if (count < 1 || count > std::size_t(kMaxTranslationDegree) + 1)
    throw InputError({place, std::to_string(count) + " control points",
                      "1 to " + std::to_string(kMaxTranslationDegree + 1), ""});
}

/// p > wanted or p < -wanted everywhere on [0, 1], by halving.
bool keeps_sign(const IntervalBernstein& p, double wanted, int depth) {
  const Interval values = range(p);
  if (values.mignitude() >= wanted) return true;
  const Interval &first = p.coefficients.front(), &last = p.coefficients.back();
  if (depth == 0 || first.mignitude() < wanted || last.mignitude() < wanted ||
      (first.lo > 0.0) != (last.lo > 0.0))
    return false;
  const auto [left, right] = split(p);
  return keeps_sign(left, wanted, depth - 1) && keeps_sign(right, wanted, depth - 1);
}

void check_formula(const AffineFormula& f, const std::string& place) {
  check_degree(f.matrix.size(), place + ", matrix");
  check_degree(f.translation.size(), place + ", translation");
  check_degree(f.weight.size(), place + ", weight");
  std::array<IntervalBernstein, 9> n;
  double size = 0.0;
  for (std::size_t k = 0; k < 9; ++k) {
    n[k].coefficients.clear();
    for (const Mat3& m : f.matrix) {
      const double c = m(int(k / 3), int(k % 3));
      if (!(std::fabs(c) <= 1e30))
        throw InputError({place + ", matrix", std::to_string(c), "a size of at most 1e30", ""});
      size = std::fmax(size, std::fabs(c));
      n[k].coefficients.emplace_back(c);
    }
  }
  for (const Vec3& x : f.translation) check_point(x, place + ", translation");
  const IntervalBernstein det = n[0] * (n[4] * n[8] - n[5] * n[7]) +
                                n[1] * (n[5] * n[6] - n[3] * n[8]) +
                                n[2] * (n[3] * n[7] - n[4] * n[6]);
  if (!(size > 0.0) || !keeps_sign(det, 1e-9 * size * size * size, 40))
    throw InputError({place + ", matrix", "a matrix that flattens the body",
                      "a determinant away from zero (1e-9 of the entries' cube) at every time",
                      ""});
  IntervalBernstein w;
  w.coefficients.assign(f.weight.begin(), f.weight.end());
  double most = 0.0;
  for (const double v : f.weight) most = std::fmax(most, v);
  if (!(most >= 1e-30 && most <= 1e30) || !keeps_sign(w, 1e-8 * most, 40) || !(f.weight[0] > 0.0))
    throw InputError({place + ", weight", "a weight that is not positive",
                      "one above 1e-8 of its largest control point", ""});
}

template <typename Point>
Point value_at(std::vector<Point> c, double s) {
  for (std::size_t last = c.size() - 1; last > 0; --last)
    for (std::size_t i = 0; i < last; ++i) c[i] = (1.0 - s) * c[i] + s * c[i + 1];
  return c[0];
}

Bernstein middle_of(const IntervalBernstein& p) {
  Bernstein result{{}};
  for (const Interval& c : p.coefficients) result.coefficients.push_back(c.middle());
  return result;
}

/// The sum of coefficients' products with a given weight on its way: elevated to `size` points.
std::vector<double> raised(const Bernstein& p, std::size_t size) {
  return elevated(p, int(size) - 1).coefficients;
}
}  // namespace

void check(const AffineMotion& motion) {
  if (motion.pieces.empty())
    throw InputError({"affine motion", "no pieces", "at least one", "give control points"});
  for (std::size_t k = 0; k < motion.pieces.size(); ++k) {
    const std::string place = "piece " + std::to_string(k);
    check_domain(motion.pieces[k].span, place);
    if (k > 0 && motion.pieces[k].span.lo != motion.pieces[k - 1].span.hi)
      throw InputError({place, "a gap before it", "a start at the end of the previous piece", ""});
    check_formula(motion.pieces[k].formula, place);
  }
}

AffineFormula scaled(const RationalFormula& motion, const std::vector<Vec3>& scale) {
  const QuaternionCurve q = quaternion_curve(motion.rotation);
  const auto n = matrix_of(q);
  const Bernstein norm = middle_of(norm_sq_of(q)), v{motion.weight};
  const bool has_weight = motion.weight.size() > 1 || motion.weight[0] != 1.0;
  AffineFormula f;
  f.weight = (has_weight ? norm * v : norm).coefficients;
  std::array<Bernstein, 9> entries;
  for (std::size_t k = 0; k < 9; ++k) {
    Bernstein stretch{{}};
    for (const Vec3& s : scale) stretch.coefficients.push_back(s[int(k % 3)]);
    entries[k] = middle_of(n[k]) * stretch;
    if (has_weight) entries[k] = entries[k] * v;
  }
  f.matrix.assign(entries[0].coefficients.size(), Mat3::Zero());
  f.translation.assign(motion.translation.size() + norm.coefficients.size() - 1, Vec3::Zero());
  for (std::size_t k = 0; k < 9; ++k) {
    const auto c = raised(entries[k], f.matrix.size());
    for (std::size_t i = 0; i < c.size(); ++i) f.matrix[i](int(k / 3), int(k % 3)) = c[i];
  }
  for (int k = 0; k < 3; ++k) {
    Bernstein x{{}};
    for (const Vec3& p : motion.translation) x.coefficients.push_back(p[k]);
    const auto c = (x * norm).coefficients;
    for (std::size_t i = 0; i < c.size(); ++i) f.translation[i][k] = c[i];
  }
  return f;
}

Vec3 place_at(const AffineMotion& motion, double t, const Vec3& p) {
  std::size_t k = motion.pieces.size() - 1;
  while (k > 0 && t < motion.pieces[k].span.lo) --k;
  const AffinePiece& piece = motion.pieces[k];
  const double held = std::fmin(std::fmax(t, piece.span.lo), piece.span.hi);
  const double s = (held - piece.span.lo) / (piece.span.hi - piece.span.lo);
  const AffineFormula& f = piece.formula;
  return (value_at(f.matrix, s) * p + value_at(f.translation, s)) / value_at(f.weight, s);
}

}  // namespace graze
