// SPDX-License-Identifier: MIT
// What counts as a solid, and is one body inside another?                              [G1, G2, G3]
//
// Contact is where surfaces meet. A part in the middle of a closed box never meets its surface, and
// yet both cannot be there: a body inside a solid overlaps it. The rule, for every input, method
// and question:
//  - Every exact form (shape_form.h) and a closed outward mesh (closure.h) are solids. Everything
//    else is a surface, and so is a body that the scene calls one.
//  - Inside a mesh is where its winding number is not 0: an inward shell in an outward one makes a
//    hollow, shells that overlap or cross count once. A mesh that faces inward as a whole is a
//    surface: a room.
// What is not inside at the start of a motion without contact and jumps is not inside later.
#pragma once
#include <graze/motion/motion.h>
#include <graze/scene/shape.h>

#include <optional>
#include <string>

namespace graze {

struct Solidity {
  enum class Why {
    kBox,
    kRound,
    kCylinder,
    kCone,
    kHalfSpace,
    kHull,
    kClosedMesh,  // these are solids, the others surfaces
    kEmpty,
    kSaidSo,  ///< "solid": false
    kOpenMesh,
    kFlatMesh,
    kInsideOut,
  };
  Why why = Why::kEmpty;
  std::size_t open_edges = 0;  ///< of an open mesh

  bool is_solid() const { return why <= Why::kClosedMesh; }
};

Solidity solidity_of(const Shape& shape, bool is_said_hollow = false);

/// "solid (closed mesh)", "surface (3 open edges)", …
std::string describe(const Solidity& solidity);

/// A shape at an instant, with the error of where it is.
struct PlacedShape {
  const Shape& shape;
  bool is_said_hollow = false;
  MotionState at;
};
PlacedShape placed_at(const Shape& shape, bool is_said_hollow, const Motion& frame_from_shape,
                      double t);

enum class InsideAnswer { kNo, kYes, kUnsure };
struct Inside {
  InsideAnswer answer = InsideAnswer::kNo;
  bool is_a_inner = false;  ///< of kYes
};

/// Is a connected part of one body's surface inside the other, a solid? One vertex of each part is
/// asked, in both directions; where the surfaces are apart that decides for the whole part, and
/// kYes and kNo are proved, rounding included. Where surfaces meet, kYes proves that the solid
/// overlaps the other body. kUnsure: a vertex is too near to the other's surface to tell.
Inside find_inside(const PlacedShape& a, const PlacedShape& b);

/// Where the ball about a point of the inner body's frame is: kYes inside the outer body, kNo
/// outside; proved. A body that is not closed has no inside.
InsideAnswer find_inside(const Vec3& point, double radius, const PlacedShape& inner,
                         const PlacedShape& outer);

}  // namespace graze
