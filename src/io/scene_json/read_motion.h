// SPDX-License-Identifier: MIT
#pragma once
#include "graze/motion/motion_kinds.h"
#include "io/json/json_cursor.h"

namespace graze::scene_json {

using json::JsonCursor;

/// A motion of docs/scene.md. Where it states no time it lasts from span.lo to span.hi.
Motion read_motion(const JsonCursor& cursor, const Interval& span);

/// The keys "time" and "outside" that motions and joints share.
struct Timing {
  Interval domain;
  Outside outside = Outside::kHold;
};
Timing read_timing(const JsonCursor& cursor, const Interval& span);

/// The type "rational" in its six forms.
Motion read_rational(const JsonCursor& cursor, const Interval& span);
/// Its keys "rotation", "translation" and "weight".
RationalFormula read_rational_formula(const JsonCursor& cursor);

/// The type "pieces": formulas one after the other.
Motion read_pieces(const JsonCursor& cursor, const Interval& span);

Outside read_outside(const JsonCursor& cursor);
/// At least two, ascending in time.
std::vector<TimedPose> read_timed_poses(const JsonCursor& cursor);

/// [begin, end] with begin < end, or <= if `may_be_instant`.
Interval read_time(const JsonCursor& cursor, bool may_be_instant);

}  // namespace graze::scene_json
