// SPDX-License-Identifier: MIT
// The same source for AVX2. Nothing here may be inlined elsewhere.
#define GRAZE_RAKE_NAMESPACE avx2
#include "query/edges/rake_kernel.h"

namespace graze::query::edges {
Rake avx2_rake() { return avx2::rake; }
}  // namespace graze::query::edges
