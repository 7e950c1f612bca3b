// SPDX-License-Identifier: MIT
// Narrow triangles for AVX2. Nothing here may be inlined elsewhere: no templates of others.
#define GRAZE_COVER_NAMESPACE avx2
#include "methods/volume/cover_kernel.h"

namespace graze::volume {
CoverStrip avx2_cover_strip();
CoverStrip avx2_cover_strip() { return avx2::cover_strip; }
}  // namespace graze::volume
