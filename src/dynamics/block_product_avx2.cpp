// SPDX-License-Identifier: MIT
#include "dynamics/block_product.h"
#if defined(__AVX2__)
#include <immintrin.h>

namespace graze::dynamics {
namespace {
// Handles four rows, then two rows of each column. Without fused operations, so that the results
// are bitwise those of the portable version.
void subtract_by_four(double* c, const double* a, const double* b) {
  __m256d upper[6];
  __m128d lower[6];
  for (int k = 0; k < 6; ++k) {
    upper[k] = _mm256_loadu_pd(a + 6 * k);
    lower[k] = _mm_loadu_pd(a + 6 * k + 4);
  }
  for (int column = 0; column < 6; ++column, c += 6, b += 6) {
    __m256d sum = _mm256_mul_pd(upper[0], _mm256_set1_pd(b[0]));
    __m128d rest = _mm_mul_pd(lower[0], _mm_set1_pd(b[0]));
    for (int k = 1; k < 6; ++k) {
      sum = _mm256_add_pd(sum, _mm256_mul_pd(upper[k], _mm256_set1_pd(b[k])));
      rest = _mm_add_pd(rest, _mm_mul_pd(lower[k], _mm_set1_pd(b[k])));
    }
    _mm256_storeu_pd(c, _mm256_sub_pd(_mm256_loadu_pd(c), sum));
    _mm_storeu_pd(c + 4, _mm_sub_pd(_mm_loadu_pd(c + 4), rest));
  }
}
}  // namespace

SubtractProduct avx2_subtract_product() { return subtract_by_four; }

}  // namespace graze::dynamics
#else
namespace graze::dynamics {
SubtractProduct avx2_subtract_product() { return portable_subtract_product(); }
}  // namespace graze::dynamics
#endif
