// SPDX-License-Identifier: MIT
// Doubles and intervals that hurt: denormals, huge, powers of two, zeros, neighbours, mixed signs.
#pragma once
#include <random>

#include "graze/math/interval.h"

namespace graze::test {

double uniform(std::mt19937_64& random, double lo, double hi);

/// A double whose exponent is uniform in [least, most] and whose sign is random.
double with_exponent(std::mt19937_64& random, int least, int most);

/// Any finite double; denormals, zeros, huge ones and powers of two come often.
double any_double(std::mt19937_64& random);

/// Points, neighbours, narrow, wide and sign-changing intervals with ends from any_double.
Interval any_interval(std::mt19937_64& random);

/// An angle below `limit`: moderate, tiny, large, and the doubles next to multiples of pi/2.
double any_angle(std::mt19937_64& random, double limit);

/// Points, narrow ones, some around extrema, some wider than a turn.
Interval any_angle_interval(std::mt19937_64& random, double limit);

}  // namespace graze::test
