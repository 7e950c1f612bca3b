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

void trim(RationalPolynomial& p);  ///< leading zeros go
/// Quotient of a / b; `a` becomes the remainder.
RationalPolynomial divide(RationalPolynomial& a, const RationalPolynomial& b);
RationalPolynomial common_divisor(RationalPolynomial a, RationalPolynomial b);

/// Of a polynomial without double roots: the changes of sign at lo less those at hi are its roots
/// in (lo, hi].
std::vector<RationalPolynomial> sturm_sequence(const RationalPolynomial& p);
int sign_changes(const std::vector<RationalPolynomial>& sequence, const mpq_class& x);

/// Roots in the closed [a, b], a <= b, of a polynomial that is not zero.
int distinct_roots(const RationalPolynomial& p, const mpq_class& a, const mpq_class& b);
int roots_with_multiplicity(const RationalPolynomial& p, const mpq_class& a, const mpq_class& b);

}  // namespace graze::test
