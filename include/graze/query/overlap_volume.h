// SPDX-License-Identifier: MIT
// The question: how much do these overlap, and which way is out?                    [V1-V3, V5, V8]
#pragma once
#include <graze/contact/overlap_volume.h>
#include <graze/methods/volume.h>
#include <graze/methods/volume_open.h>
#include <graze/query/prepared_scene.h>

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace graze {

/// Overlap of two bodies in one frame: see overlap_by_depth. `images` keeps memory between calls.
inline OverlapVolume overlap_volume(const DepthBody& a, const DepthBody& b,
                                    const DepthOptions& options = {},
                                    DepthImages* images = nullptr) {
  return overlap_by_depth(a, b, options, images);
}

struct SceneOverlapOptions {
  DepthOptions depth = {};  ///< of each pair; its threads share one pair at a time
  std::vector<std::pair<BodyId, BodyId>> pairs = {};  ///< only these; default: solid_pairs
  bool self_overlap = false;                          ///< each body with itself, too
  bool far_pairs = false;                             ///< list pairs whose boxes do not meet, too
  Budget budget = {};                                 ///< of many instants: its clock, its flag
  int threads = 0;                                    ///< on which these run; 0: all cores
  std::function<void(double done)> progress = {};     ///< of many instants, with 0 … 1
};

/// Pairs that must not touch, of bodies that have an inside (not marked as hollow).
std::vector<std::pair<BodyId, BodyId>> solid_pairs(const Scene& scene);

/// A scene's bodies in the form that depth images need, made once for many instants. Cheap to copy;
/// safe to use from every thread.
class OverlapScene {
 public:
  /// Throws InputError for a body with padding or a mesh with a rounding: a grown surface has no
  /// volume gradient of its own. Spheres and capsules are drawn as 20,000 triangles.
  explicit OverlapScene(const PreparedScene& scene);

  /// Where the bodies are at that time, in the world frame.
  std::vector<DepthBody> bodies_at(double time) const;
  /// Two of these. A half-space becomes a box around the other one, which is exact wherever that
  /// one is.
  std::array<DepthBody, 2> pair_of(std::span<const DepthBody> bodies, BodyId a, BodyId b) const;
  /// The pairs' overlaps then, in the order of the pairs. Throws InputError for bad options.
  std::vector<PairOverlap> overlaps_at(double time, const SceneOverlapOptions& options = {}) const;

  /// The same at many instants, in their order. Instants that the budget does not reach are left
  /// out.
  std::vector<OverlapsAt> overlaps_at(std::span<const double> times,
                                      const SceneOverlapOptions& options = {}) const;

  const Scene& scene() const { return parts_->scene.scene(); }

 private:
  struct Parts {
    PreparedScene scene;
    std::vector<DepthSurface> surfaces;  // by body
    std::vector<Motion> motions;         // world_from_body
  };
  std::shared_ptr<const Parts> parts_;
};

}  // namespace graze
