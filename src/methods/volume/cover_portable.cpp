// SPDX-License-Identifier: MIT
// Narrow triangles for any machine, and the choice of the fastest version available.
#define GRAZE_COVER_NAMESPACE portable
#include "methods/volume/cover_kernel.h"

namespace graze::volume {
#if defined(__x86_64__)
CoverStrip avx2_cover_strip();
#endif

CoverStrip portable_cover_strip() { return portable::cover_strip; }

CoverStrip cover_strip() {
#if defined(__x86_64__)
  static const CoverStrip best =
      __builtin_cpu_supports("avx2") ? avx2_cover_strip() : portable_cover_strip();
  return best;
#else
  return portable_cover_strip();
#endif
}
}  // namespace graze::volume
