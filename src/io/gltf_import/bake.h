// SPDX-License-Identifier: MIT
// Frames of a mesh that an animation deforms.                                                 [G3]
#pragma once
#include "graze/geometry/deformation.h"
#include "io/gltf_import/deforming.h"

namespace graze::gltf {

struct Baking {
  Interval span;         ///< of the animation
  std::size_t cuts = 4;  ///< of each interval between keys
};

struct Baked {
  std::vector<DeformationFrame> frames;  ///< one if the span is an instant
  double deviation = 0.0;                ///< largest midway between frames
};

/// World positions at the keys of all that moves the mesh and between them; both sides of a jump.
Baked bake(const PosedMesh& posed, const Baking& baking);

}  // namespace graze::gltf
