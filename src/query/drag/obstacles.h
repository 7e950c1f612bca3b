// SPDX-License-Identifier: MIT
// What a dragged body may meet: the other bodies where they stand, asked one by one.
#pragma once
#include <optional>
#include <vector>

#include "graze/methods/certified.h"
#include "graze/methods/certified_candidates.h"
#include "graze/query/prepared_scene.h"

namespace graze::drag {

/// A body that stands still while another is dragged.
struct Obstacle {
  BodyId id;
  CertifiedBody body;
  PlacedSurface surface;
  Aabb bounds;                             ///< world frame, padding added
  std::optional<TrianglePairId> likely{};  ///< the nearest pair of the last question
};

/// The dragged body's bounding sphere.
struct Ball {
  Vec3 centre = Vec3::Zero();  ///< body frame
  double radius = 0.0;
};

/// Two features that are near each other: of the dragged body (a) and of the obstacle (b).
struct Near {
  Obstacle* obstacle = nullptr;
  ContactCandidate candidate;
};

/// Where the way ends, if it does.
struct Stop {
  Obstacle* obstacle = nullptr;
  ContactReport report;
};

class Obstacles {
 public:
  Obstacles(const PreparedScene& scene, BodyId dragged, double time);

  const Ball& ball() const { return ball_; }
  /// Largest distance from the scene's origin at which half-spaces are represented; infinite
  /// without any.
  double room() const { return room_; }

  /// Proved: nothing is nearer at a pose; at most `reach`. Zero if something touches or is not
  /// decided.
  double proved_gap(const Pose& pose, double reach, const Budget& budget, Stats& stats);

  /// All features within `reach` at a pose that is free.
  std::vector<Near> near(const Pose& pose, double reach);

  /// The first obstacle whose distance falls to `separation` on the way, over [0, 1]; none: free.
  std::optional<Stop> first_stop(const Motion& way, double separation, const Budget& budget,
                                 Stats& stats);

 private:
  void add(BodyId id, const Shape& shape, const Pose& pose, double growth);
  CertifiedBody dragged(const Motion& motion) const { return {tree_, motion, padding_}; }
  bool may_meet(const Obstacle& obstacle, const Aabb& swept, double reach) const;
  Aabb swept_bounds(const Motion& way) const;
  Aabb bounds_of_ball(const Pose& pose) const;

  WideObbTree tree_;
  SurfaceFeatures features_;
  double padding_ = 0.0;
  Ball ball_;
  double room_ = kInfinity;
  std::vector<Obstacle> all_;
};

}  // namespace graze::drag
