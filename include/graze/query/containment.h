// SPDX-License-Identifier: MIT
// The question that surfaces alone do not answer: is one body inside another at an instant?   [G3]
//
// Contact is where surfaces meet. A finger that starts in the middle of a closed box never meets
// its surface; for solids that is an overlap. What is not inside at the start of a motion without
// contact is not inside at any time of it.
#pragma once
#include <graze/query/prepared_scene.h>

#include <span>
#include <vector>

namespace graze {

struct ContainedBody {
  BodyId inner;
  BodyId outer;
};

/// Which meshes enclose a volume: closed after welding equal coordinates. Prepared once for many
/// askings; safe to use from every thread.
class ClosedShapes {
 public:
  explicit ClosedShapes(const Scene& scene);
  /// The welded mesh of a body that is closed and outward; nothing for others.
  const TriangleMesh* find(BodyId body) const;
  /// One point of each connected part of a body's surface.
  std::span<const Vec3> shells(BodyId body) const { return shells_[body.index()]; }

 private:
  std::vector<TriangleMesh> meshes_;       // by body; empty where it is not closed
  std::vector<std::vector<Vec3>> shells_;  // by body
};

/// Checked pairs of which a connected part of one body's surface lies inside the other, closed one.
/// `motions` are parent_from_body. Exact up to the rounding of the vertex's place, about 1e-15 of
/// the coordinates. Meaningful where the surfaces do not meet at time t.
std::vector<ContainedBody> contained_bodies(const PreparedScene& scene, const ClosedShapes& shapes,
                                            std::span<const Motion> motions, double t);

/// Pairs of which one body starts inside the other, as reports of an overlap at the start; those
/// already reported to overlap are left out.
std::vector<PairReport> contained_pairs(const PreparedScene& scene,
                                        std::span<const PairReport> reports);

}  // namespace graze
