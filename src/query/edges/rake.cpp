// SPDX-License-Identifier: MIT
#include "query/edges/rake.h"

namespace graze::query::edges {

std::vector<Rake> rakes() {
  std::vector<Rake> all{portable_rake()};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) all.push_back(avx2_rake());
#endif
  return all;
}

Rake best_rake() {
  static const Rake best = rakes().back();
  return best;
}

}  // namespace graze::query::edges
