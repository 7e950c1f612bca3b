// SPDX-License-Identifier: MIT
// Boxes in single precision, compared eight at a time.
//
// Rounding to the nearest float keeps the order of numbers: x <= y gives float(x) <= float(y).
// Boxes that overlap therefore overlap as floats, too. What overlaps as floats only is up to the
// caller to sort out.
#pragma once
#include <graze/geometry/aabb.h>

#include <cstdint>
#include <cstring>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace graze::broadphase {

inline constexpr unsigned kLanes = 8;

struct FloatBox {
  float lo[3], hi[3];
};

inline FloatBox float_box(const Aabb& box) {
  FloatBox result;
  for (int k = 0; k < 3; ++k) {
    result.lo[k] = static_cast<float>(box.lo[k]);
    result.hi[k] = static_cast<float>(box.hi[k]);
  }
  return result;
}

typedef float FourFloats __attribute__((vector_size(16)));
typedef std::int32_t FourMasks __attribute__((vector_size(16)));

inline FourFloats four_at(const float* p) {
  FourFloats v;
  std::memcpy(&v, p, sizeof v);
  return v;
}

inline unsigned bits_of(FourMasks mask) {
#if defined(__SSE2__)
  return static_cast<unsigned>(_mm_movemask_ps(reinterpret_cast<__m128>(mask)));
#else
  return (mask[0] & 1u) | (mask[1] & 2u) | (mask[2] & 4u) | (mask[3] & 8u);
#endif
}

/// Bit k: lo[k] <= hi and lo <= hi[k], along each axis, for eight boxes whose bounds along axis i
/// start at lo[i] and hi[i]. NaN overlaps nothing.
inline unsigned overlapping_of_eight(const float* const lo[3], const float* const hi[3],
                                     const FloatBox& box) {
  unsigned bits = 0;
  for (unsigned at = 0; at < kLanes; at += 4) {
    FourMasks meets = (four_at(lo[0] + at) <= box.hi[0]) & (four_at(hi[0] + at) >= box.lo[0]);
    for (int i = 1; i < 3; ++i) {
      meets &= (four_at(lo[i] + at) <= box.hi[i]) & (four_at(hi[i] + at) >= box.lo[i]);
    }
    bits |= bits_of(meets) << at;
  }
  return bits;
}

}  // namespace graze::broadphase
