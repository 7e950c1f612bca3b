// SPDX-License-Identifier: MIT
// The parts of a span on which two motions are both smooth.
#pragma once
#include <graze/motion/motion.h>

#include <vector>

namespace graze {

/// Both motions are twice differentiable on the closed span.
struct CommonPiece {
  Motion motion_a;
  Motion motion_b;
  Interval span;
};

/// All of them, in order of time; each begins where the one before it ends. Every instant of the
/// span is in a piece that has the poses of both motions there. See smooth_pieces.
std::vector<CommonPiece> common_pieces(const Motion& a, const Motion& b, const Interval& span);

}  // namespace graze
