// SPDX-License-Identifier: MIT
// The tightest doubles around the true result of an interval operation, from MPFI at 200 bits.
#pragma once
#include <mpfi.h>

#include "graze/math/interval.h"

namespace graze::test {

using MpfiUnary = int (*)(mpfi_ptr, mpfi_srcptr);
using MpfiBinary = int (*)(mpfi_ptr, mpfi_srcptr, mpfi_srcptr);

/// Rounding outward to 200 bits and then to doubles is the same as rounding outward to doubles, so
/// for single operations these are the best bounds that doubles allow.
Interval tightest(MpfiUnary operation, const Interval& a);
Interval tightest(MpfiBinary operation, const Interval& a, const Interval& b);

/// How many doubles lie between the bounds of `wide` and those of `tight`, the larger side. Ends
/// that overflow do not count.
double doubles_wider(const Interval& wide, const Interval& tight);

}  // namespace graze::test
