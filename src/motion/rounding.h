// SPDX-License-Identifier: MIT
// Bounds that are computed in doubles and hold in real numbers.
#pragma once
#include "math/unit_roundoff.h"

namespace graze {

/// An upper bound of what an expression would give in real numbers: sums, products, quotients and
/// roots of numbers >= 0 in fewer than 2000 operations, computed in doubles as x. Each operation
/// loses at most u, so 2^-40 covers 2^13 of them; 2^-1000 covers underflow. Zero stays zero: the
/// constructors of motions refuse parameters so small that a product could vanish.
inline double rounded_up(double x) { return x == 0.0 ? 0.0 : x * (1.0 + 0x1p-40) + 0x1p-1000; }

}  // namespace graze
