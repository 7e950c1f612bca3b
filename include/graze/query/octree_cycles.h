// SPDX-License-Identifier: MIT
// A scene cut into cycles, as a monitor of the octree paper would run it.                  [O2-O7]
#pragma once
#include <graze/methods/octree_workspace.h>
#include <graze/scene/scene.h>

#include <cstddef>
#include <vector>

namespace graze {

/// How a scene is cut, and what is done in each part.
struct OctreeCycleOptions {
  int levels = 4;
  std::size_t cycles = 200;  ///< equal parts of the scene's span
  std::vector<double> cube;  ///< x, y, z, side; empty: around everything that moves
  bool as_printed = false, rebuilt = false;
  bool all_faces = false;  ///< also without octrees
};

/// One cycle's answer and what it took.
struct OctreeCycle {
  WorkspaceReport report;          ///< counts of all bodies; alarms of pairs that are checked
  double seconds = 0.0;            ///< CPU time
  double all_faces_seconds = 0.0;  ///< without octrees; 0: not asked
};

/// Refers to the scene and the options: use it while they live.
class OctreeCycles {
 public:
  /// Throws InputError unless there are two bodies or more, all made of triangles that do not
  /// deform, and for a cube that is not valid.
  OctreeCycles(const Scene& scene, const OctreeCycleOptions& options);

  const Workspace& workspace() const { return workspace_; }
  Interval span_of(std::size_t cycle) const;
  std::vector<SweptBody> bodies_in(std::size_t cycle) const;
  OctreeCycle run(std::size_t cycle) const;
  /// The trees of all bodies at the start of a cycle.
  std::vector<Octree> trees_at(const std::vector<SweptBody>& bodies) const;

 private:
  OctreeCube asked_cube() const;
  OctreeCube cube_of_all_cycles() const;
  Octree octree_of(const Body& body) const;

  const Scene& scene_;
  const OctreeCycleOptions& options_;
  TouchRules rules_;
  std::vector<Motion> motions_;
  Workspace workspace_;
  std::vector<Octree> octrees_;
};

}  // namespace graze
