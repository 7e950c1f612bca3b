// SPDX-License-Identifier: MIT
// Every statement of isolate_roots against Sturm sequences over the rationals.
#include <gtest/gtest.h>

#include <cstdio>

#include "graze/math/root_isolation.h"
#include "support/random_doubles.h"
#include "support/sturm.h"
#include "support/trials.h"

namespace graze {
namespace {

using test::evaluate;
using test::RationalPolynomial;

struct Counts {
  int simple = 0, multiple = 0, tangent = 0, cluster = 0, roots = 0;
  double widest_simple = 0.0;
};

void expect_true_statement(const RootInterval& root, const RationalPolynomial& p, Counts& counts) {
  const mpq_class lo(root.where.lo), hi(root.where.hi);
  const int with_multiplicity = test::roots_with_multiplicity(p, lo, hi);
  EXPECT_LE(root.least, with_multiplicity);
  EXPECT_GE(root.most, with_multiplicity);
  switch (root.kind) {
    case RootKind::kSimple:
      EXPECT_EQ(with_multiplicity, 1);
      counts.widest_simple = std::max(counts.widest_simple, root.where.width());
      ++counts.simple;
      break;
    case RootKind::kMultiple:
      EXPECT_TRUE(root.where.is_point());
      EXPECT_EQ(with_multiplicity, root.least);
      EXPECT_EQ(root.least, root.most);
      ++counts.multiple;
      break;
    case RootKind::kTangent:
      EXPECT_TRUE(with_multiplicity == 0 || with_multiplicity == 2) << with_multiplicity;
      ++counts.tangent;
      break;
    case RootKind::kCluster:
      ++counts.cluster;
  }
}

/// Sturm's count on the gaps between the intervals must be zero. Ends of intervals belong to them.
void expect_no_root_between(const std::vector<RootInterval>& roots, const RationalPolynomial& p) {
  int inside = 0, shared = 0;
  for (std::size_t i = 0; i < roots.size(); ++i) {
    const Interval where = roots[i].where;
    inside += test::distinct_roots(p, mpq_class(where.lo), mpq_class(where.hi));
    if (i == 0) continue;
    ASSERT_LE(roots[i - 1].where.hi, where.lo);
    const mpq_class at(where.lo);
    if (roots[i - 1].where.hi == where.lo && evaluate(p, at) == 0) ++shared;
  }
  EXPECT_EQ(inside - shared, test::distinct_roots(p, 0, 1)) << "a root was lost";
}

void check(const std::vector<double>& coefficients, Counts& counts) {
  const RationalPolynomial p = test::rational_from_bernstein(coefficients);
  if (p.empty()) return;
  const auto roots = isolate_roots(enclose(Bernstein{coefficients}));
  for (const RootInterval& root : roots) expect_true_statement(root, p, counts);
  expect_no_root_between(roots, p);
  counts.roots += test::distinct_roots(p, 0, 1);
}

void report(const char* what, const Counts& c) {
  std::printf(
      "[ roots    ] %s: %d distinct; %d simple (widest %.2g), %d multiple, %d tangent, "
      "%d clusters\n",
      what, c.roots, c.simple, c.widest_simple, c.multiple, c.tangent, c.cluster);
}

template <typename Draw>
Counts check_many(const char* what, std::size_t full, const Draw& draw) {
  Counts counts;
  const std::size_t count = test::trials(full);
  for (std::size_t i = 0; i < count && !testing::Test::HasFailure(); ++i) {
    std::mt19937_64 random = test::generator(i);
    check(draw(random), counts);
  }
  report(what, counts);
  return counts;
}

TEST(C5_Roots, RandomPolynomialsKeepAllTheirRoots) {
  const Counts counts = check_many("random", 40'000, [](std::mt19937_64& random) {
    std::vector<double> c(1 + random() % 9);
    for (double& x : c) x = test::with_exponent(random, -3, 3);
    return c;
  });
  EXPECT_EQ(counts.simple, counts.roots) << "random roots are simple and found as such";
  EXPECT_LE(counts.widest_simple, 0x1p-39);
}

/// Product of linear factors with roots on a coarse grid: equal roots, roots at the ends and at
/// split points are common. Coefficients are exact integers.
TEST(C5_Roots, MultipleAndBoundaryRootsAreNeverLost) {
  const Counts counts = check_many("grid", 20'000, [](std::mt19937_64& random) {
    Bernstein p{{1.0}};
    const std::uint64_t factors = 1 + random() % 5;
    for (std::uint64_t k = 0; k < factors; ++k) {
      const double root = static_cast<double>(random() % 21) - 2.0;  // in sixteenths
      p = p * Bernstein{{-root, 16.0 - root}};
    }
    return p.coefficients;
  });
  EXPECT_GT(counts.multiple, 0) << "dyadic multiple roots are proved";
  EXPECT_LE(counts.widest_simple, 1e-6);
}

