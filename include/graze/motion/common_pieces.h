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

/// The pieces that do not begin with the poses with which the one before ends. After such a jump,
/// something that was beside a body may be inside it without having crossed its surface. Without
/// jumps: none.
std::vector<CommonPiece> pieces_after_jumps(const Motion& a, const Motion& b, const Interval& span);

/// t, an end of a piece of `a` and `b`, if the motions have the piece's poses then, or else an
/// instant right beside it within the piece: at a jump only one of two pieces holds.
double instant_of(const CommonPiece& piece, const Motion& a, const Motion& b, double t);

}  // namespace graze
