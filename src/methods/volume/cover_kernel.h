// SPDX-License-Identifier: MIT
// Question   Which pixels of a narrow triangle have no negative edge function?               [V1]
// Source     Pineda 1988.
// Guarantee  Whole numbers: exact, and the same on every machine.
// Changed    Eight pixels at once, along the triangle's longer side.
//
// Compiled once for each instruction set under its own namespace: no templates of others.
#include "methods/volume/strip.h"
#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace graze::volume::GRAZE_COVER_NAMESPACE {
namespace {
typedef std::int32_t Eight __attribute__((vector_size(32)));

/// Which lanes are negative.
inline std::uint64_t signs_of(const Eight& x) {
#if defined(__AVX2__)
  return static_cast<std::uint32_t>(_mm256_movemask_ps((__m256)x));
#elif defined(__SSE2__)
  struct Halves {
    __m128 low, high;
  } halves;
  __builtin_memcpy(&halves, &x, sizeof(halves));
  return static_cast<std::uint32_t>(_mm_movemask_ps(halves.low) | _mm_movemask_ps(halves.high)
                                                                      << 4);
#else
  std::uint64_t signs = 0;
  for (int k = 0; k < 8; ++k) signs |= (x[k] < 0 ? std::uint64_t{1} : std::uint64_t{0}) << k;
  return signs;
#endif
}

/// A byte times this is that byte in each row.
constexpr std::uint64_t kEveryRow = 0x0101010101010101u;

bool cover_strip(const StripEdges& e, std::uint64_t* blocks) {
  constexpr Eight kLanes = {0, 1, 2, 3, 4, 5, 6, 7};
  Eight a = e.first[0] + e.across[0] * kLanes, b = e.first[1] + e.across[1] * kLanes,
        c = e.first[2] + e.across[2] * kLanes;
  const std::uint64_t inside = ((1u << e.width) - 1u) * kEveryRow;
  std::uint64_t any = 0;
  for (int left = e.length; left > 0; left -= 8) {
    std::uint64_t outside = 0;
    // Eight rows, needed or not: a loop of so few turns would be mispredicted.
    for (int s = 0; s < 8; ++s) {
      outside |= signs_of(a | b | c) << (8 * s);
      a += e.along[0];
      b += e.along[1];
      c += e.along[2];
    }
    const std::uint64_t in_length = ~std::uint64_t{0} >> (left < 8 ? 64 - 8 * left : 0);
    any |= * blocks++ = ~outside & inside & in_length;
  }
  return any != 0;
}
}  // namespace
}  // namespace graze::volume::GRAZE_COVER_NAMESPACE
