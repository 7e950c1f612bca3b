// SPDX-License-Identifier: MIT
#include "detect/interval_ccd/wide_test.h"

namespace graze::interval_ccd {

WideTest avx2_wide_test();

WideTest wide_test() {
#if defined(__x86_64__)
  static const WideTest best =
      __builtin_cpu_supports("avx2") ? avx2_wide_test() : portable_wide_test();
  return best;
#else
  return portable_wide_test();
#endif
}

}  // namespace graze::interval_ccd
