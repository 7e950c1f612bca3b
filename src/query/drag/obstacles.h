// SPDX-License-Identifier: MIT
// What a dragged body may meet: the other bodies where they stand, asked one by one.
#pragma once
#include <optional>
#include <vector>

#include "graze/methods/certified.h"
#include "graze/query/prepared_scene.h"

namespace graze::drag {

/// A body that stands still while another is dragged.
struct Obstacle {
  BodyId id;
  CertifiedBody body;
  Aabb bounds;                             ///< world frame, padding added
  std::optional<TrianglePairId> likely{};  ///< the nearest pair of the last asking
};

/// The dragged body's bounding sphere.
struct Ball {
  Vec3 centre = Vec3::Zero();  ///< body frame
  double radius = 0.0;
};

/// What was found near a pose.
struct Near {
  Obstacle* obstacle = nullptr;
  Clearance clearance;  ///< of the dragged body (a) and the obstacle (b)
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

  /// All that is nearer than `reach` at a pose.
  std::vector<Near> near(const Pose& pose, double reach, const Budget& budget, Stats& stats);

  /// The first obstacle whose distance falls to `separation` on the way, over [0, 1]; none: free.
  std::optional<Stop> first_stop(const Motion& way, double separation, const Budget& budget,
                                 Stats& stats);

 private:
  CertifiedBody dragged(const Motion& motion) const { return {tree_, motion, padding_}; }
  bool may_meet(const Obstacle& obstacle, const Aabb& swept, double reach) const;
  Aabb swept_bounds(const Motion& way) const;

  WideObbTree tree_;
  double padding_ = 0.0;
  Ball ball_;
  std::vector<Obstacle> all_;
};

}  // namespace graze::drag
