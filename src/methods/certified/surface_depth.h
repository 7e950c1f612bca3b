// SPDX-License-Identifier: MIT
// How far does a curved body that touches another reach into it?                          [C10, G1]
#pragma once
#include <functional>
#include <vector>

#include "graze/base/budget.h"
#include "graze/geometry/point_inclusion.h"
#include "graze/methods/certified_surfaces.h"

namespace graze::certified {

/// Two bodies at an instant; `outer` is a solid.
struct DepthQuestion {
  const SurfaceBody &inner, &outer;
  MotionState inner_at, outer_at;
  double depth = 0.0;  ///< > 0
  /// Where all within the radius of a point (inner body's frame) is with respect to `outer`:
  /// proved, or kOnSurface.
  std::function<PointPlace(const Vec3&, double)> place_of;
  double doubt = 0.0;  ///< nearer to `outer` than about this, place_of cannot tell
  std::vector<bool> shallow_faces = {};  ///< of a curved inner body, by number: known to be
};

/// Shallow: no point of the inner body's surface is deeper in `outer` than `depth`, and, if the
/// inner one is a solid, none 2.5 `depth` below it either (bodies that share faces). Deep: a point
/// of its surface is.
enum class Depth { kShallow, kDeep, kUnknown };

/// Faces of the inner body that are shallow as a whole, by number, as seen from lines
/// (ring_depth.h).
std::vector<bool> faces_shallow_about_lines(const DepthQuestion& question, BudgetWatch& watch);

/// Both answers are proved. Paddings do not count, as for meshes (scene/deep_inside.h).
Depth depth_of(const DepthQuestion& question, BudgetWatch& watch);

}  // namespace graze::certified
