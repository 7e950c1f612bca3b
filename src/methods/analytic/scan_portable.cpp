// SPDX-License-Identifier: MIT
// The scan for any machine, and the choice of the fastest one available.
#define GRAZE_SCAN_NAMESPACE portable
#include "methods/analytic/scan_kernel.h"
#include "methods/analytic/set_up_kernel.h"

namespace graze::analytic {
#if defined(__x86_64__)
const ScanFunctions& avx2_scan_functions();
#endif

const ScanFunctions& portable_scan_functions() {
  static constexpr ScanFunctions functions{portable::scan, portable::set_up, portable::apart_until};
  return functions;
}

const ScanFunctions& scan_functions() {
#if defined(__x86_64__)
  static const ScanFunctions& best =
      __builtin_cpu_supports("avx2") ? avx2_scan_functions() : portable_scan_functions();
  return best;
#else
  return portable_scan_functions();
#endif
}
}  // namespace graze::analytic
