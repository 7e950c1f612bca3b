// SPDX-License-Identifier: MIT
// Two triangles at a chosen small distance, whose closest features and direction are known: what
// rounding makes hard to tell apart.
#pragma once
#include <random>

#include "graze/geometry/exact_predicates.h"

namespace graze::test {

/// Up to rounding of the coordinates a is below the plane n . x = 0 and b above n . x = gap; the
/// origin is in a, gap * n in b. Their front sides face each other.
struct FineGap {
  Corners a, b;
  Vec3 n = Vec3::UnitZ();    ///< unit
  Vec3 edge_b;               ///< unit: a direction in which b's lowest feature extends
  bool b_is_hinged = false;  ///< b's lowest feature is an edge; its third corner may turn about it
  bool faces = true;  ///< neither is edge-on: rounding does not decide which side is the front
  double gap = 0.0;
};

/// Corners, edges and faces against one another; slivers to 1e-10 wide, nearly parallel to 1e-10
/// rad, nearly flat to 1e-11. Coordinates up to about 1.
FineGap random_fine_gap(std::mt19937_64& random, double gap);

}  // namespace graze::test
