// SPDX-License-Identifier: MIT
#define GRAZE_WIDE_NAMESPACE portable
#include "detect/interval_ccd/wide_test_kernel.h"

namespace graze::interval_ccd {
WideTest portable_wide_test() { return portable::test; }
}  // namespace graze::interval_ccd
