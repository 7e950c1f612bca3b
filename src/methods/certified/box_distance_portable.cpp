// SPDX-License-Identifier: MIT
#define GRAZE_WIDE_NAMESPACE portable
#include "methods/certified/box_distance_kernel.h"

namespace graze::certified {
BoxDistanceTest portable_box_distance_test() { return portable::box_distances; }
}  // namespace graze::certified
