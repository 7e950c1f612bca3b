// SPDX-License-Identifier: MIT
// All that changes in a world, as a plain value: save it, restore it, go on with equal bits. [C11]
#pragma once
#include <graze/math/pose.h>

#include <cstdint>
#include <vector>

namespace graze {

/// A body now. Velocities of static bodies are zero; of driven ones those of the last step.
struct BodyState {
  Pose pose = {};                        ///< world_from_body
  Vec3 velocity = Vec3::Zero();          ///< of the centre of mass
  Vec3 angular_velocity = Vec3::Zero();  ///< world frame
  bool is_late = false;                  ///< a driven body that is not where its motion says
};

struct JointState {
  double value = 0.0;      ///< rad or length since it was added; turns add up
  bool is_enabled = true;  ///< false: switched off or broken
};

/// Numbers of bodies and joints are those of their ids; removed ones keep their place.
struct WorldState {
  double time = 0.0;        ///< seconds
  std::uint64_t steps = 0;  ///< done so far
  bool is_second_order = true;
  std::vector<BodyState> bodies;
  std::vector<JointState> joints;
};

/// Equal for equal bits.
std::uint64_t content_hash(const WorldState& state);

}  // namespace graze
