// SPDX-License-Identifier: MIT
#include "methods/certified/wide_test.h"

namespace graze::certified {

WideTest avx2_wide_test();
WideTest avx512_wide_test();

std::vector<WideTest> wide_tests() {
  std::vector<WideTest> tests{portable_wide_test()};
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("avx2")) return tests;
  tests.push_back(avx2_wide_test());
  // Every one that the file is compiled for; none of its operations is fused, though.
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("fma")) {
    tests.push_back(avx512_wide_test());
  }
#endif
  return tests;
}

WideTest wide_test() {
  static const WideTest best = wide_tests().back();
  return best;
}

}  // namespace graze::certified
