// SPDX-License-Identifier: MIT
// c -= a b of 6 x 6 matrices: most of the work of an elimination.                            [C11]
#pragma once

namespace graze::dynamics {

/// 36 numbers each, by columns. Sums are taken in one order, so that all of them give equal bits.
using SubtractProduct = void (*)(double* c, const double* a, const double* b);

SubtractProduct portable_subtract_product();
SubtractProduct avx2_subtract_product();
/// The fastest that this processor has.
SubtractProduct subtract_product();

}  // namespace graze::dynamics
