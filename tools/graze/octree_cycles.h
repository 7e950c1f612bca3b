// SPDX-License-Identifier: MIT
// A scene cut into cycles, as a monitor of the octree paper would run it. [O2-O7]
#pragma once
#include <cstddef>
#include <vector>

#include "graze/methods/octree_workspace.h"
#include "graze/scene/scene.h"

namespace graze::tool {

struct CycleSettings {
  int levels = 4;
  std::size_t cycles = 200;  ///< equal parts of the scene's span
  std::vector<double> cube;  ///< x, y, z, side; empty: around all that moves
  bool as_printed = false, rebuilt = false;
  bool all_faces = false;  ///< also without octrees
};

/// One cycle's answer and what it took.
struct Cycle {
  WorkspaceReport report;          ///< counts of all bodies; alarms of pairs that are checked
  double seconds = 0.0;            ///< CPU time
  double all_faces_seconds = 0.0;  ///< without octrees; 0: not asked
};

/// The scene and the settings must outlive it.
class CycleRun {
 public:
  CycleRun(const Scene& scene, const CycleSettings& settings);

  const Workspace& workspace() const { return workspace_; }
  Interval span_of(std::size_t cycle) const;
  std::vector<SweptBody> bodies_in(std::size_t cycle) const;
  Cycle run(std::size_t cycle) const;
  /// Of all bodies at the start of a cycle.
  std::vector<Octree> trees_at(const std::vector<SweptBody>& bodies) const;

 private:
  OctreeCube asked_cube() const;
  OctreeCube cube_of_all_cycles() const;
  Octree octree_of(const Body& body) const;

  const Scene& scene_;
  const CycleSettings& settings_;
  TouchRules rules_;
  std::vector<Motion> motions_;
  Workspace workspace_;
  std::vector<Octree> octrees_;
};

}  // namespace graze::tool
