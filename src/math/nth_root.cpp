// SPDX-License-Identifier: MIT
#include "math/nth_root.h"

#include <cmath>

namespace graze {
namespace {
double power(double x, int n) {
  double product = 1.0;
  for (int k = 0; k < n; ++k) product *= x;
  return product;
}
}  // namespace

double nth_root(double x, int n) {
  if (x == 0.0 || !std::isfinite(x)) return x;
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  const int whole = static_cast<int>(std::floor(static_cast<double>(exponent) / n));
  const double value = std::ldexp(mantissa, exponent - n * whole);  // in [1/2, 2^(n - 1))
  // Newton's method from above (Bernoulli's inequality) descends until it no longer changes.
  double root = 1.0 + (value - 1.0) / n;
  for (double last = 2.0 * root; root < last;) {
    last = root;
    root = ((n - 1) * last + value / power(last, n - 1)) / n;
  }
  return std::ldexp(root, whole);
}

}  // namespace graze
