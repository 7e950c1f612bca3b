// SPDX-License-Identifier: MIT
// A robot and what stands around it as plain numbers, for loops over four instants at a time.
//
// Plain arrays only: kernels compiled for wider SIMD read them, and no inline code of other headers
// may be compiled there.
#pragma once
#include <cstdint>

namespace graze::query::edges {

/// A link hangs on an earlier one. Its frame is turned so that its joint's axis is z.
struct ArmLink {
  double parent_from_joint[9];  ///< rotation, row by row
  double offset[3];             ///< of the joint, in the parent's frame
  double along, across;         ///< its length along the parent's z, and across it
  std::int32_t parent;          ///< < 0: the world
  std::int32_t joint;           ///< which value turns or moves it; < 0: none
  bool slides;
};

/// Points of a body, in the frame of its link.
struct PointRange {
  std::uint32_t first, count;
};

struct ArmBody {
  std::int32_t link;
  double centre[3];     ///< frame of the link
  double radius;        ///< no point of the body is farther from the centre
  PointRange around;    ///< few points whose hull contains the body
  PointRange vertices;  ///< many whose hull is the body's; none if there are too many
  PointRange probes;    ///< points of the surface
  double growth;
  double along, across;  ///< no point is farther from the link's origin along z, from the z axis
};

/// Box of a tree that covers a still body. Parents come first; what is below one ends at `skip`.
struct StillBox {
  double axes[9];  ///< of the box in the world, one a row
  double centre[3];
  double half[3];
  std::uint32_t skip;
};

struct StillBody {
  std::uint32_t first_box, end_box;
  double growth;
  double lo[3], hi[3];  ///< contain the body, not grown
};

/// A body of the robot against another one, or against a still one.
struct ArmPair {
  std::uint32_t body;
  std::uint32_t other;  ///< index of an ArmBody or of a StillBody
  bool is_still;
  std::int32_t frame;      ///< link in whose frame the pair is looked at; < 0: the world
  bool may_fit;            ///< one may fit into the other, a solid: surfaces apart are not enough
  bool may_be_pierced;     ///< the other is one box, the body one connected surface
  std::uint32_t views[2];  ///< their bends add up to that of the pair
};

/// Pairs of one body with still ones are next to each other.
struct Arm {
  const ArmLink* links;
  std::int32_t link_count;
  const ArmBody* bodies;
  const double* points;  ///< x y z in turn, frame of the link
  const StillBody* still;
  const StillBox* boxes;
  const ArmPair* pairs;
  double slack;  ///< bounds the rounding error of every place below
  double touch;  ///< what is not deeper is a touch, not an overlap; > slack
};

}  // namespace graze::query::edges
