// SPDX-License-Identifier: MIT
// The triangles of a body that come near a box.
#pragma once
#include "methods/volume/images.h"

namespace graze::volume {

/// Appends every triangle whose box meets `box` (ends included), with its corners in the frame of
/// the images.
void collect_candidates(const DepthBody& body, const Aabb& box, Candidates& found);

/// What a view needs of a body: which box to search, and which crossings count.
struct Reach {
  Aabb box;
  BodyInView in_view;
};
Reach reach_of(const DepthBody& body, const Aabb& bounds, const Aabb& region, int axis,
               bool layers_everywhere);

}  // namespace graze::volume
