// SPDX-License-Identifier: MIT
// Question   On which side of a plane (a line, in a projection) does a point lie, exactly?
// Source     Expansions: Dekker 1971, Priest 1991, Shewchuk 1997. Code and error terms are our own.
// Guarantee  Exact in the stated range of coordinates.
// Changed    Two stages only: a rounded determinant with its error bound, then exact expansions
//            that drop zero terms. They are short where differences are exact, as in axis-aligned
//            parts.
#include "graze/geometry/exact_predicates.h"

#include <cmath>

#include "geometry/expansion.h"

namespace graze {
namespace {
constexpr double kUnit = 0x1p-53;

using Minor = Expansion<16>;

// (p - r)_i (q - r)_j - (p - r)_j (q - r)_i
Minor exact_minor(const Expansion<2>& pi, const Expansion<2>& pj, const Expansion<2>& qi,
                  const Expansion<2>& qj) {
  return exact_sum(exact_product(pi, qj), exact_product(pj, qi), -1.0);
}

Expansion<192> exact_determinant(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  Expansion<2> u[3], v[3], w[3];
  for (int k = 0; k < 3; ++k) {
    u[k] = expansion_of(exact_difference(b[k], a[k]));
    v[k] = expansion_of(exact_difference(c[k], a[k]));
    w[k] = expansion_of(exact_difference(d[k], a[k]));
  }
  const auto x = exact_product(exact_minor(u[1], u[2], v[1], v[2]), w[0]);
  const auto y = exact_product(exact_minor(u[2], u[0], v[2], v[0]), w[1]);
  const auto z = exact_product(exact_minor(u[0], u[1], v[0], v[1]), w[2]);
  return exact_sum(exact_sum(x, y), z);
}

int sign_of(double x) { return (x > 0.0) - (x < 0.0); }

struct RoundedDeterminant {
  double value, error;
};

// Each of the six products of three differences carries at most 3 roundings from the differences, 2
// from the products, 1 from the minor's subtraction and 2 from the sum: below 8 u of `sum`, the sum
// of their magnitudes; `sum` itself is rounded too, hence 10 u.
RoundedDeterminant rounded_determinant(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const double ux = b.x() - a.x(), uy = b.y() - a.y(), uz = b.z() - a.z();
  const double vx = c.x() - a.x(), vy = c.y() - a.y(), vz = c.z() - a.z();
  const double wx = d.x() - a.x(), wy = d.y() - a.y(), wz = d.z() - a.z();
  const double uyvz = uy * vz, uzvy = uz * vy, uzvx = uz * vx;
  const double uxvz = ux * vz, uxvy = ux * vy, uyvx = uy * vx;
  const double value = (uyvz - uzvy) * wx + (uzvx - uxvz) * wy + (uxvy - uyvx) * wz;
  const double sum = (std::abs(uyvz) + std::abs(uzvy)) * std::abs(wx) +
                     (std::abs(uzvx) + std::abs(uxvz)) * std::abs(wy) +
                     (std::abs(uxvy) + std::abs(uyvx)) * std::abs(wz);
  return {value, 10.0 * kUnit * sum};
}
}  // namespace

// A zero error means a zero difference in each product, and a difference is zero only exactly.
int orientation(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const RoundedDeterminant rounded = rounded_determinant(a, b, c, d);
  if (std::abs(rounded.value) > rounded.error) return sign_of(rounded.value);
  return rounded.error == 0.0 ? 0 : exact_determinant(a, b, c, d).sign();
}

double orientation_value(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const RoundedDeterminant rounded = rounded_determinant(a, b, c, d);
  if (std::abs(rounded.value) >= 0x1p46 * rounded.error) return rounded.value;
  return exact_determinant(a, b, c, d).rounded();
}

int orientation_along(int axis, const Vec3& a, const Vec3& b, const Vec3& c) {
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  const double left = (b[i] - a[i]) * (c[j] - a[j]), right = (b[j] - a[j]) * (c[i] - a[i]);
  const double value = left - right;
  // Three roundings a product and one of the subtraction: below 5 u with the sum's own.
  if (std::abs(value) > 5.0 * kUnit * (std::abs(left) + std::abs(right))) return sign_of(value);
  const auto from_a = [&](const Vec3& p, int k) {
    return expansion_of(exact_difference(p[k], a[k]));
  };
  return exact_minor(from_a(b, i), from_a(b, j), from_a(c, i), from_a(c, j)).sign();
}

bool are_collinear(const Vec3& a, const Vec3& b, const Vec3& c) {
  return orientation_along(0, a, b, c) == 0 && orientation_along(1, a, b, c) == 0 &&
         orientation_along(2, a, b, c) == 0;
}

}  // namespace graze
