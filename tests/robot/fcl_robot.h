// SPDX-License-Identifier: MIT
// A scene as FCL's objects, sampled in time: what planners do today, and an oracle.
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "graze/query/prepared_scene.h"

namespace graze::test {

class FclRobot {
 public:
  /// Meshes as OBBRSS trees, spheres and capsules as FCL's own shapes.
  explicit FclRobot(const PreparedScene& scene);
  ~FclRobot();

  /// A checked pair that intersects with these world poses, boxes compared first.
  std::optional<std::pair<BodyId, BodyId>> collision(std::span<const Pose> world_from_body) const;
  /// Distance of a pair.
  double distance(BodyId a, BodyId b, const Pose& world_from_a, const Pose& world_from_b) const;

 private:
  struct Objects;
  std::unique_ptr<Objects> objects_;
};

}  // namespace graze::test
