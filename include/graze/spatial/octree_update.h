// SPDX-License-Identifier: MIT
// The octree of a body that moves, in a workspace that does not.                               [O2]
//
// Every result is a superset of the truth: a cell that a point of the solid touches at any instant
// of the step is black or gray, and a cell that a face touches is gray and lists it.
#pragma once
#include <graze/spatial/octree.h>
#include <graze/spatial/swept_pose.h>

namespace graze {

/// The cube and level that all bodies share.
struct Workspace {
  OctreeCube cube;
  int depth = 4;  ///< 0 to kMaxOctreeDepth
};

/// The paper's update: every black and gray cube of the body's tree is displaced, and each voxel
/// that it touches is marked. Voxels of gray cubes inherit their faces (and are gray), voxels of
/// black cubes alone are black. Throws InputError if the body leaves the workspace.
Octree displaced_octree(const Octree& body, const SweptPose& sweep, const Workspace& workspace,
                        int threads = 0);

/// The tree rebuilt from the moved faces: tighter, and right for bodies that deform. Throws
/// InputError if the body leaves the workspace.
Octree rebuilt_octree(const Octree& body, const SweptPose& sweep, const Workspace& workspace,
                      int threads = 0);

/// Incremental: a rebuilt tree with room to move. It is kept while the body stays within `slack`
/// of where it was, and rebuilt after that.
struct KeptOctree {
  Octree octree;
  Pose built_at;
  double slack = 0.0;  ///< scene units; >= 0
};
KeptOctree keep_octree(const Octree& body, const Pose& pose, const Workspace& workspace,
                       double slack);
/// The kept tree is a superset for this step, too.
bool covers(const KeptOctree& kept, const SweptPose& sweep);

}  // namespace graze
