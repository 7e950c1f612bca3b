// SPDX-License-Identifier: MIT
// Does one plane keep two bodies apart during a whole step?                                    [K8]
#pragma once
#include <optional>

#include "graze/methods/backtracking.h"

namespace graze::backtracking {

/// A direction from a to b along which the bodies are apart at every instant of the span; none if
/// no such direction was found, or a motion has no bounds or more than one smooth piece. `likely`
/// is tried first. A proof: rounding and the bending of the motions are accounted for.
std::optional<Vec3> separating_direction(const BacktrackingBody& a, const BacktrackingBody& b,
                                         const Interval& span, const std::optional<Vec3>& likely,
                                         Stats& stats, BacktrackingWork& work);

}  // namespace graze::backtracking
