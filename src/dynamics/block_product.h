// SPDX-License-Identifier: MIT
// c -= a b for 6 x 6 matrices: most of the work in an elimination.                           [C11]
#pragma once

namespace graze::dynamics {

/// 36 numbers each, by columns. All versions add in the same order, so their results are bitwise
/// equal.
using SubtractProduct = void (*)(double* c, const double* a, const double* b);

SubtractProduct portable_subtract_product();
SubtractProduct avx2_subtract_product();
/// The fastest version that this processor supports.
SubtractProduct subtract_product();

}  // namespace graze::dynamics
