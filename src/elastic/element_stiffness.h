// SPDX-License-Identifier: MIT
// Stiffness of single elements.                                                               [V4]
#pragma once
#include "graze/math/vec.h"

namespace graze::elastic {

using CubeMatrix = Eigen::Matrix<double, 24, 24>;
using CubeVectors = Eigen::Matrix<double, 3, 8>;  ///< one column for each corner

/// For a cube with side 1 and Young's modulus 1; for others, multiply by side and modulus. Corner k
/// is at (k & 1, k >> 1 & 1, k >> 2). Rows and columns: x, y, z of corner 0, of corner 1, …
CubeMatrix unit_cube_stiffness(double poisson);

/// The gradients of the corners' weights in the middle of a cube with side 1; for others, divide by
/// the side.
CubeVectors unit_cube_gradients();

}  // namespace graze::elastic
