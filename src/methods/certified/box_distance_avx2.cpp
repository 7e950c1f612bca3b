// SPDX-License-Identifier: MIT
// The same source for AVX2. Nothing here may be inlined elsewhere: no templates but those without a
// name outside, no Eigen.
#define GRAZE_WIDE_NAMESPACE avx2
#include "methods/certified/box_distance_kernel.h"

namespace graze::certified {
BoxDistanceTest avx2_box_distance_test() { return avx2::box_distances; }
}  // namespace graze::certified
