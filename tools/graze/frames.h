// SPDX-License-Identifier: MIT
// Deforming meshes from files: two frames of each, vertices run straight between them.        [C5]
#pragma once
#include <span>
#include <string>
#include <vector>

#include "graze/scene/scene.h"

namespace graze::tool {

/// The same triangles at time 0 and at time 1.
struct Frames {
  TriangleMesh begin;
  TriangleMesh end;
};

/// Throws InputError unless only positions differ.
Frames read_frames(const std::string& first, const std::string& second);

/// What proofs are about.
struct LoadedScene {
  Scene scene;
  std::vector<TriangleMesh> ends;  ///< deforming: the bodies' meshes at time 1; empty: rigid
};

/// Bodies "a" and "b".
LoadedScene deforming_scene(const Frames& a, const Frames& b);

}  // namespace graze::tool
