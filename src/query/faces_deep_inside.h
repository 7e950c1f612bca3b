// SPDX-License-Identifier: MIT
// How far do curved bodies that touch reach into each other?                              [C10, G1]
#pragma once
#include "graze/query/choose_method.h"
#include "graze/scene/solidity.h"

namespace graze::query {

/// find_deep_inside for a pair with curved faces, placed as the question has it at its start. kYes
/// may be found by the meshes, whose errors are added to the depth; all else is proved by the faces
/// themselves (methods/certified/surface_depth.h).
Inside find_faces_deep_inside(const PairQuestion& question, const PlacedShape& a,
                              const PlacedShape& b, const Budget& budget);

}  // namespace graze::query
