// SPDX-License-Identifier: MIT
#define GRAZE_SAMPLE_NAMESPACE avx2
#include "spatial/sample_kernels_body.h"

namespace graze {
SampleKernels avx2_sample_kernels() { return avx2::kernels(); }
}  // namespace graze
