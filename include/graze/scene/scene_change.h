// SPDX-License-Identifier: MIT
// A scene with some motions replaced: one question of a batch, an edge of a planner.           [C8]
#pragma once
#include <graze/scene/scene.h>

#include <optional>
#include <vector>

namespace graze {

/// A body's new motion (parent_from_body, as Body::motion).
struct MotionChange {
  BodyId body;
  Motion motion;
};

struct SceneChange {
  std::vector<MotionChange> motions = {};
  std::optional<Interval> span = {};  ///< seconds; default: the scene's
};

/// The motion of a joint from one value to another, uniformly over `domain`. Throws InputError
/// unless the body is on a revolute or prismatic joint whose frame is known.
Motion joint_motion(const Scene& scene, BodyId body, double from, double to,
                    const Interval& domain);

}  // namespace graze
