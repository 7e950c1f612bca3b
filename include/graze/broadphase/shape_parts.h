// SPDX-License-Identifier: MIT
// A shape as a few boxes and balls.                                                           [C8]
#pragma once
#include <graze/geometry/box.h>
#include <graze/geometry/triangle_mesh.h>
#include <graze/math/interval.h>

#include <vector>

namespace graze {

/// What is in the box and no farther than `radius` from its centre.
struct ShapePart {
  Box box;
  double radius = kInfinity;
};

/// At most `most` parts (>= 1) that together contain the shape's surface, in its body frame,
/// each as its box or as a ball (in the cube around it), whichever is smaller. Parts
/// are divided while that does not make the parts larger: a round end stays one ball.
/// O(n most).
std::vector<ShapePart> parts_around(const TriangleMesh& mesh, std::size_t most);

/// No point of the mesh is farther from `centre`; rounding included. O(n).
double radius_about(const Vec3& centre, const TriangleMesh& mesh);

}  // namespace graze
