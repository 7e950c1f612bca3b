// SPDX-License-Identifier: MIT
#include "graze/motion/common_pieces.h"

#include <algorithm>
#include <cmath>

#include "motion/pieces.h"

namespace graze {
namespace {
bool agree_at(const Motion& p, const Motion& q, double t) {
  const Pose at_p = pose_at(p, t), at_q = pose_at(q, t);
  return at_p.rotation == at_q.rotation && at_p.translation == at_q.translation;
}
}  // namespace

std::vector<CommonPiece> common_pieces(const Motion& a, const Motion& b, const Interval& span) {
  if (is_smooth_on(a, span) && is_smooth_on(b, span)) return {{a, b, span}};
  std::vector<CommonPiece> common;
  const std::vector<std::vector<SmoothPiece>> lists{smooth_pieces(a, span), smooth_pieces(b, span)};
  for (const MergedPiece& piece : merged(lists))
    common.push_back({*piece.motions[0], *piece.motions[1], piece.span});
  return common;
}

std::vector<CommonPiece> pieces_after_jumps(const Motion& a, const Motion& b,
                                            const Interval& span) {
  if (is_smooth_on(a, span) && is_smooth_on(b, span)) return {};
  const std::vector<CommonPiece> pieces = common_pieces(a, b, span);
  std::vector<CommonPiece> after;
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    const double t = pieces[i].span.lo;
    if (!agree_at(pieces[i - 1].motion_a, pieces[i].motion_a, t) ||
        !agree_at(pieces[i - 1].motion_b, pieces[i].motion_b, t))
      after.push_back(pieces[i]);
  }
  return after;
}

double instant_of(const CommonPiece& piece, const Motion& a, const Motion& b, double t) {
  const bool is_end = t == piece.span.lo || t == piece.span.hi;
  if (!is_end || (agree_at(a, piece.motion_a, t) && agree_at(b, piece.motion_b, t))) return t;
  // Next to 0 the next double is too small to compute with.
  const double step = 0x1p-50 * (piece.span.hi - piece.span.lo);
  if (t == piece.span.lo) return std::max(t + step, std::nextafter(t, piece.span.hi));
  return std::min(t - step, std::nextafter(t, piece.span.lo));
}

}  // namespace graze
