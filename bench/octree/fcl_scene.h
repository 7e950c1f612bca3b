// SPDX-License-Identifier: MIT
// FCL as users run it on many moving meshes: its broad phase, and intersections at instants.  [O7]
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "graze/geometry/triangle_mesh.h"
#include "graze/math/pose.h"

namespace graze::bench {

/// Meshes (OBBRSS trees, one for each different mesh) in a dynamic AABB tree.
class FclScene {
 public:
  explicit FclScene(std::span<const TriangleMesh> meshes);
  ~FclScene();

  /// Pairs that intersect at these poses.
  std::size_t intersecting_pairs(std::span<const Pose> poses);

 private:
  struct Models;
  std::unique_ptr<Models> models_;
};

}  // namespace graze::bench
