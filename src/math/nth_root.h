// SPDX-License-Identifier: MIT
// Roots with equal bits on every machine, which libm's pow and cbrt do not promise.          [C2]
#pragma once

namespace graze {

/// The n-th root of x >= 0, n >= 1; x itself where it is not finite. Within four units in the last
/// place (tested, not proved).
double nth_root(double x, int n);

}  // namespace graze
