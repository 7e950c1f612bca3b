// SPDX-License-Identifier: MIT
#include "methods/certified/box_distance.h"

namespace graze::certified {

BoxDistanceTest avx2_box_distance_test();

std::vector<BoxDistanceTest> box_distance_tests() {
  std::vector<BoxDistanceTest> tests{portable_box_distance_test()};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) tests.push_back(avx2_box_distance_test());
#endif
  return tests;
}

BoxDistanceTest box_distance_test() {
  static const BoxDistanceTest best = box_distance_tests().back();
  return best;
}

}  // namespace graze::certified
