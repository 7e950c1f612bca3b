// SPDX-License-Identifier: MIT
#include "graze/motion/common_pieces.h"

#include <algorithm>

namespace graze {

std::vector<CommonPiece> common_pieces(const Motion& a, const Motion& b, const Interval& span) {
  const std::vector<SmoothPiece> in_a = smooth_pieces(a, span), in_b = smooth_pieces(b, span);
  std::vector<CommonPiece> common;
  for (std::size_t i = 0, j = 0; i < in_a.size() && j < in_b.size();) {
    const Interval both{std::max(in_a[i].span.lo, in_b[j].span.lo),
                        std::min(in_a[i].span.hi, in_b[j].span.hi)};
    common.push_back({in_a[i].motion, in_b[j].motion, both});
    // The last piece of one may meet a jump at the very end of the other.
    const bool next_a = in_a[i].span.hi <= both.hi && i + 1 < in_a.size();
    const bool next_b = in_b[j].span.hi <= both.hi && j + 1 < in_b.size();
    if (!next_a && !next_b) break;
    i += next_a ? 1 : 0;
    j += next_b ? 1 : 0;
  }
  return common;
}

}  // namespace graze
