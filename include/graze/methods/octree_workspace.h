// SPDX-License-Identifier: MIT
// The paper's form: octrees of all bodies in one workspace, traversed in parallel.          [O3-O5]
#pragma once
#include <graze/methods/octree.h>
#include <graze/spatial/octree_update.h>

#include <functional>
#include <span>
#include <vector>

namespace graze {

/// A body's node at a cell.
struct BodyNode {
  std::uint32_t body = 0;
  std::uint32_t node = 0;
  friend bool operator==(const BodyNode&, const BodyNode&) = default;
};

/// A cell where black or gray leaves of two or more bodies meet.
struct InterferingCell {
  OctreeCell cell;
  std::vector<BodyNode> nodes;  ///< by body
};

/// Descends all trees at once; they must have the same cube. Lowest gray nodes count as
/// interfering. The order of cells does not depend on the number of threads. Throws InputError if
/// the cubes differ.
std::vector<InterferingCell> interfering_cells(std::span<const Octree> trees, int threads = 0);

/// How the trees follow their bodies.
enum class OctreeUpdate { kDisplaced, kRebuilt };

struct WorkspaceOptions {
  OctreeUpdate update = OctreeUpdate::kDisplaced;
  double margin = 0.0;  ///< >= 0, scene units
  /// Exactly as printed in the paper: trees at the start of the step, hulls of begin and end only,
  /// edges against faces. Can miss contacts; for comparison.
  bool as_printed = false;
  int threads = 0;  ///< 0: all cores; answers do not depend on it
  /// Which pairs of bodies are asked about, a < b; all of them if empty.
  std::function<bool(std::uint32_t a, std::uint32_t b)> asks = {};
};

struct WorkspaceAlarm {
  std::uint32_t a = 0;  ///< < b
  std::uint32_t b = 0;
  std::vector<FacePair> faces;  ///< by earliest, then ids
};

/// What one cycle found, phase by phase.
struct WorkspaceReport {
  std::size_t interfering_cells = 0;
  std::size_t interfering_pairs = 0;  ///< of nodes of different bodies
  std::size_t faces_found = 0;        ///< faces in interfering cells, once for each body
  std::size_t face_pairs_tested = 0;
  std::vector<WorkspaceAlarm> alarms;  ///< by bodies
};

/// One processing cycle: update, traversal, faces in interfering nodes, swept faces. `previous`
/// trees are not needed: each is made from the body's own octree. Throws InputError if a body
/// leaves the workspace.
WorkspaceReport check_workspace(std::span<const SweptBody> bodies, const Workspace& workspace,
                                const WorkspaceOptions& options = {});

}  // namespace graze
