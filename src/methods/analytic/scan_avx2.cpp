// SPDX-License-Identifier: MIT
// The scan for AVX2. Nothing here may be inlined elsewhere: no templates of others, no Eigen.
#define GRAZE_SCAN_NAMESPACE avx2
#include "methods/analytic/scan_kernel.h"
#include "methods/analytic/set_up_kernel.h"

namespace graze::analytic {
const ScanFunctions& avx2_scan_functions() {
  static constexpr ScanFunctions functions{avx2::scan, avx2::set_up, avx2::apart_until};
  return functions;
}
}  // namespace graze::analytic
