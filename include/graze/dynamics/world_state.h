// SPDX-License-Identifier: MIT
// Everything that changes in a world, as a plain value: save it, restore it and continue bit for
// bit.                                                                                      [C11]
#pragma once
#include <graze/math/pose.h>

#include <cstdint>
#include <vector>

namespace graze {

/// A body now. Static bodies have zero velocity, driven ones that of the last step.
struct BodyState {
  Pose pose = {};                        ///< world_from_body
  Vec3 velocity = Vec3::Zero();          ///< of the centre of mass
  Vec3 angular_velocity = Vec3::Zero();  ///< world frame
  bool is_late = false;                  ///< a driven body that is not where its motion says
};

struct JointState {
  double value = 0.0;      ///< rad or length since the joint was added; full turns add up
  bool is_enabled = true;  ///< false: switched off or broken
};

/// A soft body now, node by node, world frame. Both are empty for a rigid body.
struct SoftState {
  std::vector<Vec3> positions;
  std::vector<Vec3> velocities;
};

/// Where `linear` found that two bodies of a world by volume meet, world frame. It serves as a
/// contact row where the images are too coarse to show the overlap.
struct TouchPoint {
  std::size_t a = 0, b = 0;  ///< bodies, a < b
  Vec3 point = Vec3::Zero();
  Vec3 normal = Vec3::Zero();  ///< unit, from a towards b
};

/// The total force of the contacts between two rigid bodies in the last solve. The next step starts
/// its search there.
struct PairForce {
  std::size_t a = 0, b = 0;    ///< bodies, a < b
  Vec3 force = Vec3::Zero();   ///< on b
  Vec3 torque = Vec3::Zero();  ///< about the world's origin
};

/// Bodies and joints are indexed by their ids; removed ones keep their place.
struct WorldState {
  double time = 0.0;        ///< seconds
  std::uint64_t steps = 0;  ///< done so far
  bool is_second_order = true;
  std::vector<BodyState> bodies;
  std::vector<JointState> joints;
  std::vector<SoftState> soft;  ///< one per body; empty in a world of rigid bodies
  std::vector<TouchPoint> touches;
  std::vector<PairForce> forces;
};

/// Equal for states that are equal bit for bit.
std::uint64_t content_hash(const WorldState& state);

}  // namespace graze
