// SPDX-License-Identifier: MIT
#pragma once
#include <graze/motion/motion.h>

namespace graze {

/// The motion is its own only smooth piece on the span.
bool is_smooth_on(const Motion& motion, const Interval& span);

/// A part of a span in which each of several motions has one formula.
struct MergedPiece {
  Interval span;
  std::vector<const Motion*> motions;  ///< one for each list that was merged
};

/// Smooth pieces of several motions over one span, cut at each other's ends. Where one of them has
/// an instant of its own all take the pose that they have at that instant. Refers to the lists.
std::vector<MergedPiece> merged(const std::vector<std::vector<SmoothPiece>>& lists);

}  // namespace graze
