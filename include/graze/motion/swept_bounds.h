// SPDX-License-Identifier: MIT
// Where a moving box is during a span: one axis-aligned box.                              [C2, C8]
#pragma once
#include <graze/geometry/aabb.h>
#include <graze/motion/motion.h>

namespace graze {

/// Contains every point of the body box at every instant of the span. The span is cut until the
/// bound's excess is about `slack` of the box's own size, or into `max_cuts` parts.
struct SweptBoundsOptions {
  double slack = 0.05;  ///< > 0
  int max_cuts = 64;    ///< >= 1
};
Aabb swept_bounds(const Motion& motion, const Interval& span, const Box& box_body,
                  const SweptBoundsOptions& options = {});

}  // namespace graze
