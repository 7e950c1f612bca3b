// SPDX-License-Identifier: MIT
// The same source for AVX2. Nothing here may be inlined elsewhere: no templates, no Eigen.
#define GRAZE_FRAME_NAMESPACE avx2
#include "spatial/frame_extents_body.h"

namespace graze {
FrameExtents avx2_frame_extents() { return {avx2::extents, avx2::bounds}; }
}  // namespace graze
