// SPDX-License-Identifier: MIT
#include "support/random_doubles.h"

#include <algorithm>

namespace graze::test {
namespace {

int pick(std::mt19937_64& random, int count) {
  return std::uniform_int_distribution<int>(0, count - 1)(random);
}

Interval sorted(double a, double b) { return {std::min(a, b), std::max(a, b)}; }

double steps_above(double x, int count) {
  for (int i = 0; i < count; ++i) x = std::nextafter(x, kInfinity);
  return x;
}

}  // namespace

double uniform(std::mt19937_64& random, double lo, double hi) {
  return std::uniform_real_distribution<double>(lo, hi)(random);
}

double with_exponent(std::mt19937_64& random, int least, int most) {
  const double mantissa = uniform(random, 1.0, 2.0);
  const double x = std::ldexp(mantissa, std::uniform_int_distribution<int>(least, most)(random));
  return (random() & 1) != 0 ? x : -x;
}

double any_double(std::mt19937_64& random) {
  switch (pick(random, 9)) {
    case 0:
      return with_exponent(random, -1074, 1022);
    case 1:
      return with_exponent(random, -1074, -1015);
    case 2:
      return with_exponent(random, 1000, 1023);
    case 3:
      return std::ldexp(random() % 2 != 0 ? 1.0 : -1.0, pick(random, 2098) - 1074);
    case 4:
      return random() % 2 != 0 ? 0.0 : -0.0;
    case 5:
      return static_cast<double>(pick(random, 41) - 20);
    default:
      return with_exponent(random, -30, 30);
  }
}

Interval any_interval(std::mt19937_64& random) {
  const double a = any_double(random);
  switch (pick(random, 5)) {
    case 0:
      return a;
    case 1:
      return {a, std::min(steps_above(a, pick(random, 4)), std::numeric_limits<double>::max())};
    case 2:
      return sorted(a, a * uniform(random, 0.999, 1.0));
    case 3:
      return sorted(a, -a * uniform(random, 0.0, 1.0));
    default:
      return sorted(a, any_double(random));
  }
}

double any_angle(std::mt19937_64& random, double limit) {
  constexpr double kQuarter = 0x1.921fb54442d18p+0;
  const double top = limit / kQuarter - 1.0;
  switch (pick(random, 6)) {
    case 0:
      return uniform(random, -limit, limit);
    case 1:
      return uniform(random, -10.0, 10.0);
    case 2:
      return with_exponent(random, -1074, 20);
    case 3:
      return steps_above(std::floor(uniform(random, -top, top)) * kQuarter, pick(random, 3));
    case 4:
      return steps_above(static_cast<double>(pick(random, 2001) - 1000) * kQuarter,
                         pick(random, 3));
    default:
      return uniform(random, -1.0, 1.0);
  }
}

Interval any_angle_interval(std::mt19937_64& random, double limit) {
  const double a = any_angle(random, limit);
  switch (pick(random, 5)) {
    case 0:
      return a;
    case 1:
      return {a, std::min(limit, steps_above(a, pick(random, 4)))};
    case 2:
      return {a, std::min(limit, a + uniform(random, 0.0, 1e-3))};
    case 3:
      return {a, std::min(limit, a + uniform(random, 0.0, 7.0))};
    default:
      return sorted(a, any_angle(random, limit));
  }
}

}  // namespace graze::test
