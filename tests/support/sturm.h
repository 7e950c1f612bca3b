// SPDX-License-Identifier: MIT
// Exact counts of real roots: Sturm sequences over the rationals.
#pragma once
#include <gmpxx.h>

#include <vector>

namespace graze::test {

/// Monomial coefficients, lowest power first. The leading one is not zero; empty is zero.
using RationalPolynomial = std::vector<mpq_class>;

RationalPolynomial rational_from_bernstein(const std::vector<double>& coefficients);
RationalPolynomial derivative(const RationalPolynomial& p);
mpq_class evaluate(const RationalPolynomial& p, const mpq_class& x);

/// Roots in the closed [a, b], a <= b, of a polynomial that is not zero.
int distinct_roots(const RationalPolynomial& p, const mpq_class& a, const mpq_class& b);
int roots_with_multiplicity(const RationalPolynomial& p, const mpq_class& a, const mpq_class& b);

}  // namespace graze::test