/// Two roots that almost coincide, or almost exist.
TEST(C5_Roots, NearTangenciesAreToldHonestly) {
  const Counts counts = check_many("near tangent", 20'000, [](std::mt19937_64& random) {
    const double middle = test::uniform(random, 0.05, 0.95);
    const double gap = test::with_exponent(random, -60, -4);
    const double a = middle * middle - gap;  // (s - m)^2 - gap
    Bernstein p{{a, a - middle, a - 2.0 * middle + 1.0}};
    if (random() % 2 != 0) p = p * Bernstein{{1.5, 0.75}};
    return p.coefficients;
  });
  EXPECT_GT(counts.tangent, 0);
  // Two roots a few noise widths apart block each other's room: honest, but not told apart.
  EXPECT_LE(20 * counts.cluster, counts.tangent + 20) << "most near tangencies are told as such";
}

TEST(C5_Roots, IntervalCoefficientsSpeakForAllMembers) {
  const std::size_t count = test::trials(10'000);
  for (std::size_t i = 0; i < count && !HasFailure(); ++i) {
    std::mt19937_64 random = test::generator(i);
    IntervalBernstein p{std::vector<Interval>(1 + random() % 6)};
    std::vector<double> member;
    for (Interval& c : p.coefficients) {
      const double x = test::with_exponent(random, -2, 2);
      c = inflated(x, std::fabs(x) * test::uniform(random, 0.0, 1e-3));
      member.push_back(test::uniform(random, c.lo, c.hi));
    }
    const RationalPolynomial exact = test::rational_from_bernstein(member);
    Counts counts;
    const auto roots = isolate_roots(p);
    for (const RootInterval& root : roots) expect_true_statement(root, exact, counts);
    expect_no_root_between(roots, exact);
  }
}

TEST(C5_Roots, ZeroPolynomialIsOneCluster) {
  const auto roots = isolate_roots(enclose(Bernstein{{0.0, 0.0, 0.0}}));
  ASSERT_EQ(roots.size(), 1u);
  EXPECT_EQ(roots[0].kind, RootKind::kCluster);
  EXPECT_EQ(roots[0].where, Interval(0.0, 1.0));
}

TEST(C5_Roots, ConstantHasNone) { EXPECT_TRUE(isolate_roots(enclose(Bernstein{{3.0}})).empty()); }

TEST(C5_Roots, ExactEndRootIsAPoint) {
  const auto roots = isolate_roots(enclose(Bernstein{{0.0, 1.0}}));
  ASSERT_EQ(roots.size(), 1u);
  EXPECT_EQ(roots[0].where, Interval(0.0));
  EXPECT_EQ(roots[0].kind, RootKind::kSimple);
}

TEST(C5_Roots, DoubleRootAtADyadicPointIsProved) {
  const auto roots = isolate_roots(enclose(Bernstein{{1.0, -1.0, 1.0}}));
  ASSERT_EQ(roots.size(), 1u);
  EXPECT_EQ(roots[0].where, Interval(0.5));
  EXPECT_EQ(roots[0].kind, RootKind::kMultiple);
  EXPECT_EQ(roots[0].most, 2);
}

}  // namespace
}  // namespace graze
