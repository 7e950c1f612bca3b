// SPDX-License-Identifier: MIT
#include "spatial/octree/check_cube.h"

#include <cmath>
#include <string>

#include "graze/base/error.h"

namespace graze::octree {

double size_of(const OctreeCube& cube) { return cube.lo.cwiseAbs().maxCoeff() + cube.side; }

void check_cube(const OctreeCube& cube, int depth, const Aabb& bounds) {
  if (depth < 0 || depth > kMaxOctreeDepth) {
    throw InputError({"octree depth", std::to_string(depth),
                      "0 to " + std::to_string(kMaxOctreeDepth) + " levels", ""});
  }
  if (!(cube.side > 0.0) || !std::isfinite(size_of(cube)) || size_of(cube) > 1e100) {
    throw InputError({"octree cube", "a side of " + std::to_string(cube.side),
                      "a finite corner and a side > 0, both at most 1e100", ""});
  }
  const double cell = cube.side / double(1u << depth);
  if (cell < 0x1p-40 * size_of(cube)) {
    throw InputError({"octree cube", "cells of side " + std::to_string(cell),
                      "cells that are large against the rounding of its corner",
                      "move the cube towards the origin, or use fewer levels"});
  }
  const Aabb all = cube.bounds();
  if (!bounds.is_empty() && !(all.contains(bounds.lo) && all.contains(bounds.hi))) {
    throw InputError({"octree cube", "a body that reaches out of it", "a body inside the cube",
                      "use a larger workspace"});
  }
}

}  // namespace graze::octree
