// SPDX-License-Identifier: MIT
// Question   What values does a formula take over a box, and how do they change?             [C10]
// Source     Interval evaluation with derivatives, as Snyder 1992 uses it.
// Guarantee  Every real value and derivative is inside; kinks give all slopes (Clarke's gradient).
// Changed    Derivatives along one variable at a time: one rule for each operation.
#include "graze/geometry/expression.h"

#include "geometry/surface/expression_parser.h"
#include "graze/base/assert.h"
#include "graze/math/sin_cos.h"

namespace graze {
namespace {

using surface::StepKind;

// f(a) with f' and f'' known over a's value.
Jet chain(const Jet& a, const Interval& f, const Interval& slope, const Interval& bend) {
  return {f, slope * a.first, bend * sqr(a.first) + slope * a.second};
}

bool is_constant(const Jet& a) { return a.first == Interval(0.0) && a.second == Interval(0.0); }

Jet product(const Jet& a, const Jet& b) {
  return {a.value * b.value, a.first * b.value + a.value * b.first,
          a.second * b.value + 2.0 * (a.first * b.first) + a.value * b.second};
}

Jet inverse(const Jet& b) {
  const Interval one = Interval(1.0) / b.value, square = sqr(one);
  if (is_constant(b)) return {one};
  return chain(b, one, -square, 2.0 * (square * one));
}

Jet to_power(const Jet& a, unsigned n) {
  if (n == 0) return {1.0};
  if (n == 1) return a;
  const double k = n;
  return chain(a, power(a.value, n), k * power(a.value, n - 1),
               (k * (k - 1.0)) * power(a.value, n - 2));
}

Jet root_of(const Jet& a) {
  const Interval root = sqrt(a.value);
  if (is_constant(a)) return {root};
  const Interval slope = Interval(0.5) / root;
  return chain(a, root, slope, -0.5 * (slope / a.value));
}

Jet either(const Interval& value, const Jet& a, const Jet& b) {
  const bool bends = !(is_constant(a) && is_constant(b));
  return {value, hull(a.first, b.first), bends ? Interval::everything() : Interval(0.0)};
}

Jet lesser(const Jet& a, const Jet& b) {
  if (certainly_less(a.value, b.value)) return a;
  if (certainly_less(b.value, a.value)) return b;
  return either(min(a.value, b.value), a, b);
}

Jet negative(const Jet& a) { return {-a.value, -a.first, -a.second}; }

Jet magnitude_of(const Jet& a) {
  if (a.value.lo > 0.0) return a;
  if (a.value.hi < 0.0) return negative(a);
  return either(abs(a.value), a, negative(a));
}

Jet unary(const Expression::Step& step, const Jet& a) {
  switch (step.kind) {
    case StepKind::kMinus:
      return negative(a);
    case StepKind::kPower:
      return to_power(a, step.b);
    case StepKind::kSqrt:
      return root_of(a);
    case StepKind::kAbs:
      return magnitude_of(a);
    default:
      break;
  }
  const IntervalSinCos turn = sin_cos(a.value);
  if (step.kind == StepKind::kSin) return chain(a, turn.sin, turn.cos, -turn.sin);
  return chain(a, turn.cos, -turn.sin, -turn.cos);
}

Jet binary(StepKind kind, const Jet& a, const Jet& b) {
  switch (kind) {
    case StepKind::kSum:
      return {a.value + b.value, a.first + b.first, a.second + b.second};
    case StepKind::kDifference:
      return {a.value - b.value, a.first - b.first, a.second - b.second};
    case StepKind::kProduct:
      return product(a, b);
    case StepKind::kQuotient:
      return product(a, inverse(b));
    case StepKind::kMin:
      return lesser(a, b);
    default:
      return negative(lesser(negative(a), negative(b)));
  }
}

bool takes_two(StepKind kind) {
  return kind == StepKind::kSum || kind == StepKind::kDifference || kind == StepKind::kProduct ||
         kind == StepKind::kQuotient || kind == StepKind::kMin || kind == StepKind::kMax;
}

Jet evaluate(std::span<const Expression::Step> steps, std::span<const Interval> ranges, int k) {
  thread_local std::vector<Jet> values;
  values.resize(steps.size());
  for (std::size_t s = 0; s < steps.size(); ++s) {
    const Expression::Step& step = steps[s];
    if (step.kind == StepKind::kNumber) {
      values[s] = {step.number};
    } else if (step.kind == StepKind::kVariable) {
      values[s] = {ranges[step.a], step.a == static_cast<unsigned>(k) ? 1.0 : 0.0};
    } else {
      values[s] = takes_two(step.kind) ? binary(step.kind, values[step.a], values[step.b])
                                       : unary(step, values[step.a]);
    }
  }
  return values.back();
}

}  // namespace

Interval power(const Interval& x, unsigned n) {
  if (n % 2 == 1 && x.lo < 0.0) {
    return {-power(Interval(-x.lo), n).hi,
            x.hi < 0.0 ? -power(Interval(-x.hi), n).lo : power(Interval(x.hi), n).hi};
  }
  const Interval base = n % 2 == 0 ? abs(x) : x;
  Interval result = 1.0;
  for (unsigned k = 0; k < n; ++k) result = k == 0 ? base : result * base;
  return {std::max(0.0, result.lo), result.hi};
}

Expression::Expression(std::string text, std::vector<std::string> variables,
                       const std::map<std::string, double>& constants)
    : text_(std::move(text)),
      constants_(constants),
      steps_(surface::parse_expression(text_, variables, constants)) {}

Interval Expression::enclose(std::span<const Interval> ranges) const {
  return evaluate(steps_, ranges, -1).value;
}

Jet Expression::derivatives(std::span<const Interval> ranges, int k) const {
  return evaluate(steps_, ranges, k);
}

}  // namespace graze
