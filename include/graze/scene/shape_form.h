// SPDX-License-Identifier: MIT
// The exact shapes that a body can have, each under the name that files, messages and docs use.
//
// A new kind of shape is a form here, a maker in Shape that says how it is bounded, and a row in
// the readers and writers. Methods see meshes, trees and growth; no method sees a form. `certified`
// takes the faces of a surface (Shape::curved).
#pragma once
#include <graze/geometry/box.h>
#include <graze/math/vec.h>

#include <memory>
#include <string_view>
#include <variant>
#include <vector>

namespace graze {
class Surface;

/// Triangles, and all within Shape::rounding of them.
struct MeshForm {};

/// All points within `radius` of `centre`.
struct SphereForm {
  Vec3 centre;
  double radius;
};

/// All points within `radius` of the segment.
struct CapsuleForm {
  Vec3 begin, end;
  double radius;
};

/// All points within `radius` of the segment that are between the planes through its ends.
struct CylinderForm {
  Vec3 begin, end;  ///< centres of its ends
  double radius;
  int sides;  ///< of the prism around it
};

/// All segments from the tip to a disc about `base`, across the axis.
struct ConeForm {
  Vec3 base, tip;
  double radius;
  int sides;  ///< of the pyramid around it
};

/// All points p with normal . p <= offset |normal|. Has no bounds.
struct HalfSpaceForm {
  Vec3 normal;  ///< outward; its length does not matter
  double offset;
};

/// The convex hull of points.
struct ConvexHullForm {
  std::vector<Vec3> points;
};

/// Curved faces: patches, formulas, faces of CAD files (geometry/surface.h). Never null.
struct SurfaceForm {
  std::shared_ptr<const Surface> surface;
};

using ShapeForm = std::variant<MeshForm, Box, SphereForm, CapsuleForm, CylinderForm, ConeForm,
                               HalfSpaceForm, ConvexHullForm, SurfaceForm>;

/// "mesh", "box", "sphere", "capsule", "cylinder", "cone", "half_space", "convex_hull",
/// "surface".
std::string_view name(const ShapeForm& form);

}  // namespace graze
