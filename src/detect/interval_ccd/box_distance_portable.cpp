// SPDX-License-Identifier: MIT
#define GRAZE_WIDE_NAMESPACE portable
#include "detect/interval_ccd/box_distance_kernel.h"

namespace graze::interval_ccd {
BoxDistanceTest portable_box_distance_test() { return portable::box_distances; }
}  // namespace graze::interval_ccd
