// SPDX-License-Identifier: MIT
// The same source with twice as many registers, of the same width. As for AVX2, nothing here may be
// inlined elsewhere.
#define GRAZE_WIDE_NAMESPACE avx512
#include "methods/certified/wide_test_kernel.h"

namespace graze::certified {
WideTest avx512_wide_test() { return avx512::test; }
}  // namespace graze::certified
