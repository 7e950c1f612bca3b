// SPDX-License-Identifier: MIT
// The same source for AVX2. Nothing here may be inlined elsewhere: no templates but those without a
// name outside, no Eigen.
#define GRAZE_WIDE_NAMESPACE avx2
#include "methods/certified/wide_test_kernel.h"

namespace graze::certified {
WideTest avx2_wide_test() { return avx2::test; }
}  // namespace graze::certified
