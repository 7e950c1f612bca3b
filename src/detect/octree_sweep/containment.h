// SPDX-License-Identifier: MIT
// Is a solid inside another whose surface it does not touch?
#pragma once
#include "graze/detect/octree_sweep.h"

namespace graze::octree_sweep {

/// For bodies whose faces do not meet during the step: a vertex of one is inside the other solid.
/// One vertex of each body is asked, at the begin of the step; a body of several shells may hold or
/// be in the other with another shell only.
bool is_one_inside(const SweptBody& a, const SweptBody& b);

/// By earliest, then ids.
void sort_faces(std::vector<FacePair>& faces);

}  // namespace graze::octree_sweep
