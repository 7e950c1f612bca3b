// SPDX-License-Identifier: MIT
// Bernstein forms with interval coefficients contain what rational arithmetic gives.
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cstdio>

#include "graze/math/bernstein.h"
#include "math/exact_member.h"
#include "support/random_doubles.h"
#include "support/sturm.h"
#include "support/trials.h"

namespace graze {
namespace {

using test::derivative;
using test::evaluate;
using test::RationalPolynomial;

Bernstein random_form(std::mt19937_64& random, int max_degree) {
  Bernstein p;
  const auto degree = static_cast<std::size_t>(random() % (max_degree + 1));
  p.coefficients.resize(degree + 1);
  for (double& c : p.coefficients) c = test::with_exponent(random, -20, 20);
  return p;
}

double random_parameter(std::mt19937_64& random) {
  const std::uint64_t kind = random() % 4;
  if (kind == 0) return static_cast<double>(random() % 17) / 16.0;
  return test::uniform(random, 0.0, 1.0);
}

struct Sample {
  Bernstein p, q;
  RationalPolynomial exact_p, exact_q;
  double s;
};

template <typename Check>
void for_samples(std::size_t full, const Check& check) {
  const std::size_t count = test::trials(full);
  for (std::size_t i = 0; i < count && !testing::Test::HasFailure(); ++i) {
    std::mt19937_64 random = test::generator(i);
    const Bernstein p = random_form(random, 9), q = random_form(random, 7);
    check(Sample{p, q, test::rational_from_bernstein(p.coefficients),
                 test::rational_from_bernstein(q.coefficients), random_parameter(random)});
  }
}

TEST(C2_Bernstein, ValueContainsTheTruth) {
  for_samples(100'000, [](const Sample& x) {
    const mpq_class truth = evaluate(x.exact_p, mpq_class(x.s));
    const Interval value = evaluate(enclose(x.p), x.s);
    EXPECT_TRUE(holds(value, truth));
    EXPECT_TRUE(holds(range(x.p), truth)) << "coefficients bound the values";
    EXPECT_TRUE(range(x.p).contains(evaluate(x.p, x.s)) || !value.is_point());
    const double scale = range(x.p).magnitude();
    EXPECT_LE(value.width(), 64.0 * kUnitRoundoff * scale * (1 + x.p.degree()));
    EXPECT_NEAR(evaluate(x.p, x.s), truth.get_d(), 32.0 * kUnitRoundoff * scale);
  });
}

TEST(C2_Bernstein, SumProductAndDerivativeContainTheTruth) {
  for_samples(50'000, [](const Sample& x) {
    const IntervalBernstein p = enclose(x.p), q = enclose(x.q);
    const mpq_class s(x.s), at_p = evaluate(x.exact_p, s), at_q = evaluate(x.exact_q, s);
    EXPECT_TRUE(holds(evaluate(p + q, x.s), at_p + at_q));
    EXPECT_TRUE(holds(evaluate(p - q, x.s), at_p - at_q));
    EXPECT_TRUE(holds(evaluate(p * q, x.s), at_p * at_q));
    EXPECT_TRUE(holds(evaluate(derivative(p), x.s), evaluate(derivative(x.exact_p), s)));
    EXPECT_TRUE(holds(evaluate(elevated(p, p.degree() + 3), x.s), at_p));
    const double plain = evaluate(x.p * x.q, x.s), truth = mpq_class(at_p * at_q).get_d();
    EXPECT_NEAR(plain, truth, 1e-13 * range(x.p).magnitude() * range(x.q).magnitude());
  });
}

TEST(C2_Bernstein, PartsAreThePolynomial) {
  for_samples(50'000, [](const Sample& x) {
    const double cut = x.s == 0.0 ? 0.5 : x.s;
    const auto [left, right] = split(enclose(x.p), cut);
    const mpq_class c(cut), u(0.3125);
    EXPECT_TRUE(holds(evaluate(left, 0.3125), evaluate(x.exact_p, u * c)));
    EXPECT_TRUE(holds(evaluate(right, 0.3125), evaluate(x.exact_p, c + u * (1 - c))));
    const Interval part(0.5 * cut, cut);
    const IntervalBernstein inner = restricted(enclose(x.p), part);
    EXPECT_TRUE(holds(evaluate(inner, 0.3125), evaluate(x.exact_p, c / 2 + u * c / 2)));
    EXPECT_LE(evaluate(inner, 0.5).width(), 1e-12 * range(x.p).magnitude());
  });
}

TEST(C2_Bernstein, IntervalParameterContainsAllItsValues) {
  for_samples(50'000, [](const Sample& x) {
    const Interval s(0.75 * x.s, x.s);
    EXPECT_TRUE(holds(evaluate(enclose(x.p), s), evaluate(x.exact_p, mpq_class(x.s))));
    EXPECT_TRUE(holds(evaluate(enclose(x.p), s), evaluate(x.exact_p, mpq_class(s.lo))));
  });
}

TEST(C2_Bernstein, MonomialOnAnyDomainContainsTheTruth) {
  for_samples(50'000, [](const Sample& x) {
    const std::vector<Interval> monomial(x.p.coefficients.begin(), x.p.coefficients.end());
    const Interval domain(-0.75, 1.0 + x.s);
    const RationalPolynomial exact(x.p.coefficients.begin(), x.p.coefficients.end());
    const mpq_class s(x.s), lo(domain.lo), hi(domain.hi), t = lo + s * (hi - lo);
    EXPECT_TRUE(
        holds(evaluate(bernstein_from_monomial(monomial, domain), x.s), evaluate(exact, t)));
    const Bernstein plain = bernstein_from_monomial(std::span(x.p.coefficients), domain);
    const double size = 1e-11 * range(x.p).magnitude() * 1024;
    EXPECT_NEAR(evaluate(plain, x.s), mpq_class(evaluate(exact, t)).get_d(), size);
  });
}

TEST(C2_Bernstein, HalvingKeepsExactZeros) {
  const Bernstein square{{1.0, -1.0, 1.0}};  // (1 - 2s)^2
  const auto [left, right] = split(enclose(square));
  EXPECT_EQ(left.coefficients, (std::vector<Interval>{1.0, 0.0, 0.0}));
  EXPECT_EQ(right.coefficients, (std::vector<Interval>{0.0, 0.0, 1.0}));
}

}  // namespace
}  // namespace graze
