// SPDX-License-Identifier: MIT
// Polynomials over the rationals, their roots in [0, 1], and signs at such roots.
#pragma once
#include "support/sturm.h"

namespace graze::test {

using Polynomial = RationalPolynomial;

Polynomial operator+(const Polynomial& a, const Polynomial& b);
Polynomial operator-(const Polynomial& a, const Polynomial& b);
Polynomial operator*(const Polynomial& a, const Polynomial& b);

/// A root of `of` (square-free), the only one in [lo, hi]; rational if lo = hi.
struct ExactRoot {
  Polynomial of;
  mpq_class lo;
  mpq_class hi;
};

/// The distinct roots in [0, 1] in ascending order; none for the zero polynomial.
std::vector<ExactRoot> roots_in_unit(const Polynomial& a);

/// Halves the interval until it is at most `width` wide.
void refine(ExactRoot& root, const mpq_class& width);

/// -1, 0 or 1: the sign of a at the root.
int sign_at(const Polynomial& a, ExactRoot root);

}  // namespace graze::test
