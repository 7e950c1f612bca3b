// SPDX-License-Identifier: MIT
// Question   What axis-aligned box contains a moving box during a whole span?             [C2, C8]
// Source     enclose_box on parts of the span; its excess is sup |x''| D^2 / 8 on each.
// Guarantee  Contains every point of the box at every instant, rounding included.
// Changed    The number of parts follows from that excess instead of being fixed.
#include "graze/motion/swept_bounds.h"

#include <cmath>

#include "motion/rounding.h"

namespace graze {
namespace {
/// How many equal parts keep the excess below `slack` of the box's radius.
int cuts_for(const SmoothPiece& piece, const Box& box, const SweptBoundsOptions& options) {
  if (!piece.motion.has_bounds()) return std::min(8, options.max_cuts);
  const MotionBounds b = bounds_over(piece.motion, piece.span);
  const double width = piece.span.width();
  const double arm = (box.centre - b.reference).norm() + box.radius();
  const double excess = 0.125 * width * width * (b.acceleration + b.curvature * arm);
  const double allowed = options.slack * std::max(box.radius(), 1e-3 * arm);
  if (!(excess > allowed)) return 1;
  return int(std::min(double(options.max_cuts), std::ceil(std::sqrt(excess / allowed))));
}

void add(Aabb& bounds, const IntervalVec3& place) {
  bounds.add(Vec3(place.x.lo, place.y.lo, place.z.lo));
  bounds.add(Vec3(place.x.hi, place.y.hi, place.z.hi));
}

/// Cut k of n; the first and last are the ends themselves, so that nothing is left out.
double cut_time(const Interval& span, int k, int n) {
  if (k == 0) return span.lo;
  if (k == n) return span.hi;
  const double share = double(k) / n;
  return std::fmin(span.hi, std::fmax(span.lo, (1.0 - share) * span.lo + share * span.hi));
}
}  // namespace

Aabb swept_bounds(const Motion& motion, const Interval& span, const Box& box_body,
                  const SweptBoundsOptions& options) {
  Aabb bounds;
  for (const SmoothPiece& piece : smooth_pieces(motion, span)) {
    const int n = cuts_for(piece, box_body, options);
    for (int k = 0; k < n; ++k) {
      const Interval part(cut_time(piece.span, k, n), cut_time(piece.span, k + 1, n));
      add(bounds, enclose_box(piece.motion, part, box_body));
    }
  }
  return bounds;
}

}  // namespace graze
