// SPDX-License-Identifier: MIT
// Does a face meet the cube of an interfering node?
#pragma once
#include "graze/spatial/octree.h"
#include "methods/octree/swept_face.h"

namespace graze::octree {

/// During the step; sound.
bool meets_cube(const SweptFace& face, double margin, const OctreeCube& cube);

/// The paper's test, at the start of the step: the cube's corners on both sides of the face's
/// plane, then the cut of the cube with the plane against the face.
bool meets_cube_as_printed(const SweptFace& face, const OctreeCube& cube);

}  // namespace graze::octree
