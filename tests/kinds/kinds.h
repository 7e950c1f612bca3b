// SPDX-License-Identifier: MIT
// One body of every kind, about as large as a unit cube, with what is known of it.
#pragma once
#include <string>
#include <vector>

#include "graze/scene/scene.h"

namespace graze::test {

struct Kind {
  Body body;         ///< at the origin; the name is that of the kind
  double top = 0.5;  ///< what comes down the z axis meets it here, growth included
  Vec3 within =
      Vec3::Zero();      ///< a box of half size 0.1 about this point is surrounded by its surface
  bool is_solid = true;  ///< so that what is there overlaps it
  bool is_grown = false;
  bool deforms = false;
};

/// Exact forms, meshes with and without rounding, padding, surfaces.
std::vector<Kind> all_kinds();

/// One curved face.
Shape curved_ball(double radius);

/// What comes down: half of its height is 0.1, and it is within a box of half size 0.1.
std::vector<Kind> all_partners();

}  // namespace graze::test
