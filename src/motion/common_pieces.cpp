// SPDX-License-Identifier: MIT
#include "graze/motion/common_pieces.h"

#include "motion/pieces.h"

namespace graze {

std::vector<CommonPiece> common_pieces(const Motion& a, const Motion& b, const Interval& span) {
  if (is_smooth_on(a, span) && is_smooth_on(b, span)) return {{a, b, span}};
  std::vector<CommonPiece> common;
  const std::vector<std::vector<SmoothPiece>> lists{smooth_pieces(a, span), smooth_pieces(b, span)};
  for (const MergedPiece& piece : merged(lists))
    common.push_back({*piece.motions[0], *piece.motions[1], piece.span});
  return common;
}

}  // namespace graze
