// SPDX-License-Identifier: MIT
#include "dynamics/block_product.h"

namespace graze::dynamics {
namespace {
void subtract_by_columns(double* c, const double* a, const double* b) {
  for (int column = 0; column < 6; ++column, c += 6, b += 6) {
    double sum[6];
    for (int i = 0; i < 6; ++i) sum[i] = a[i] * b[0];
    for (int k = 1; k < 6; ++k) {
      for (int i = 0; i < 6; ++i) sum[i] += a[6 * k + i] * b[k];
    }
    for (int i = 0; i < 6; ++i) c[i] -= sum[i];
  }
}
}  // namespace

SubtractProduct portable_subtract_product() { return subtract_by_columns; }

SubtractProduct subtract_product() {
#if defined(__x86_64__)
  static const bool has_avx2 = __builtin_cpu_supports("avx2");
  if (has_avx2) return avx2_subtract_product();
#endif
  return portable_subtract_product();
}

}  // namespace graze::dynamics
