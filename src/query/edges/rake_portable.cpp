// SPDX-License-Identifier: MIT
#define GRAZE_RAKE_NAMESPACE portable
#include "query/edges/rake_kernel.h"

namespace graze::query::edges {
Rake portable_rake() { return portable::rake; }
}  // namespace graze::query::edges
