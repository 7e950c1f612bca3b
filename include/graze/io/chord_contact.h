// SPDX-License-Identifier: MIT
// A second opinion on rigid queries by another search: the curved motion as many straight ones,
// each answered by `linear`.                                                                   [C5]
#pragma once
#include <graze/io/rigid_queries.h>

namespace graze {

/// Whether the primitives touch if their corners move in straight lines between `chords` + 1 evenly
/// spaced instants. This differs from the truth only where the distance falls below `chord_error`.
struct ChordContact {
  bool touches = false;
  bool comes_near = false;   ///< within `tolerance` + chord_error
  double chord_error = 0.0;  ///< how far the true primitives may be from the chords; scene units
};

ChordContact contact_by_chords(const RigidQuery& query, int chords, double tolerance);

}  // namespace graze
