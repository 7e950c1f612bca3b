// SPDX-License-Identifier: MIT
// The scenes of Kitamura et al. 1994, as far as they are printed; one cycle is one second.   [O7]
#pragma once
#include <vector>

#include "graze/methods/octree.h"
#include "graze/scene/scene.h"
#include "graze/spatial/octree_update.h"

namespace graze::test {

/// Table 1: `objects` (2 to 8) spheres of diameter 3.8 in a workspace of 16 voxels a side, each of
/// `faces` triangles: 24, 80 and 168 are 4 r (r - 1) for r = 3, 5 and 7; others the nearest such.
Scene kitamura_spheres(int objects, int faces);

/// `objects` (2 to 5) shuttles of 528 triangles, 4 long, in a workspace of 16. The paper prints no
/// poses: here A and B fly at each other, nose to nose, roll, and meet about cycle 123; C, D and E
/// drift in the corners.
Scene kitamura_shuttles(int objects);

/// The paper's workspace at a number of levels.
Workspace kitamura_workspace(int levels);

/// Octrees whose cells have the size of the workspace's voxels.
std::vector<Octree> voxel_octrees(const Scene& scene, const Workspace& workspace);

/// All bodies during a span.
std::vector<SweptBody> swept_bodies(const Scene& scene, const std::vector<Octree>& octrees,
                                    const Interval& span);

}  // namespace graze::test
