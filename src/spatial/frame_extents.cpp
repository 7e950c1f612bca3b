// SPDX-License-Identifier: MIT
#define GRAZE_FRAME_NAMESPACE portable
#include "spatial/frame_extents_body.h"

namespace graze {

FrameExtents avx2_frame_extents();

FrameExtents portable_frame_extents() { return {portable::extents, portable::bounds}; }

const FrameExtents& frame_extents() {
#if defined(__x86_64__)
  static const FrameExtents best =
      __builtin_cpu_supports("avx2") ? avx2_frame_extents() : portable_frame_extents();
#else
  static const FrameExtents best = portable_frame_extents();
#endif
  return best;
}

}  // namespace graze
