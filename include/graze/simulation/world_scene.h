// SPDX-License-Identifier: MIT
// A world as a file describes it: bodies, joints, constant forces and options, in order.      [C11]
#pragma once
#include <graze/dynamics/world.h>

#include <optional>
#include <string>
#include <vector>

namespace graze {

/// A constant force on a body at its centre of mass, world frame.
struct ConstantLoad {
  BodyId body = {};
  Vec3 force = Vec3::Zero();
  Vec3 torque = Vec3::Zero();
};

/// Numbers of bodies and joints are those that they get in the world.
struct WorldScene {
  std::string name = {};
  std::string units = "m";  ///< of length; stated, never converted
  WorldOptions options = {};
  std::vector<WorldBody> bodies = {};
  std::vector<WorldJoint> joints = {};  ///< `a` and `b` are numbers of bodies
  std::vector<ConstantLoad> loads = {};
  std::vector<SoftAttachment> attachments = {};
  std::optional<double> seconds = {};  ///< how long the file says to run it
};

/// True if its world is by volume: see World::is_by_volume.
bool is_by_volume(const WorldScene& scene);

/// The world at time 0. Throws InputError like World::add.
World make_world(const WorldScene& scene);

/// The bodies at time 0 with the motions of driven ones: what the questions about scenes take.
/// Pairs that the world does not watch (neither is dynamic, or a joint hides them) may touch.
Scene still_scene(const WorldScene& scene);

}  // namespace graze
