// SPDX-License-Identifier: MIT
#define GRAZE_WIDE_NAMESPACE portable
#include "methods/certified/wide_test_kernel.h"

namespace graze::certified {
WideTest portable_wide_test() { return portable::test; }
}  // namespace graze::certified
