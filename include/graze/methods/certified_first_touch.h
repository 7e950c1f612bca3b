// SPDX-License-Identifier: MIT
// First contact to a given position error: the bracket contains the touch itself.              [C6]
#pragma once
#include <graze/methods/certified.h>

namespace graze {

struct FirstTouchOptions {
  /// The search starts with `tolerance` and lowers it as far as the touch needs.
  CertifiedOptions search;
  double position_error = 1e-6;  ///< > 0, scene units
};

/// The first instant at which the distance equals min_separation + paddings, to a position error
/// (Redon, Kheddar, Coquillart 2002, eq. 11). A contact within a tolerance may be long before that:
/// a body that comes down at a shallow angle is near for a long way.
///
/// kContact: nothing touches before time.lo, the bodies are proved to touch at an instant not after
/// time.hi, and in between no point of either moves farther than `position_error`. If `reason` is
/// not empty, only the first holds, and at time.hi they are within `tolerance`, which then is at
/// the rounding of positions: touching and just missing cannot be told apart. kSeparated: they
/// never touch, however near they come. Other outcomes, and bodies that touch at the start, as of
/// first_contact_certified. Throws like it.
ContactReport first_touch(const CertifiedBody& a, const CertifiedBody& b,
                          const FirstTouchOptions& options = {});

}  // namespace graze
