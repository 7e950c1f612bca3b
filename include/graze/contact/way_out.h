// SPDX-License-Identifier: MIT
// How far a part gets on its path, and which moves are free where it stops: the answer.       [G3]
#pragma once
#include <graze/contact/pair_report.h>
#include <graze/math/vec.h>

#include <optional>
#include <vector>

namespace graze {

/// A straight way or a turn of a body, in the world.
struct FreeMove {
  Vec3 direction = Vec3::UnitX();      ///< unit: the way, or the axis of a turn
  bool is_turn = false;                ///< about the middle of the body's box
  double asked = 0.0;                  ///< length, or rad
  double free = 0.0;                   ///< proved free up to this; `asked`: all of it
  std::optional<BodyId> blocker = {};  ///< what it meets then
  bool is_decided = true;              ///< false: the budget ended the search after `free`

  bool is_free() const { return is_decided && free >= asked; }
};

struct WayOut {
  /// What stops the part, which is body a; kSeparated: nothing does; none: not asked.
  std::optional<PairReport> hit = {};
  double stands = 0.0;               ///< seconds: where the moves begin
  std::vector<FreeMove> moves = {};  ///< empty if it goes its whole way, or starts overlapped

  bool is_blocked() const { return hit && touches(hit->report.outcome); }
};

}  // namespace graze
