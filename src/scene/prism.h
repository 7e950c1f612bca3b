// SPDX-License-Identifier: MIT
#pragma once
#include "graze/geometry/triangle_mesh.h"

namespace graze {

struct Prism {
  TriangleMesh mesh;
  double outward_error = 0.0;  ///< farthest point from the cylinder, rounded up
};

/// A prism that contains the cylinder of that radius and length about the z axis, centred.
Prism prism_around(double radius, double length);

}  // namespace graze
