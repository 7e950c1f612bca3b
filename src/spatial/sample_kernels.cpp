// SPDX-License-Identifier: MIT
#define GRAZE_SAMPLE_NAMESPACE portable
#include "spatial/sample_kernels_body.h"

namespace graze {

SampleKernels avx2_sample_kernels();

SampleKernels portable_sample_kernels() { return portable::kernels(); }

const SampleKernels& sample_kernels() {
#if defined(__x86_64__)
  static const SampleKernels best =
      __builtin_cpu_supports("avx2") ? avx2_sample_kernels() : portable_sample_kernels();
#else
  static const SampleKernels best = portable_sample_kernels();
#endif
  return best;
}

}  // namespace graze
