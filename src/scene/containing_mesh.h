// SPDX-License-Identifier: MIT
// Meshes that contain a curved or infinite form and hardly more.
#pragma once
#include "graze/geometry/triangle_mesh.h"
#include "graze/scene/shape_form.h"

namespace graze {

struct ContainingMesh {
  TriangleMesh mesh;
  double outward_error = 0.0;  ///< of its farthest point from the form, rounded up
};

ContainingMesh prism_around(const CylinderForm& cylinder);
ContainingMesh pyramid_around(const ConeForm& cone);
/// Contains all of the half-space that is within `reach` of the origin; reach >= |offset|. The
/// other five sides are farther out than that.
ContainingMesh box_in(const HalfSpaceForm& half_space, double reach);
/// Contains all of it that is within `reach` of a point.
ContainingMesh box_in(const HalfSpaceForm& half_space, double reach, const Vec3& around);

/// Sides that keep the corners of a polygon around a circle within `error` of it; 3 to 65536.
int sides_for(double radius, double error);

/// Corner i has the sign of bit k of i in coordinate k.
TriangleMesh box_mesh(const Vec3& centre, const Mat3& axes, const Vec3& half_size);

}  // namespace graze
