// SPDX-License-Identifier: MIT
// Which faces of a curved body reach nowhere deep into another, seen from a line?         [C10, G1]
//
// A shaft in its hole touches all around. In space that takes thousands of cells; about its axis it
// is one piece of a profile.
#pragma once
#include <functional>
#include <vector>

#include "graze/base/budget.h"
#include "methods/certified/surface_cells.h"

namespace graze::certified {

/// Two bodies at an instant: `moment` has the inner one as a.
struct RingQuestion {
  const SurfaceBody &inner, &outer;
  SurfaceCells& outer_cells;
  const Moment& moment;
  double depth = 0.0;  ///< > 0
  double skin = 0.0;   ///< how far below its faces the inner body is looked at
  double way = 0.0;    ///< points are moved by this, less than the depth
  /// True only if a segment from the point that meets nothing of the outer body leads out of it;
  /// inner body's frame, the second vector is a guess of its direction.
  std::function<bool(const Vec3&, const Vec3&)> leads_out;
};

/// By number: faces of the inner body of which no point, nor any up to `skin` below it, is deeper
/// in the outer body than the depth. Others may be or not.
std::vector<bool> shallow_about_lines(const RingQuestion& question, BudgetWatch& watch);

}  // namespace graze::certified
