// SPDX-License-Identifier: MIT
// The farthest vertex of a mesh along a direction.                                            [K8]
#pragma once
#include "graze/math/interval.h"
#include "graze/spatial/obb_tree.h"

namespace graze::backtracking {

struct Support {
  double value = 0.0;  ///< direction . point, rounded; no vertex of a triangle has a larger one
  Vec3 point = Vec3::Zero();
};

/// `tree` is not empty. About logarithmic in the number of triangles for convex meshes.
Support support(const ObbTree& tree, const Vec3& direction);

/// The same for the root's box: constant cost, and never less.
double box_support(const ObbTree& tree, const Vec3& direction);

}  // namespace graze::backtracking
