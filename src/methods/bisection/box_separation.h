// SPDX-License-Identifier: MIT
// Separating axes of two boxes, at an instant and during a time interval.                     [C4]
#pragma once
#include "graze/geometry/box.h"
#include "methods/bisection/relative_enclosure.h"

namespace graze::bisection {

/// Two boxes of the trees, each about its body's reference point.
struct BoxPair {
  const Box* a = nullptr;
  const Box* b = nullptr;
  Vec3 centre_a = Vec3::Zero();  ///< relative to a's reference point, rounded
  Vec3 centre_b = Vec3::Zero();  ///< relative to b's reference point, rounded
};

struct AxisChoice {
  double clearance = 0.0;     ///< boxes nearer than this do not count as apart; >= 0
  bool partial_axes = false;  ///< only the six axes of the boxes, not the nine cross products
};

/// True only if one axis keeps the boxes farther apart than the clearance during the whole
/// enclosed time.
bool are_separated(const BoxPair& boxes, const RelativeEnclosure& motion, const AxisChoice& choice);

}  // namespace graze::bisection
