// SPDX-License-Identifier: MIT
// Is a solid inside another whose surface it does not touch?
#pragma once
#include "graze/methods/octree.h"

namespace graze::octree {

/// For bodies whose faces do not meet during the step: a connected part of one's surface is inside
/// the other solid. One vertex of each part is asked, at the start of the step: the part as a whole
/// is where its vertex is, and stays there.
bool is_one_inside(const SweptBody& a, const SweptBody& b);

/// By earliest, then ids.
void sort_faces(std::vector<FacePair>& faces);

}  // namespace graze::octree
